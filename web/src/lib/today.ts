/** The match of the day on this device: which match it was, and what the line says that one may share. */

import { keep, recall } from './storage';
import type { LikelyMistake } from './wire';

interface Tried {
  date: string;
  id: string;
}

const NONE: Tried = { date: '', id: '' };

/** The one try of a date, if it was begun. */
export function triedOn(date: string): string | undefined {
  const kept = recall('today', NONE, ({ date, id }) => typeof date === 'string' && typeof id === 'string');
  return kept.date === date && kept.id ? kept.id : undefined;
}

/** Whether a match is the try of a day: nobody helps there. */
export const isTry = (id: string): boolean => recall('today', NONE).id === id;

export const noteDay = (date: string, id: string): void => keep('today', { date, id });

/** How somebody's choices compare with the bots': how many were likely mistakes, and what they gave away in hundredths of the win. */
export function comparison(mistakes: LikelyMistake[], seat: number): { slips: number; lost: number } {
  const own = mistakes.filter((mistake) => mistake.seat === seat);
  return { slips: own.length, lost: Math.round(100 * own.reduce((sum, { loss }) => sum + loss, 0)) };
}
