/** The look back at a finished match: how the chances went, where it turned, what the bench would have played. */

export interface CurvePoint {
  ply: number;
  /** Each seat's chance as a spectator could see it. */
  public: number[];
  /** The same as each seat saw it. */
  eyes: number[][];
  clock: string;
}

export interface Turning {
  ply: number;
  seat: number;
  swing: number;
  text: string;
}

export interface Mistake {
  ply: number;
  seat: number;
  played: string;
  better: string;
  loss: number;
}

export interface Analysis {
  ready: boolean;
  done: number;
  points: CurvePoint[];
  turning: Turning[];
  mistakes: Mistake[];
}

/** One seat's chances over the match, with the stands' eyes or with a seat's own. */
export function chancesOf(points: CurvePoint[], seat: number, eyes?: number): { ply: number; share: number }[] {
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
