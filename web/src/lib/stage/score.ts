/** What has happened, cut into beats: the score that the stage plays. Nothing here knows a game or a clock. */

import { called } from '../people';
import type { Sound } from '../sound';
import type { Happening, View } from '../wire';

/** `routine`: the table itself shows it. `decisive` and `hold`: the climax and its breath, over the held table. `verdict`, then
 *  `plate` and `banner`: how it ended, the score, the feast. `deal`: the new view comes. */
export type Part = 'routine' | 'event' | 'decisive' | 'hold' | 'verdict' | 'plate' | 'banner' | 'deal';

/** What is played over the table as it was. */
const HEAVY = new Set<Part>(['decisive', 'hold', 'verdict', 'plate', 'banner']);

/** Whose deed it was: one's own, the rival's, or that of somebody one only looks at. */
export type Whose = 'mine' | 'theirs' | 'watched';

export interface Line {
  /** On the prompt's tab. */
  tab?: string;
  text: string;
  small?: string;
}

export interface Verdict {
  word: string;
  /** The reason, with the numbers that decided. */
  text: string;
  whose: Whose;
  /** Whether it is a goal, or its like. */
  scored: boolean;
}

export interface Ribbon {
  word: string;
  text: string;
  /** A feast, a dark band from above, or plain paper. */
  mood: 'feast' | 'hurt' | 'plain';
}

/** A beat as a game plans it. */
export interface Plan {
  /** What is seen. A scene shows all that was reached. */
  name: string;
  part: Part;
  /** At normal speed. */
  ms: number;
  /** The same where motion is not wanted. */
  still?: number;
  /** For each more event of its kind that stands beside it, and how long all of them take at most. */
  each?: number;
  most?: number;
  sound?: Sound;
  /** What a screen reader says. */
  say?: string;
  /** What stands in the prompt meanwhile; without it the sentence of the event. */
  words?: Line;
  /** Numbers and words that the scene knows from now on. */
  shows?: Facts;
  verdict?: Verdict;
  banner?: Ribbon;
}

export type Facts = Record<string, number | string>;

export interface Beat extends Plan {
  /** What the report may tell from now on. */
  events: Happening[];
  /** The event that it belongs to. */
  event?: Happening;
  /** Belongs to a scene, and raises its curtain. */
  staged: boolean;
  /** A new deal: the scene before it is over. */
  closes: boolean;
}

/** What a plan may ask about. */
export interface Cue {
  event: Happening;
  /** The events of its kind and seat that stand together. */
  group: Happening[];
  /** What the update tells before and after it. */
  before: Happening[];
  after: Happening[];
  /** The table as it lies, and as it will. */
  held: View;
  next: View;
  whose(seat: number): Whose;
  /** The side that a seat plays for, the host's first. */
  side(seat: number): number;
  name(seat: number): string;
}

type Kind = { kind: string; args: object };
export type Planned<Args> = Plan | Plan[] | ((args: Args, cue: Cue) => Plan | Plan[] | undefined);
/** Beats by the kind of event. An event without one rides along with the next beat. */
export type Beats<Event extends Kind> = { [Name in Event['kind']]?: Planned<Extract<Event, { kind: Name }>['args']> };

/** A place for the verdict, in per cent of a wide scene, of an upright one, and of the low one of a phone, if not as upright. */
export interface Stamped {
  wide: [number, number];
  tall: [number, number];
  low?: [number, number];
}

/** What a game declares of its stage. */
export interface Direction<Event extends Kind = Happening> {
  beats: Beats<Event>;
  /** The kinds that are played in a scene of their own. */
  scene: Event['kind'][];
  /** Where its verdict is stamped. */
  stamp?: Stamped;
  /** The first events of a new deal. */
  curtain: Event['kind'][];
  /** How long a new deal takes that no event begins. */
  deal?: number;
  /** The phases in which a scene goes on, with the question in it. */
  lasts?: string[];
}

export interface Update {
  /** What lies on the table. */
  held: View;
  /** What has come. */
  view: View;
  /** What has happened in between. */
  events: Happening[];
  /** Whether the person has just moved. */
  own: boolean;
  /** Several sit at this screen, or nobody does: no "you". */
  shared: boolean;
}

export interface Score {
  beats: Beat[];
  /** Before which beat the new view is laid. */
  lay: number;
  /** Whether something is decided in it. */
  heavy: boolean;
  /** Whether the scene stays up for what follows. */
  keeps: boolean;
}

/** A move of one's own is on the table already; another's that nothing is told of is seen for a moment. */
const OWN = 120;
const QUIET = 160;
/** A rival's turn in which nothing is decided takes no longer than this. */
const ROUTINE = 1500;
const DEAL = { ms: 320, still: 150 };
/** More moves than this that wait, and decide nothing, become one line. */
export const CROWD = 4;
export const CROWDED = 600;
/** Who comes back sees the last verdict for so long. */
const STAMP = 900;

const seatOf = (event: Happening) => event.args.seat;
const alike = (one: Happening | undefined, two: Happening | undefined) => one !== undefined && two !== undefined && one.kind === two.kind && one.ply === two.ply && seatOf(one) === seatOf(two);

export function whoseOf({ view, shared }: Pick<Update, 'view' | 'shared'>, side: (view: View, seat: number) => number): (seat: number) => Whose {
  const me = view.seat;
  if (me === null || shared) return () => 'watched';
  const sides = new Set(view.seats.map(({ seat }) => side(view, seat)));
  return (seat) => (seat === me || (sides.size > 1 && view.seats.length > 2 && side(view, seat) === side(view, me)) ? 'mine' : 'theirs');
}

function planned(plan: Planned<never> | undefined, cue: Cue): Plan[] {
  const made = typeof plan === 'function' ? plan(cue.event.args as never, cue) : plan;
  return made === undefined ? [] : Array.isArray(made) ? made : [made];
}

/** How long a plan takes for several events at once. */
function together(plan: Plan, count: number): Plan {
  if (!plan.each || count < 2) return plan;
  const ms = Math.min(plan.ms + plan.each * (count - 1), plan.most ?? Infinity);
  return { ...plan, ms, ...(plan.still === undefined ? {} : { still: Math.min(plan.still * count, ms) }) };
}

/** Cut an update into beats, and say when its view is laid. */
export function compose(update: Update, direction: Direction | undefined, side: (view: View, seat: number) => number = () => 0): Score {
  const { held, view: next, events, own } = update;
  const whose = whoseOf(update, side);
  const name = (seat: number) => called(next, seat);
  const [scene, curtain] = [new Set<string>(direction?.scene), new Set<string>(direction?.curtain)];
  const beats: Beat[] = [];
  let riding: Happening[] = [];
  let decided = false;
  for (let n = 0; n < events.length; n++) {
    const event = events[n] as Happening;
    const plan = (direction?.beats as Record<string, Planned<never>> | undefined)?.[event.kind];
    const group = [event];
    while (plan && grouped(plan) && alike(event, events[n + group.length])) group.push(events[n + group.length] as Happening);
    const closes = curtain.has(event.kind);
    riding.push(...group);
    const cue: Cue = { event, group, before: events.slice(0, n), after: events.slice(n + group.length), held, next, whose, side: (seat) => side(next, seat), name };
    n += group.length - 1;
    const made = planned(plan, cue).map((one) => together(one, group.length));
    if (closes && !made.length && beats.at(-1)?.part !== 'deal') made.push({ name: 'deal', part: 'deal', ...DEAL });
    const open = made.findIndex(({ part }) => part !== 'decisive' && part !== 'hold'); // until then its sentence would give it away
    const rest = open < 0 ? group : [];
    made.forEach((one, k) => {
      const tells = k === 0 || k === open;
      beats.push({ ...one, events: tells ? riding.filter((line) => k === open || !group.includes(line)) : [], event, staged: scene.has(event.kind) && HEAVY.has(one.part), closes: closes && k === 0 });
      if (tells) riding = k === open ? [] : riding.filter((line) => group.includes(line));
      if (one.part === 'verdict') decided = true;
    });
    if (made.length && rest.length) riding = [...rest];
    if (closes) decided = false;
  }
  return finish(beats, riding, own, decided, { ...DEAL, ms: direction?.deal ?? DEAL.ms }, !decided && (direction?.lasts?.includes(next.phase) ?? false));
}

const grouped = (plan: Planned<never>) => typeof plan !== 'function' && !Array.isArray(plan);

/** What is left to tell, the place of the view, and the limits that hold for a whole turn. */
function finish(beats: Beat[], riding: Happening[], own: boolean, decided: boolean, deal: typeof DEAL, keeps: boolean): Score {
  const last = beats.findLastIndex((beat) => HEAVY.has(beat.part));
  const heavy = last >= 0;
  if (heavy && decided && last === beats.length - 1) beats.push({ name: 'deal', part: 'deal', ...deal, events: riding, staged: false, closes: true });
  else if (riding.length && beats.length && last < beats.length - 1) (beats.at(-1) as Beat).events.push(...riding);
  else if (riding.length && !heavy) beats.push({ name: 'quiet', part: 'routine', ms: own ? OWN : QUIET, events: riding, staged: false, closes: false });
  if (heavy) return { beats, lay: last + 1, heavy, keeps };
  const whole = beats.reduce((sum, beat) => sum + beat.ms, 0);
  const most = own ? OWN : ROUTINE;
  const short = beats.every((beat) => beat.part === 'routine' || beat.part === 'deal') && whole > most ? most / whole : 1;
  return { beats: beats.map((beat) => ({ ...beat, ms: beat.ms * short })), lay: 0, heavy, keeps };
}

/** Of a long past only the last verdict is shown, over the newest view. */
export function lastVerdict(score: Score): Score {
  const verdict = score.beats.findLast((beat) => beat.part === 'verdict');
  const events = score.beats.flatMap((beat) => beat.events);
  const stamp: Beat[] = verdict ? [{ ...verdict, ms: STAMP, still: STAMP, events, staged: false, closes: true }] : [];
  return { beats: stamp, lay: 0, heavy: false, keeps: false };
}

/** Several updates that decide nothing, as one line. */
export const crowd = (text: string, events: Happening[]): Score => ({
  beats: [{ name: 'crowd', part: 'routine', ms: CROWDED, words: { text }, events, staged: false, closes: false }],
  lay: 0,
  heavy: false,
  keeps: true,
});
