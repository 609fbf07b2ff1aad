/** How MCS is played to the people at the table: the lap is turned and ridden, attacks are tested line by line, and the flag falls. */

import { numbered } from '../../lib/faces';
import type { Cue, Direction, Plan } from '../../lib/stage/score';
import { band, noGoal } from '../../lib/stage/verdicts';
import type { Piece, View } from '../../lib/wire';
import { t } from '../../lib/words.svelte';
import { LETTERS, letterOf, ownerOf, tracksOf, zoneOf } from './looks';
import type { Event } from './wire';

/** Numbers that events carry. */
const FINISH = 2;
const NONE = -1;
const RIDERS = 5;
const POINTS = [3, 2, 1, 0];

/** A rider's colour: five of each. */
const letter = (rider: number) => LETTERS[Math.floor(rider / RIDERS)] ?? '';
const seatOf = (view: View, rider: number) => ownerOf(view, letter(rider)) ?? 0;
const places = ({ first, second, third, fourth }: Record<'first' | 'second' | 'third' | 'fourth', number>) => [first, second, third, fourth].filter((one) => one !== NONE);

/** The running order, by colours, with numbers and names, as it is after what was told so far. */
function running({ held, before, event }: Cue): { letters: string; riders: Record<string, number | string> } {
  const start = zoneOf(held, 'order')?.pieces ?? [];
  let order = start.map(letterOf);
  const riders: Record<string, number | string> = {};
  const ride = (one: string, facts: Piece['facts'] | undefined) => Object.assign(riders, { [`number.${one}`]: Number(facts?.number ?? 0), [`name.${one}`]: String(facts?.surname ?? '') });
  for (const piece of start) ride(letterOf(piece), piece.facts);
  const pass = (one: number, two: number) => {
    const rest = order.filter((each) => each !== letter(one));
    order = rest.toSpliced(Math.max(0, rest.indexOf(letter(two))), 0, letter(one));
  };
  for (const told of [...before, event] as Event[]) {
    if (told.kind === 'lined_up') {
      order = places(told.args).map(letter);
      for (const rider of places(told.args)) ride(letter(rider), numbered('mcs', 'rider', rider)?.facts);
    } else if (told.kind === 'order') order = places(told.args).map(letter);
    else if (told.kind === 'attack_won') pass(told.args.rider, told.args.ahead);
    else if (told.kind === 'overtook') pass(told.args.rider, told.args.passed);
    else if (told.kind === 'heat_result') order = places(told.args).map(letter);
  }
  return { letters: order.join(''), riders };
}

const field = (cue: Cue) => {
  const { letters, riders } = running(cue);
  return { order: letters, ...riders };
};

/** The card is turned, then the field rides once round; the first lap from the gate is shorter. A heat has few decisions:
 *  its beats are short, or the meeting would be spent waiting. */
function lap({ lap: number, kind }: { lap: number; kind: number }, cue: Cue): Plan[] {
  const words = { tab: t('Lap {n}', { n: number }), text: cue.event.text };
  const card: Plan = { name: 'lap card', part: 'decisive', ms: 180, still: 180, sound: 'card', shows: { lap: number, kind, ...field(cue) }, say: cue.event.text, words };
  if (kind === FINISH) return [card, { name: 'flag', part: 'hold', ms: 250, still: 250, sound: 'whistle', words }];
  return [card, { name: 'ride', part: 'hold', ms: number === 1 ? 400 : 560, still: 300, sound: 'engine', shows: { rides: number }, words }];
}

/** One line after the other is tried: shut, shut, open. */
function lines(attack: number, defence: number): Plan[] {
  const shut = new Set(tracksOf(numbered('mcs', 'card', defence)).flatMap(({ letter: one, on }) => (on ? [one] : [])));
  const tried = tracksOf(numbered('mcs', 'card', attack)).filter(({ on }) => on);
  return tried.map(({ letter: one }, n): Plan => {
    const word = shut.has(one) ? t('{line} shut', { line: one }) : t('{line} open', { line: one });
    return { name: `line ${one}`, part: 'decisive', ms: n === tried.length - 1 ? 460 : 240, still: 240, sound: n === tried.length - 1 ? 'hush' : 'slap', shows: { line: word }, say: `${word}.` };
  });
}

function fight(won: boolean) {
  return (args: { rider: number; ahead: number; attack: number; defence: number }, cue: Cue): Plan[] => {
    const { rider, ahead, attack, defence } = args;
    const seat = seatOf(cue.held, rider);
    const words = { tab: t('The attack'), text: t('Every line that is not shut leads past.') };
    const before = field({ ...cue, event: { ...cue.event, kind: '' } });
    const laid = { ...before, attacks: letter(rider), ahead: letter(ahead), attack, defence, clash: cue.event.ply * 10 + cue.before.length };
    const silence = cue.whose(seatOf(cue.held, ahead)) === 'mine' ? 300 : 700; // whoever kept the card knows it
    const test: Plan[] = defence === NONE ? [{ name: 'turned', part: 'hold', ms: silence, sound: 'hush', shows: laid, words }] : [{ name: 'turned', part: 'decisive', ms: 320, still: 200, sound: 'slap', shows: laid, words }, ...lines(attack, defence)];
    const verdict = won
      ? { ...noGoal(cue, seat, t('Past him!'), cue.event.text, 500, 'engine'), shows: field(cue) }
      : noGoal(cue, seat, t('Shut!'), cue.event.text, 500, 'slap');
    return [...test, { ...verdict, still: 500, verdict: { word: won ? t('Past him!') : t('Shut!'), text: cue.event.text, whose: cue.whose(seat), scored: won } }];
  };
}

function trouble({ rider, kind }: { rider: number; kind: number }, cue: Cue): Plan[] {
  return [
    { name: 'trouble', part: 'decisive', ms: 780, still: 350, sound: 'hush', shows: { ...field(cue), kind, falls: letter(rider) } },
    { ...noGoal(cue, seatOf(cue.held, rider), t('Trouble!'), cue.event.text, 950, 'thud'), shows: { fell: letter(rider) } },
  ];
}

/** The points of the sides in this heat, the host's first as on the scoreboard. */
function heat(args: Record<'heat' | 'first' | 'second' | 'third' | 'fourth', number>, cue: Cue): Plan[] {
  const sides = { mine: 0, theirs: 0, watched: 0 };
  const home = { one: 0, two: 0 };
  for (const [place, rider] of places(args).entries()) {
    sides[cue.whose(seatOf(cue.held, rider))] += POINTS[place] ?? 0;
    home[rider < 2 * RIDERS ? 'one' : 'two'] += POINTS[place] ?? 0;
  }
  const own = cue.next.seat === null || sides.watched > 0 || cue.next.seats.length !== 2 ? undefined : sides.mine - sides.theirs;
  const word = own === undefined ? t('Heat {n}', { n: args.heat }) : `${home.one} : ${home.two}`;
  const mood = own === undefined || own === 0 ? 'plain' : own > 0 ? 'feast' : 'hurt';
  const text = cue.event.text;
  const ms = { feast: 800, plain: 540, hurt: 700 }[mood];
  return [
    { name: 'result', part: 'verdict', ms: 380, sound: 'tick', say: text, shows: { ...field(cue), points: 1 }, verdict: { word, text, whose: own === undefined ? 'watched' : own < 0 ? 'theirs' : 'mine', scored: (own ?? 0) !== 0 } },
    { name: 'plate', part: 'plate', ms: 200, still: 120, sound: 'plate' },
    { name: 'heat over', part: 'banner', ms, sound: mood === 'hurt' ? 'groan' : 'crowd', banner: { word, text, mood } },
  ];
}

const swept = (_: object, cue: Cue): Plan => ({ name: 'order', part: 'decisive', ms: 900, still: 400, sound: 'engine', shows: field(cue), say: cue.event.text, words: { text: cue.event.text } });

export const stage: Direction<Event> = {
  scene: ['lap', 'attack_won', 'attack_lost', 'trouble', 'heat_result', 'order', 'overtook'],
  curtain: ['heat'],
  deal: 140,
  stamp: { wide: [50, 86], tall: [50, 84] },
  beats: {
    heat: ({ heat: n }, cue) => ({ name: 'heat', part: 'deal', ms: 380, sound: 'whistle', say: cue.event.text, banner: { word: t('Heat {n}', { n }), text: cue.event.text, mood: 'plain' } }),
    run_off: (_, cue) => band('run-off', t('Run-off'), cue.event.text, 1000),
    lined_up: (_, cue) => ({ name: 'gate', part: 'event', ms: 120, still: 120, sound: 'engine', words: { text: cue.event.text } }),
    lap,
    attacked: { name: 'attacked', part: 'routine', ms: 260, sound: 'card' },
    attack_won: fight(true),
    attack_lost: fight(false),
    opened: { name: 'opened', part: 'routine', ms: 260, sound: 'slap' },
    beaten: { name: 'beaten', part: 'routine', ms: 260, sound: 'slap' },
    won_bend: { name: 'bend', part: 'event', ms: 220, sound: 'slap' },
    order: swept,
    overtook: swept,
    locked_first: { name: 'locked', part: 'event', ms: 400, sound: 'slap' },
    locked_last: { name: 'locked', part: 'event', ms: 400, sound: 'slap' },
    stole: { name: 'stole', part: 'event', ms: 400, sound: 'card' },
    stolen: { name: 'stole', part: 'event', ms: 400, sound: 'card' },
    called: { name: 'called', part: 'event', ms: 400, sound: 'card' },
    trouble,
    waved_off: { name: 'waved off', part: 'event', ms: 400, sound: 'whistle' },
    heat_result: heat,
    full_time: { name: 'whistle', part: 'event', ms: 600, sound: 'crowd' },
  },
};
