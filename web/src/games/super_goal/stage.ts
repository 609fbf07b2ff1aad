/** How Super Goal! is played to the people at the table: the shot flies from stop to stop, and a die is rolled at each. */

import type { Cue, Direction, Plan } from '../../lib/stage/score';
import { band, goal, noGoal, tally, wide } from '../../lib/stage/verdicts';
import type { Happening } from '../../lib/wire';
import { t } from '../../lib/words.svelte';
import { COLUMNS, ROWS } from './geometry';
import { type Cell, stops } from './path';
import type { Event } from './wire';

/** Faces of the dice, as events number them. */
const SHOT = { post: 2, bar: 3, wide: 4 };
const DEFENCE = { intercept: 0, clear: 3, foul: 4 };
const SAVE = { save: 0, concede: 1 };
const PENALTY = { goal: 0, tip: 1, wide: 2, punch: 3 };
const OWN_GOAL = 5;
const DICE = new Set(['shot_rolled', 'defender_rolled', 'keeper_rolled', 'penalty_rolled']);
const DECIDES = new Set([...DICE, 'shot', 'kick', 'goal']);

/** Whether something is decided in this update: then the scene shows every step of it. */
const decides = ({ event, before, after }: Cue) => [...before, event, ...after].some(({ kind }) => DECIDES.has(kind));
const at = (event: Happening): { column: number; row: number } => stops([event] as Event[])[0] ?? { column: 3, row: 6 };
const shown = ({ column, row }: Cell) => ({ column, row });

/** The arrow die and the way of the ball: the pitch shows it, unless something is decided at its end. */
const rolled = ({ number }: { number: number }, cue: Cue): Plan => ({ name: 'roll', part: decides(cue) ? 'decisive' : 'routine', ms: decides(cue) ? 480 : Math.min(480 + 100 * number, 880), still: 250, sound: 'dice', words: { text: cue.event.text } });
const moved = (_: object, cue: Cue): Plan | undefined => (decides(cue) ? { name: 'ball', part: 'decisive', ms: 240, still: 150, sound: 'thud', shows: shown(at(cue.event)) } : undefined);

/** Nobody has answered in time, and a move is made: whoever it was made for has to know. */
const playedFor = ({ seat, rolled: die }: { seat: number; rolled: number }, cue: Cue): Plan => {
  const text = cue.whose(seat) !== 'mine' ? cue.event.text : die ? t('Time is up: the plainest die is rolled for you.') : t('Time is up: the ball goes left for you.');
  return { name: 'time is up', part: 'event', ms: 900, sound: 'whistle', say: text, words: { tab: t('Time is up'), text } };
};

/** A die is rolled, and tells its face when it lies. */
const die = (name: string, face: number, ms: number, still = 300): Plan => ({ name: `${name} die`, part: 'decisive', ms, still, sound: 'dice', shows: { [name]: face, last: name }, words: { tab: t('The shot'), text: waits(name) } });
const lies = (name: string, cue: Cue, ms = 220): Plan => ({ name: `${name} lies`, part: 'hold', ms, sound: 'hush', say: cue.event.text, words: { tab: t('The shot'), text: cue.event.text } });

function waits(name: string): string {
  if (name === 'shot') return t('The shot die decides.');
  if (name === 'defender') return t('The defender throws himself in.');
  return name === 'keeper' ? t('Only the keeper now.') : t('From the spot.');
}

function shotRolled({ seat, face }: { seat: number; face: number }, cue: Cue): Plan[] {
  const roll = die('shot', face, 640);
  const goalLine = shown({ column: (COLUMNS + 1) / 2 + (face === SHOT.wide ? 1.2 : 0.62), row: seat === 1 ? 0.55 : ROWS + 0.45 });
  const strike: Plan = { name: 'strike', part: 'decisive', ms: 240, still: 150, sound: 'thud', shows: goalLine };
  if (face === SHOT.wide) return [roll, lies('shot', cue), strike, noGoal(cue, seat, wide(cue.whose(seat)), cue.event.text)];
  if (face === SHOT.post || face === SHOT.bar) return [roll, strike, { ...noGoal(cue, seat, face === SHOT.post ? t('Post!') : t('Crossbar!'), cue.event.text, 900, 'post') }];
  return [roll, lies('shot', cue)];
}

function defended({ seat, face }: { seat: number; face: number }, cue: Cue): Plan[] {
  const shot = [...cue.before, ...cue.after].some(({ kind }) => kind === 'shot' || kind === 'shot_rolled') || cue.held.phase === 'shot_window';
  const stops = face === DEFENCE.intercept || face === DEFENCE.clear || face === DEFENCE.foul;
  const plans = [die('defender', face, 560), lies('defender', cue, shot ? 220 : 320)];
  return shot && stops ? [...plans, { ...noGoal(cue, 1 - seat, face === DEFENCE.foul ? t('Foul!') : t('Blocked!'), cue.event.text, 900, 'slap') }] : plans;
}

function kept({ seat, face }: { seat: number; face: number }, cue: Cue): Plan[] {
  const plans = [die('keeper', face, 760, 350), lies('keeper', cue)];
  return face === SAVE.concede ? plans : [...plans, noGoal(cue, seat, face === SAVE.save ? t('Saved!') : t('Kept out!'), cue.event.text, 950, 'slap')];
}

function fromTheSpot({ seat, face }: { seat: number; face: number }, cue: Cue, last: Plan[]): Plan[] {
  const spot = shown({ column: (COLUMNS + 1) / 2, row: seat === 1 ? 2 : ROWS - 1 });
  const words = { tab: t('Penalty'), text: t('From the spot.') };
  return [{ name: 'spot', part: 'decisive', ms: 300, still: 200, shows: spot, words }, { name: 'hush', part: 'hold', ms: 300, sound: 'hush', words }, die('penalty', face, 700, 350), lies('penalty', cue), ...last];
}

const missedSpot = (face: number) => (face === PENALTY.wide ? t('Wide!') : t('Kept out!'));

function penalty(args: { seat: number; face: number }, cue: Cue): Plan[] {
  return fromTheSpot(args, cue, args.face === PENALTY.goal ? [] : [noGoal(cue, args.seat, missedSpot(args.face), cue.event.text, 900)]);
}

function kick(args: { seat: number; face: number }, cue: Cue): Plan[] {
  const scored = args.face === PENALTY.goal;
  const whose = cue.whose(args.seat);
  return fromTheSpot(args, cue, [{ name: 'verdict', part: 'verdict', ms: 500, sound: scored ? 'net' : 'groan', say: cue.event.text, verdict: { word: scored ? t('Scored!') : missedSpot(args.face), text: cue.event.text, whose, scored } }]);
}

/** What the dice have said is the reason. */
function scored({ seat, kind }: { seat: number; kind: number }, cue: Cue): Plan[] {
  const reason = cue.before.filter((event) => DICE.has(event.kind)).slice(-2).map((event) => event.text).join(' ') || cue.event.text;
  const net = shown(at(cue.event));
  const [verdict, plate, banner] = goal(cue, seat, reason, { net: 460 }) as [Plan, Plan, Plan];
  const word = t('Own goal!');
  const own: Plan = { name: 'own goal', part: 'banner', ms: 1200, sound: 'whistle', say: `${word} ${tally(cue)}`, banner: { word, text: `${cue.event.text}`, mood: 'plain' } };
  return [{ ...verdict, shows: net, verdict: { ...(verdict.verdict as NonNullable<Plan['verdict']>), ...(kind === OWN_GOAL ? { word } : {}) } }, plate, kind === OWN_GOAL ? own : banner];
}

export const stage: Direction<Event> = {
  scene: ['rolled', 'moved', 'shot', 'shot_rolled', 'defender_rolled', 'keeper_rolled', 'penalty_rolled', 'goal', 'kick'],
  curtain: ['restart', 'turnover', 'kick_off'],
  lasts: ['shot_window', 'keeper', 'bar', 'last_chance', 'defend', 'question'],
  stamp: { wide: [36, 78], tall: [24, 62] },
  beats: {
    rolled,
    moved,
    shot: (_, cue) => ({ name: 'aim', part: 'decisive', ms: 300, still: 200, sound: 'thud', shows: shown(at(cue.event)), say: cue.event.text, words: { tab: t('The shot'), text: cue.event.text } }),
    shot_rolled: shotRolled,
    defender_rolled: defended,
    keeper_rolled: kept,
    penalty_rolled: penalty,
    kick,
    goal: scored,
    champion_used: (_, cue) => band('champion', t('Champion!'), cue.event.text, 1000, 'slap'),
    red_card: (_, cue) => band('red card', t('Red card'), cue.event.text, 900),
    played_for: playedFor,
    restart: { name: 'restart', part: 'deal', ms: 350, still: 150, sound: 'whistle' },
    turnover: { name: 'turnover', part: 'deal', ms: 350, still: 150, sound: 'slap' },
    kick_off: { name: 'kick-off', part: 'deal', ms: 380, still: 150, sound: 'whistle' },
    time_up: { name: 'time up', part: 'event', ms: 600, sound: 'whistle' },
    half_time: (_, cue) => band('half-time', t('Half-time'), cue.event.text, 1400),
    shoot_out: (_, cue) => band('shoot-out', t('Shoot-out'), cue.event.text, 1200),
    full_time: { name: 'whistle', part: 'event', ms: 600, sound: 'whistle' },
  },
};
