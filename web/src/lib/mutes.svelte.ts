/** Whose own words are not shown, match by match. It is kept on this device, and nobody is told. */

import { keep, recall } from './storage';

const MOST = 100;

let kept = $state.raw(recall<Record<string, number[]>>('muted', {}));

export const muted = (match: string): number[] => kept[match] ?? [];

/** Shut one's ears to what a seat writes itself, or open them again. */
export function mute(match: string, seat: number, quiet: boolean): void {
  const rest = muted(match).filter((other) => other !== seat);
  const others = Object.entries(kept).filter(([id]) => id !== match);
  kept = Object.fromEntries([...others, [match, quiet ? [...rest, seat] : rest] as const].slice(-MOST));
  keep('muted', kept);
}

/** In the rematch everyone sits one seat further: who was muted still is. */
export function muteAgain(match: string, next: string, seats: number): void {
  for (const seat of muted(match)) mute(next, (seat + 1) % seats, true);
}

/** Tell whether something said is to be shown: ready-made phrases always are. */
export const audible = (match: string, said: { seat: number; free: boolean }): boolean => !said.free || !muted(match).includes(said.seat);
