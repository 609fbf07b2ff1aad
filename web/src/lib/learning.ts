/** How far somebody has come in a game's lessons, on this device. */

import { keep, recall } from './storage';

export interface Progress {
  done: boolean;
  /** The choices of a lesson that was left in the middle. */
  taken: number[];
}

type Kept = Record<string, Progress>;

const key = (game: string) => `lessons.${game}`;
const isProgress = (kept: unknown): boolean => typeof kept === 'object' && kept !== null && Array.isArray((kept as Progress).taken) && (kept as Progress).taken.every(Number.isInteger);
const fits = (kept: Kept): boolean => Object.values(kept).every(isProgress);

export const progress = (game: string): Kept => recall<Kept>(key(game), {}, fits);

export const progressIn = (game: string, lesson: string): Progress => progress(game)[lesson] ?? { done: false, taken: [] };

/** Keep where somebody stands; what was done once stays done. */
export function keepProgress(game: string, lesson: string, taken: number[], done: boolean): void {
  keep(key(game), { ...progress(game), [lesson]: { done: done || progressIn(game, lesson).done, taken: done ? [] : taken } });
}
