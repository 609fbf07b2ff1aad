/** How Kickards is played to the people at the table: the d6 finds a row, the row a chance, and two ten-siders meet its line. */

import type { Cue, Direction, Plan } from '../../lib/stage/score';
import { band, goal, noGoal, wide } from '../../lib/stage/verdicts';
import { follows, ofKind } from '../../lib/told';
import type { Happening } from '../../lib/wire';
import { t } from '../../lib/words.svelte';
import type { Event } from './wire';

const RED = 2;
const TEN = 10;
const HUNDRED = 100;

const told = (events: Happening[]) => events as Event[];
const lastShot = (cue: Cue) => ofKind(told(cue.before), 'shot').at(-1)?.args;

/** The numbers that the tens leave: 00 is one to nine, or a hundred. */
function left(roll: number): number[] {
  const tens = Math.floor((roll % HUNDRED) / TEN) * TEN;
  return Array.from({ length: TEN }, (_, ones) => tens + ones || HUNDRED);
}

function narrowed(roll: number, chance: number): string {
  const good = left(roll).filter((one) => one <= chance).length;
  if (good === 0) return t('Too many already, whatever the ones say.');
  return good === TEN ? t('It is in, whatever the ones say.') : t('The ones decide: {n} of ten are a goal.', { n: good });
}

function tenSiders(roll: number, chance: number, [first, hold, second, ball]: [number, number, number, number]): Plan[] {
  const good = left(roll).filter((one) => one <= chance).length;
  const settled = good === 0 || good === TEN;
  const tens = Math.floor((roll % HUNDRED) / TEN) * TEN;
  const words = { tab: t('The shot'), text: narrowed(roll, chance) };
  return [
    { name: 'tens', part: 'decisive', ms: first, still: 300, sound: 'dice', shows: { roll, chance }, say: t('Tens: {n}.', { n: tens }), words: { tab: t('The shot'), text: t('{chance} % it is.', { chance }) } },
    { name: 'window', part: 'hold', ms: settled ? Math.min(hold, 180) : hold, sound: 'hush', words },
    { name: 'ones', part: 'decisive', ms: settled ? Math.min(second, 300) : second, still: 300, sound: 'dice', words },
    { name: 'ball', part: 'hold', ms: ball, words },
  ];
}

const line = (chance: number): Plan => ({ name: 'line', part: 'decisive', ms: 280, still: 200, shows: { chance }, say: t('{chance} per cent.', { chance }), words: { tab: t('The shot'), text: t('{chance} % it is.', { chance }), small: t('As much or less on the two ten-siders is a goal.') } });

/** What moves the printed chance, one after the other. */
function modifiers(args: Extract<Event, { kind: 'chance' }>['args'], cue: Cue): Plan[] {
  const { base, by_event, by_line_ups, by_stars, by_control, halvings } = args;
  const steps: [string, number][] = [[t('event'), by_event], [t('line-ups'), by_line_ups], [t('stars'), by_stars], [t('control'), by_control]];
  const signed = (n: number) => (n > 0 ? `+${n}` : `−${-n}`);
  let sum = base;
  const plans = steps.filter(([, by]) => by !== 0).map(([name, by], n): Plan => ({ name: `by ${n}`, part: 'decisive', ms: 170, sound: 'tick', shows: { percent: (sum += by), [`by.${n}`]: `${signed(by)} ${name}` } }));
  for (let n = 0; n < halvings; n++) plans.push({ name: `half ${n}`, part: 'decisive', ms: 170, sound: 'tick', shows: { percent: (sum = Math.ceil(sum / 2)), [`half.${n}`]: t('halved') } });
  const chance = ofKind(told(cue.after), 'shot')[0]?.args.chance ?? sum;
  return [{ name: 'base', part: 'decisive', ms: 200, sound: 'tick', shows: { percent: base } }, ...plans, { ...line(chance), shows: { chance, percent: chance } }];
}

/** Where no row has found the chance, its line is drawn first. */
function shot({ roll, chance }: { roll: number; chance: number }, cue: Cue): Plan[] {
  const drawn = cue.before.some((event) => event.kind === 'chance');
  return [...(drawn ? [] : [{ ...line(chance), shows: { chance, percent: chance } }]), ...tenSiders(roll, chance, [560, 320, 720, 240])];
}

function scored({ seat }: { seat: number }, cue: Cue): Plan[] {
  const found = lastShot(cue);
  return goal(cue, seat, found ? t('{n} against {chance} %.', { n: found.roll, chance: found.chance }) : cue.event.text);
}

function missed({ seat }: { seat: number }, cue: Cue): Plan {
  const found = lastShot(cue);
  const text = found ? t('{n} against {chance} %: {more} too many.', { n: found.roll, chance: found.chance, more: found.roll - found.chance }) : cue.event.text;
  return noGoal(cue, seat, wide(cue.whose(seat)), text);
}

function checked({ seat, chance, roll, success }: { seat: number; chance: number; roll: number; success: number }, cue: Cue): Plan[] {
  const words = { tab: 'VAR', text: t('{chance} % to overturn it.', { chance }) };
  return [
    { name: 'var', part: 'decisive', ms: 500, still: 300, sound: 'hush', shows: { var: chance, caller: seat }, say: words.text, words },
    { name: 'var tens', part: 'decisive', ms: 500, still: 300, sound: 'dice', shows: { check: roll }, words },
    { name: 'var ones', part: 'decisive', ms: 600, still: 300, sound: 'dice', words },
    { name: 'var breath', part: 'hold', ms: 250, words },
    { name: 'verdict', part: 'verdict', ms: 700, sound: 'whistle', say: success ? t('Overturned') : t('The decision stands'), verdict: { word: success ? t('Overturned') : t('The decision stands'), text: t('{n} against {chance} %.', { n: roll, chance }), whose: cue.whose(seat), scored: false } },
  ];
}

function kick({ seat, card, position, goal: goes, roll, chance }: { seat: number; card: number; position: number; goal: number; roll: number; chance: number }, cue: Cue): Plan[] {
  const text = roll ? t('{n} against {chance} %.', { n: roll, chance }) : cue.event.text;
  const whose = cue.whose(seat);
  const word = goes ? t('Scored!') : wide(whose);
  return [
    { name: 'd6', part: 'decisive', ms: 500, still: 250, sound: 'dice', shows: { card, d6: position, position } },
    ...(roll ? [{ ...line(chance), ms: 200, shows: { chance, percent: chance } }, ...tenSiders(roll, chance, [450, 200, 550, 160])] : []),
    { name: 'verdict', part: 'verdict', ms: 500, sound: goes ? 'net' : whose === 'theirs' ? 'relief' : 'groan', say: `${text} ${word}`, verdict: { word, text, whose, scored: goes === 1 } },
  ];
}

const d6 = ({ die, position }: { die: number; position: number }, ms = 620): Plan => ({ name: 'd6', part: 'decisive', ms, still: 250, sound: 'dice', shows: { d6: die, position } });
const bought: Plan = { name: 'bought', part: 'routine', ms: 250, each: 80, most: 600, sound: 'tick' };
const pause = (name: string) => (_: object, cue: Cue): Plan => band(name, follows(WORDS, cue.event as Event) ?? '', cue.event.text);
const WORDS = { half_time: () => t('Half-time'), second_leg: () => t('Second leg'), extra_time: () => t('Extra time'), added_time: () => t('Added time'), shootout: () => t('Shoot-out') };

export const stage: Direction<Event> = {
  scene: ['k6', 'used', 'row', 'die', 'chance', 'shot', 'goal', 'miss', 'no_shot', 'var_call', 'kick'],
  curtain: ['turn', 'kick_off'],
  lasts: ['position', 'percent', 'reroll'],
  stamp: { wide: [12, 88], tall: [50, 98], low: [50, 82] },
  beats: {
    turn: { name: 'turn', part: 'deal', ms: 350, still: 150, sound: 'card' },
    laid: { name: 'laid', part: 'routine', ms: 300, sound: 'card' },
    revealed: { name: 'revealed', part: 'event', ms: 500, each: 70, most: 800, sound: 'slap' },
    extra_stars: { name: 'stars', part: 'routine', ms: 300, sound: 'tick' },
    bids: { name: 'bids', part: 'event', ms: 600, sound: 'slap' },
    event_drawn: { name: 'event', part: 'routine', ms: 400, sound: 'card' },
    exchanged: { name: 'exchanged', part: 'routine', ms: 400, sound: 'card' },
    blocked: { name: 'blocked', part: 'routine', ms: 400, sound: 'slap' },
    played_coach: { name: 'coach', part: 'event', ms: 500, sound: 'slap' },
    bought,
    given: bought,
    control: bought,
    k6: (args) => [{ name: 'forward', part: 'decisive', ms: 280, still: 150, sound: 'card', words: { tab: t('The shot'), text: t('The shooter steps up.') } }, d6(args)],
    used: (args, cue) => (cue.event.args.die ? { ...d6(args, 500), say: cue.event.text } : undefined),
    die: ({ die }, cue) => ({ name: 'die', part: 'decisive', ms: 620, still: 250, sound: 'dice', shows: { die }, say: cue.event.text }),
    row: ({ card, position }, cue) => ({ name: 'row', part: 'decisive', ms: 260, sound: 'tick', shows: { card, position }, say: cue.event.text }),
    chance: modifiers,
    shot,
    goal: scored,
    miss: missed,
    no_shot: ({ seat }, cue) => noGoal(cue, seat, t('No shot!'), cue.event.text, 700, 'whistle'),
    var_call: checked,
    undone: { name: 'plate', part: 'plate', ms: 300, still: 120, sound: 'plate' },
    cancelled: (_, cue) => band('cancelled', t('Goal cancelled!'), cue.event.text, 1000),
    booked: ({ booking }, cue) => band('booked', booking === RED ? t('Red card!') : t('Yellow card'), cue.event.text, 900),
    kick,
    half_time: pause('half-time'),
    second_leg: pause('second leg'),
    extra_time: pause('extra time'),
    added_time: pause('added time'),
    shootout: pause('shoot-out'),
    whistle: { name: 'whistle', part: 'event', ms: 600, sound: 'whistle' },
  },
};
