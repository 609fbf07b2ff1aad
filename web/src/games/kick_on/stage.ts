/** How Kick On is played to the people at the table: the attack counts up, the defence counts up, and two dice meet what is missing. */

import { numbered } from '../../lib/faces';
import type { Cue, Direction, Plan } from '../../lib/stage/score';
import { band, goal, noGoal, wide } from '../../lib/stage/verdicts';
import { ofKind } from '../../lib/told';
import { t } from '../../lib/words.svelte';
import type { Event } from './wire';

const [ONE, SIX] = [1, 6];
const FACES = [1, 2, 3, 4, 5, 6];
const printed = (player: number, fact: 'attack' | 'defence') => Number(numbered('kick_on', 'player', player)?.facts[fact] ?? 0);
const told = (cue: Cue) => cue.before as Event[];
const sums = (args: { dice: number; attack: number; defence: number }) => t('{n} against {of}.', { n: args.attack + args.dice, of: args.defence });

/** A man goes forward, and what is printed on him counts. */
function forward({ player }: { player: number }, cue: Cue): Plan[] {
  const before = ofKind(told(cue), 'attacker').map((event) => event.args.player);
  const sum = [...before, player].reduce((total, one) => total + printed(one, 'attack'), 0);
  const man: Plan = { name: `man ${before.length}`, part: 'decisive', ms: 150, still: 60, sound: 'slap', shows: { [`man.${before.length}`]: player, men: before.length + 1, attack: sum } };
  if (cue.after[0]?.kind === 'attacker') return [man];
  const whole = cue.next.counters.find((counter) => counter.id === 'attack')?.value ?? sum;
  return [man, { name: 'attack', part: 'decisive', ms: 220, sound: 'tick', shows: { attack: whole }, say: t('Attack {n}.', { n: whole }), words: { tab: t('The attack'), text: t('Attack {n}.', { n: whole }) } }];
}

/** A man steps in the way; the goalkeeper and what cards add come with the last of them. */
function cover({ player }: { player: number }, cue: Cue): Plan[] {
  const before = ofKind(told(cue), 'defender').map((event) => event.args.player);
  const sum = [...before, player].reduce((total, one) => total + printed(one, 'defence'), 0);
  const whole = ofKind(told(cue), 'defence').at(-1)?.args.defence ?? sum;
  const man: Plan = { name: `cover ${before.length}`, part: 'decisive', ms: 130, still: 60, sound: 'slap', shows: { [`cover.${before.length}`]: player, covers: before.length + 1, defence: Math.min(sum, whole) } };
  return cue.after[0]?.kind === 'defender' ? [man] : [man, defended(whole)];
}

const defended = (defence: number): Plan => ({ name: 'defence', part: 'decisive', ms: 200, sound: 'tick', shows: { defence }, say: t('Defence {n}.', { n: defence }), words: { tab: t('The defence'), text: t('Defence {n}.', { n: defence }) } });

/** Whether two dice are a goal: two ones never are, two sixes always. */
const scores = (one: number, two: number, missing: number) => (one === ONE && two === ONE ? false : (one === SIX && two === SIX) || one + two > missing);

function now(one: number, missing: number): { text: string; settled: boolean } {
  const good = FACES.filter((two) => scores(one, two, missing));
  if (good.length === 0) return { text: t('{n}: too little, whatever comes.', { n: one }), settled: true };
  if (good.length === FACES.length) return { text: t('{n}: enough, whatever comes.', { n: one }), settled: true };
  return { text: t('{n}. Now {least} or more.', { n: one, least: Math.min(...good) }), settled: false };
}

/** What is needed, the first die, what is needed now, the second. */
function dice({ one, two, attack, defence }: { one: number; two: number; attack: number; defence: number }, [first, hold, second]: [number, number, number]): Plan[] {
  const missing = defence - attack;
  const { text, settled } = now(one, missing);
  const tab = t('The shot');
  return [
    { name: 'need', part: 'hold', ms: 300, shows: { attack, defence, need: missing + 1 }, say: t('{n} or more on two dice.', { n: missing + 1 }), words: { tab, text: t('{n} or more on two dice.', { n: missing + 1 }) } },
    { name: 'first die', part: 'decisive', ms: first, still: 300, sound: 'dice', shows: { one }, say: String(one) },
    { name: 'now', part: 'hold', ms: hold, sound: 'hush', words: { tab, text } },
    { name: 'second die', part: 'decisive', ms: settled ? 350 : second, still: 350, sound: 'dice', shows: { two }, words: { tab, text } },
    { name: 'sum', part: 'hold', ms: 320, sound: 'tick', shows: { sum: attack + one + two }, say: `${attack + one + two}` },
  ];
}

function rolledAgain({ one, two }: { one: number; two: number }, cue: Cue): Plan[] {
  const end = [...ofKind(told(cue), 'rolled'), ...ofKind(cue.after as Event[], 'goal', 'no_goal')].at(-1)?.args;
  const value = (id: string) => cue.held.counters.find((counter) => counter.id === id)?.value ?? 0;
  return dice({ one, two, attack: end?.attack ?? value('attack'), defence: end?.defence ?? value('defence') }, [420, 180, 500]);
}

function missed(args: { seat: number; dice: number; attack: number; defence: number }, cue: Cue): Plan {
  const [sum, whose] = [args.attack + args.dice, cue.whose(args.seat)];
  const places = { n: sum, of: args.defence, less: args.defence - sum };
  const text = args.dice === ONE + ONE ? t('Two ones are never a goal.') : sum === args.defence ? t('{n} against {of}: level is not enough.', places) : t('{n} against {of}: {less} short.', places);
  return noGoal(cue, args.seat, whose === 'theirs' ? t('Held!') : t('No goal!'), text, 950);
}

/** A penalty or a kick of the shoot-out: one man, one die. */
function spot(scored: boolean) {
  return ({ seat, player, die, attack, defence }: { seat: number; player: number; die: number; attack: number; defence: number }, cue: Cue): Plan[] => {
    const text = t('{n} against {of}.', { n: attack + die, of: defence });
    const least = Math.max(ONE, defence - attack + 1);
    const whose = cue.whose(seat);
    const kick = cue.event.kind.startsWith('kick');
    return [
      { name: 'taker', part: 'decisive', ms: 250, sound: 'card', shows: { 'man.0': player, men: 1, covers: 0, attack, defence, need: least } },
      { name: 'need', part: 'hold', ms: 200, words: { tab: t('From the spot'), text: t('Needs {n} or more.', { n: least }) }, say: t('Needs {n} or more.', { n: least }) },
      { name: 'first die', part: 'decisive', ms: 700, still: 350, sound: 'dice', shows: { one: die } },
      { name: 'sum', part: 'hold', ms: 260, sound: 'hush', shows: { sum: attack + die } },
      ...(scored && !kick ? goal(cue, seat, text, { net: 440 }) : [{ name: 'verdict', part: 'verdict' as const, ms: kick ? 500 : 900, sound: scored ? ('net' as const) : whose === 'theirs' ? ('relief' as const) : ('groan' as const), say: text, verdict: { word: scored ? t('Scored!') : wide(whose), text, whose, scored } }]),
    ];
  };
}

export const stage: Direction<Event> = {
  scene: ['attack', 'attacker', 'defence', 'defender', 'rolled', 'rerolled', 'goal', 'no_goal', 'damage', 'stopped', 'checked', 'penalty_goal', 'penalty_missed', 'kick_in', 'kick_out'],
  curtain: ['turn'],
  lasts: ['defenders', 'defence_window', 'roll_window'],
  stamp: { wide: [70, 92], tall: [50, 88] },
  beats: {
    turn: { name: 'turn', part: 'deal', ms: 380, still: 120, sound: 'card' },
    energy: { name: 'energy', part: 'routine', ms: 220, sound: 'card' },
    played: { name: 'played', part: 'routine', ms: 380, sound: 'slap' },
    answered: { name: 'answered', part: 'event', ms: 520, sound: 'slap' },
    attack: ({ seat }, cue) => ({ name: 'sheet', part: 'decisive', ms: 180, still: 100, shows: { attacker: seat, men: 0, covers: 0, attack: 0, defence: 0 }, say: cue.event.text, words: { tab: t('The attack'), text: cue.event.text } }),
    attacker: forward,
    defence: ({ attack, defence, count }, cue) => (count ? { name: 'keeper', part: 'decisive', ms: 130, still: 60, sound: 'slap', shows: { attack, covers: 0 }, words: { tab: t('The defence'), text: t('Who stands in the way?') } } : [defended(defence)].map((plan) => ({ ...plan, say: cue.event.text }))),
    defender: cover,
    rolled: (args) => dice(args, [600, 260, 700]),
    rerolled: rolledAgain,
    goal: (args, cue) => goal(cue, args.seat, sums(args), { net: 440 }),
    no_goal: missed,
    damage: ({ seat, count }, cue) => ({ name: 'torn', part: 'hold', ms: Math.min(240 + 52 * count, 760), still: 300, sound: 'tear', shows: { torn: count, loser: seat }, say: cue.event.text, words: { text: cue.event.text } }),
    stopped: ({ seat }, cue) => ({ ...noGoal(cue, seat, t('Stopped!'), cue.event.text, 900, 'whistle') }),
    fouler: { name: 'fouler', part: 'routine', ms: 380, sound: 'whistle' },
    checked: ({ die }, cue) => [{ name: 'check', part: 'decisive', ms: 520, still: 300, sound: 'dice', shows: { check: die } }, { name: 'checked', part: 'hold', ms: 380, say: cue.event.text, words: { text: cue.event.text } }],
    injured: (_, cue) => band('injured', t('Injury'), cue.event.text, 700, 'thud'),
    expelled: (_, cue) => band('expelled', t('Red card!'), cue.event.text, 900),
    penalty: (_, cue) => band('penalty', t('Penalty!'), cue.event.text, 900),
    penalty_goal: spot(true),
    penalty_missed: spot(false),
    kick_in: spot(true),
    kick_out: spot(false),
    last_turn: (_, cue) => band('last turn', t('Last turn'), cue.event.text, 1000),
    shootout: (_, cue) => band('shoot-out', t('Shoot-out'), cue.event.text, 1200),
    full_time: { name: 'whistle', part: 'event', ms: 600, sound: 'whistle' },
  },
};
