/** The look back at a finished match: how the chances went, where it turned, what the bench would have played. */

import type { Entry } from './folding';
import type { CoursePoint, LikelyMistake, TurningPoint } from './wire';

/** One seat's chances over the match, with the stands' eyes or with a seat's own. */
export function chancesOf(points: CoursePoint[], seat: number, eyes?: number): { ply: number; share: number }[] {
  return points.flatMap((point) => {
    const share = (eyes === undefined ? point.public : point.eyes[eyes])?.[seat];
    return share === undefined ? [] : [{ ply: point.ply, share }];
  });
}

/** The line of a curve in a box of 100 by 100, the sure win on top. */
export function line(points: { ply: number; share: number }[], last: number): string {
  return points.map(({ ply, share }, n) => `${n ? 'L' : 'M'}${round((100 * ply) / Math.max(1, last))} ${round(100 - 100 * share)}`).join('');
}

/** The few that changed most, in the order of the match. */
export const greatestTurns = (turns: TurningPoint[], most: number): TurningPoint[] => firstFew(turns, most, (turn) => turn.swing);

/** The one thing to say of a line: its headline, or else what it tells of the move at which most was at stake. */
function gist({ head, texts, events }: Entry, ply: number): string {
  const told = events.filter((event) => event.ply === ply && texts.includes(event.text)).map((event) => event.text);
  return head?.text || [...new Set(told)].join(' ') || texts.join(' ');
}

/** What the report has in one line swings as one: told in its words, by all that it gained or lost. It opens where most was at stake. */
export function foldTurns(turns: TurningPoint[], entries: Entry[]): TurningPoint[] {
  const whose = (turn: TurningPoint) => entries.find((entry) => entry.weight !== 'break' && entry.events.some((event) => event.ply === turn.ply));
  const groups = new Map<Entry | TurningPoint, TurningPoint[]>();
  for (const turn of turns) {
    const line = whose(turn) ?? turn;
    groups.set(line, [...(groups.get(line) ?? []), turn]);
  }
  return [...groups].flatMap(([entry, found]) => {
    const most = found.reduce((one, two) => (two.swing > one.swing ? two : one));
    const swing = found.reduce((sum, turn) => sum + (turn.seat === most.seat ? turn.swing : -turn.swing), 0);
    return swing > 0 ? [{ ...most, swing, text: ('texts' in entry && gist(entry, most.ply)) || most.text }] : [];
  });
}

/** The few choices that cost most, in the order of the match; of one seat alone, where it is somebody's own sheet. */
export const greatestSlips = (slips: LikelyMistake[], most: number, seat?: number): LikelyMistake[] =>
  firstFew(slips.filter((slip) => seat === undefined || slip.seat === seat), most, (slip) => slip.loss);

function firstFew<Thing extends { ply: number }>(things: Thing[], most: number, weight: (thing: Thing) => number): Thing[] {
  return things.toSorted((one, two) => weight(two) - weight(one)).slice(0, most).toSorted((one, two) => one.ply - two.ply);
}

export type Story = { kind: 'even' | 'led' } | { kind: 'comeback'; time: string; share: number } | { kind: 'late' | 'decided'; time: string };

const LOW = 0.25;
const LATE = 0.8;
const OPENING = 0.1;
const AHEAD = 0.45;

/** What kind of match it was for its winner, by the curve; nothing where there is hardly one, or nobody has won. */
export function story(points: CoursePoint[], winner: number | undefined): Story | undefined {
  const last = points.at(-1)?.ply ?? 0;
  if (points.length < 3) return undefined;
  if (winner === undefined) return { kind: 'even' };
  const told = points.slice(0, -1).map((point) => ({ ply: point.ply, time: point.time, share: point.public[winner] ?? 0.5 }));
  const lowest = told.reduce((low, point) => (point.share < low.share ? point : low));
  if (lowest.share <= LOW) return { kind: 'comeback', time: lowest.time, share: lowest.share };
  const behind = told.findLast((point) => point.share < AHEAD);
  if (!behind || behind.ply < OPENING * last) return { kind: 'led' };
  return { kind: behind.ply > LATE * last ? 'late' : 'decided', time: behind.time };
}

const round = (value: number) => Math.round(value * 100) / 100;
