/** The look back at a finished match: how the chances went, where it turned, what the bench would have played. */

import type { CoursePoint } from './wire';

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

const round = (value: number) => Math.round(value * 100) / 100;
