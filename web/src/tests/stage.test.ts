/** The queue: what has come is played in order over the table as it was, and told when its beat has come. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadKit } from '../lib/kit';
import { set, settings } from '../lib/settings.svelte';
import { type Beat, compose, type Direction, lastVerdict, type Score, type Update } from '../lib/stage/score';
import { Stage } from '../lib/stage/stage.svelte';
import { length } from '../lib/stage/tempo';
import { goal } from '../lib/stage/verdicts';
import { Voice } from '../lib/stage/voice.svelte';
import type { Happening, View } from '../lib/wire';
import { GAMES, stubMotion, tape } from './fixtures';

const seats = [0, 1].map((seat) => ({ seat, name: ['Ola', 'Kiln'][seat], team: '', person: '', kind: 'human', score: 0, waiting: false }));
const view = (ply: number, more: Partial<View> = {}): View => ({ game: 'test', seat: 0, seats, zones: [], counters: [], choices: [], events: [], phase: 'act', ply, ...more }) as unknown as View;
const event = (kind: string, ply = 1, seat = 1, args: Record<string, number> = {}): Happening => ({ kind, ply, args: { seat, ...args }, text: `${kind} ${ply}`, rule: '', clock: '', time: '' });

const direction: Direction = {
  scene: ['roll', 'goal', 'miss'],
  curtain: ['turn'],
  lasts: ['asked'],
  beats: {
    laid: { name: 'laid', part: 'routine', ms: 300 },
    bought: { name: 'bought', part: 'routine', ms: 250, each: 80, most: 600 },
    roll: [{ name: 'die', part: 'decisive', ms: 600 }, { name: 'breath', part: 'hold', ms: 240, still: 100 }],
    goal: [
      { name: 'in', part: 'verdict', ms: 420, say: 'Goal.', verdict: { word: 'In!', text: '', whose: 'mine', scored: true } },
      { name: 'plate', part: 'plate', ms: 300 },
      { name: 'feast', part: 'banner', ms: 1700, banner: { word: 'Goal!', text: '', mood: 'feast' } },
    ],
    miss: { name: 'wide', part: 'verdict', ms: 900, verdict: { word: 'Wide!', text: '', whose: 'mine', scored: false } },
    turn: { name: 'turn', part: 'deal', ms: 350 },
  },
};

const update = (events: Happening[], more: Partial<Update> = {}): Update => ({ held: view(0), view: view(9), events, own: false, shared: false, ...more });
const names = ({ beats }: Score) => beats.map((beat) => beat.name);
const kinds = (beats: Beat[]) => beats.flatMap((beat) => beat.events.map((one) => one.kind));
const whole = ({ beats }: Score) => beats.reduce((sum, beat) => sum + beat.ms, 0);

beforeEach(() => {
  stubMotion();
  settings.speed = 'normal';
  settings.sound = false;
});
afterEach(() => {
  vi.useRealTimers();
  settings.speed = 'normal';
});

describe('cutting', () => {
  test('build, breath, verdict, plate, banner, new deal: in this order, and the view at the curtain', () => {
    const score = compose(update([event('roll'), event('goal'), event('turn')]), direction);
    expect(names(score)).toEqual(['die', 'breath', 'in', 'plate', 'feast', 'turn']);
    expect(score.beats[score.lay]?.name).toBe('turn');
  });

  test('a banner names the score in the order of the scoreboard, the host’s side first', () => {
    const scored: Direction = { ...direction, beats: { goal: (_, cue) => goal(cue, 1, 'Header.') } };
    const next = view(9, { seats: seats.map((seat, n) => ({ ...seat, score: [1, 2][n] ?? 0 })) as View['seats'] });
    const text = (side?: (view: View, seat: number) => number) => compose(update([event('goal')], { view: next }), scored, side).beats.find(({ banner }) => banner)?.banner?.text;
    expect([text(), text((_, seat) => 1 - seat)]).toEqual(['Header. 1 : 2', 'Header. 2 : 1']);
  });

  test('what has no beat rides along with the next; a verdict without a curtain gets a deal of its own', () => {
    const score = compose(update([event('chose'), event('roll'), event('miss'), event('drew'), event('drew')]), direction);
    expect(names(score)).toEqual(['die', 'breath', 'wide', 'deal']);
    expect(score.beats.at(-1)?.events.map((one) => one.kind)).toEqual(['drew', 'drew']);
    expect(kinds(score.beats)).toEqual(['chose', 'roll', 'miss', 'drew', 'drew']);
  });

  test('no line of the report comes before its beat: a roll is told with its verdict', () => {
    const score = compose(update([event('roll'), event('goal')]), direction);
    expect(score.beats.map((beat) => beat.events.map((one) => one.kind))).toEqual([[], [], ['roll', 'goal'], [], [], []]);
  });

  test('neighbours of one kind and one seat are one beat, no longer than they may be', () => {
    const five = compose(update(Array.from({ length: 5 }, () => event('bought'))), direction);
    expect(five.beats.map(({ name, ms }) => [name, ms])).toEqual([['bought', 570]]);
    const nine = compose(update(Array.from({ length: 9 }, () => event('bought'))), direction);
    expect(whole(nine)).toBe(600);
    expect(names(compose(update([event('bought', 1, 0), event('bought', 1, 1)]), direction))).toEqual(['bought', 'bought']);
  });

  test('several plies are played in order, and a routine turn takes 1.5 s at most', () => {
    const score = compose(update([1, 2, 3, 4, 5, 6, 7].map((ply) => event('laid', ply))), direction);
    expect(score.beats.map((beat) => beat.events[0]?.ply)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(whole(score)).toBeCloseTo(1500);
    expect([score.lay, score.heavy]).toEqual([0, false]);
  });

  test('one’s own move lies at once', () => {
    expect(whole(compose(update([event('laid', 1, 0)], { own: true }), direction))).toBe(120);
  });

  test('two shots in one update: the first scene is over before the second begins', () => {
    const score = compose(update([event('roll'), event('miss'), event('turn'), event('roll', 2), event('goal', 2), event('turn', 2)]), direction);
    expect(names(score)).toEqual(['die', 'breath', 'wide', 'turn', 'die', 'breath', 'in', 'plate', 'feast', 'turn']);
    expect(score.beats.map((beat) => beat.closes).indexOf(true)).toBe(3);
    expect(score.lay).toBe(9);
  });

  test('a scene goes on where the question stands in it, and only there', () => {
    expect(compose(update([event('roll')], { view: view(9, { phase: 'asked' }) }), direction).keeps).toBe(true);
    expect(compose(update([event('roll')]), direction).keeps).toBe(false);
    expect(compose(update([event('roll'), event('miss')], { view: view(9, { phase: 'asked' }) }), direction).keeps).toBe(false);
  });

  test('mine and theirs are told apart, and nobody’s where several look on', () => {
    const seen: string[] = [];
    const asks: Direction = { ...direction, beats: { goal: ({ seat = 0 }, cue) => void seen.push(cue.whose(seat)) as undefined } };
    compose(update([event('goal', 1, 0), event('goal', 1, 1)]), asks);
    compose(update([event('goal', 1, 0)], { shared: true }), asks);
    compose(update([event('goal', 1, 0)], { view: view(9, { seat: null }) }), asks);
    expect(seen).toEqual(['mine', 'theirs', 'watched', 'watched']);
  });

  test('coming back: the newest view, then only the last verdict for 900 ms', () => {
    const score = lastVerdict(compose(update([event('roll'), event('miss'), event('turn'), event('roll', 2), event('goal', 2), event('turn', 2)]), direction));
    expect(score.beats.map(({ name, ms }) => [name, ms])).toEqual([['in', 900]]);
    expect(score.lay).toBe(0);
    expect(kinds(score.beats)).toHaveLength(6);
    expect(lastVerdict(compose(update([event('laid')]), direction)).beats).toEqual([]);
  });
});

describe('tempo', () => {
  test('slow, normal, quick and none; what has to be read is hurried less', () => {
    const die = { part: 'decisive', ms: 600 } as const;
    const banner = { part: 'banner', ms: 1000 } as const;
    expect((['slow', 'normal', 'quick', 'none'] as const).map((speed) => length(die, speed, false))).toEqual([960, 600, 300, 0]);
    expect((['slow', 'normal', 'quick', 'none'] as const).map((speed) => length(banner, speed, false))).toEqual([1600, 1000, 700, 0]);
    expect(length({ part: 'verdict', ms: 420 }, 'none', false)).toBe(600);
    expect(length({ part: 'hold', ms: 240, still: 100 }, 'normal', true)).toBe(100);
  });
});

describe('playing', () => {
  /** Play a score by a clock of our own; `at` tells what is seen after so many milliseconds. */
  function put(score: Score) {
    vi.useFakeTimers();
    const stage = new Stage();
    const done: string[] = [];
    const told: string[] = [];
    const over = stage.play(score, { lay: () => done.push('laid'), tell: (events) => told.push(...events.map((one) => one.kind)), score: () => done.push('score') }).then(() => done.push('over'));
    return { stage, done, told, over, wait: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
  }
  const shot = () => compose(update([event('roll'), event('goal'), event('turn')]), direction);

  test('score, report and view are held back until their beat', async () => {
    const { stage, done, told, wait } = put(shot());
    await wait(10);
    expect([stage.beat?.name, stage.up, done, told]).toEqual(['die', true, [], []]);
    await wait(840);
    expect([stage.beat?.name, stage.verdict?.word, done, told]).toEqual(['in', 'In!', [], ['roll', 'goal']]);
    await wait(420);
    expect([stage.beat?.name, stage.verdict?.word, done]).toEqual(['plate', 'In!', ['score']]);
    await wait(300);
    expect([stage.banner?.word, done]).toEqual(['Goal!', ['score']]);
    await wait(1700);
    expect([stage.beat?.name, stage.up, stage.banner, done]).toEqual(['turn', false, undefined, ['score', 'laid']]);
    await wait(350);
    expect([stage.playing, done]).toEqual([false, ['score', 'laid', 'over']]);
  });

  test('the first tap leads to the verdict, which is seen for a glimpse all the same, the second to the new deal', async () => {
    const { stage, done, wait } = put(shot());
    await wait(100);
    stage.skip();
    await wait(0);
    expect([stage.beat?.name, stage.scene?.reached]).toEqual(['in', ['die', 'breath', 'in']]);
    stage.skip();
    await wait(200);
    expect(stage.beat?.name).toBe('in');
    await wait(60);
    expect([stage.beat?.name, done]).toEqual(['turn', ['score', 'laid']]);
  });

  test('with animation off nothing is played but the verdict, for 600 ms over the old table', async () => {
    settings.speed = 'none';
    const { stage, done, told, wait } = put(shot());
    await wait(10);
    expect([stage.beat?.name, stage.up, stage.voice.saying, done]).toEqual(['in', false, 'Goal.', []]);
    await wait(600);
    expect([done, stage.banner, told]).toEqual([['laid', 'over'], undefined, ['roll', 'goal', 'turn']]);
    const quiet = put(compose(update([event('laid')]), direction));
    await quiet.wait(0);
    expect(quiet.done).toEqual(['laid', 'over']);
  });

  test('a routine move is laid first and then seen', async () => {
    const { stage, done, wait } = put(compose(update([event('laid')]), direction));
    await wait(0);
    expect([stage.playing, done]).toEqual([true, ['laid']]);
    await wait(300);
    expect(done).toEqual(['laid', 'over']);
  });

  test('a beat that comes again begins its part of the scene anew', async () => {
    const { stage, wait } = put(compose(update([event('roll'), event('roll')], { view: view(9, { phase: 'asked' }) }), direction));
    await wait(850);
    expect(stage.scene?.reached).toEqual(['die']);
    await wait(600 + 240);
    expect([stage.playing, stage.up]).toEqual([false, true]);
  });
});

/** What a person waits for in recorded matches, if every decision takes them so long. A bot takes its least time, and a move
 *  that leaves no choice its pause. */
const DECISION = 4000;
const BOT = 400;
const FORCED = 400;
const MOST = 0.35;
const LEAST_DECISIVE = 1200;
const ROUTINE = 400;

describe('recorded matches', () => {
  test.each(GAMES.map((game) => game.name))('%s: waiting is at most 35 % of a match; nothing decisive is hurried, nothing routine is slow', async (game) => {
    const kit = await loadKit(game);
    const { views, moves } = tape(game);
    let [waited, decisions, verdicts] = [0, 0, 0];
    for (let n = 1; n < views.length; n++) {
      const [held, next] = [views[n - 1]?.seat as View, views[n]?.seat as View];
      const own = held.seats[0]?.waiting === true && moves[n - 1]?.seat === 0;
      const score = compose({ held, view: next, events: next.events, own, shared: false }, kit.stage, kit.side);
      waited += own ? whole(score) : Math.max(whole(score), BOT);
      if (own && held.choices.length > 1) decisions++;
      else if (own) waited += FORCED;
      for (const beat of score.beats) if (beat.part === 'routine') expect(beat.ms, beat.name).toBeLessThanOrEqual(Math.max(ROUTINE, 880));
      verdicts += score.beats.filter((beat) => beat.part === 'verdict').length;
    }
    expect(verdicts).toBeGreaterThan(0);
    const share = waited / (waited + decisions * DECISION);
    console.log(`${game}: ${decisions} decisions, ${Math.round(waited / 1000)} s waited, ${Math.round(100 * share)} %`);
    expect(share).toBeLessThanOrEqual(MOST);
  });

  test.each(GAMES.map((game) => game.name))('%s: from the first die to the verdict of a goal at least 1.2 s', async (game) => {
    const kit = await loadKit(game);
    const { views } = tape(game);
    const climaxes = views.slice(1).flatMap(({ seat: next }, n) => {
      const { beats } = compose({ held: views[n]?.seat as View, view: next, events: next.events, own: false, shared: false }, kit.stage, kit.side);
      return beats.flatMap((beat, at) => {
        if (beat.part !== 'verdict' || !beats.slice(0, at).some((one) => one.part === 'decisive' && one.sound === 'dice')) return [];
        const first = beats.findIndex((one) => one.sound === 'dice');
        return [beats.slice(first, at + 1).reduce((sum, one) => sum + one.ms, 0)];
      });
    });
    for (const ms of climaxes) expect(ms).toBeGreaterThanOrEqual(LEAST_DECISIVE);
  });
});

describe('what is heard', () => {
  test('sentences come one after the other, slowly enough to follow; whoever is far behind hears the latest', async () => {
    vi.useFakeTimers();
    const voice = new Voice();
    const heard: string[] = [];
    for (let n = 1; n <= 9; n++) voice.say(`Sentence number ${n}.`);
    for (let ms = 0; ms < 20_000; ms += 100) {
      if (heard.at(-1) !== voice.saying) heard.push(voice.saying);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(heard).toEqual([1, 4, 5, 6, 7, 8, 9].map((n) => `Sentence number ${n}.`));
    voice.say('Goal.');
    await vi.advanceTimersByTimeAsync(2000);
    voice.say('Goal.');
    expect(voice.saying).not.toBe('Goal.'); // said again, and so heard again
    voice.hush();
    vi.useRealTimers();
  });

  test.each(['normal', 'none'] as const)('a rival’s die and what came of it are told, with animation %s', async (speed) => {
    vi.useFakeTimers();
    const before = settings.speed;
    set('speed', speed);
    const stage = new Stage();
    const routine = { beats: [{ name: 'roll', part: 'routine' as const, ms: 300, events: [{ ply: 1, kind: 'rolled', args: {}, text: 'Kiln, pass: 2 cells forward.', rule: '', clock: '', time: '' }], staged: false, closes: false }], lay: 0, heavy: false, keeps: false };
    const done = stage.play(routine, { lay: () => undefined, tell: () => undefined, score: () => undefined });
    await vi.advanceTimersByTimeAsync(50);
    expect(stage.voice.saying).toBe('Kiln, pass: 2 cells forward.');
    await vi.advanceTimersByTimeAsync(1000);
    await done;
    stage.clear();
    set('speed', before);
    vi.useRealTimers();
  });
});
