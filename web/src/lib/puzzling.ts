/** What this device remembers of puzzles: which were solved at the first try, and how many in a row. */

import { keep, recall } from './storage';

export interface Solved {
  /** Whether each was right at the first try. */
  tried: Record<string, boolean>;
  /** Right ones in a row, now and at most. */
  streak: number;
  longest: number;
}

const NOTHING: Solved = { tried: {}, streak: 0, longest: 0 };

const fits = ({ tried, streak, longest }: Partial<Solved>) => typeof tried === 'object' && Number.isSafeInteger(streak) && Number.isSafeInteger(longest);

export const solvedOf = (game: string): Solved => recall(`puzzles ${game}`, NOTHING, fits);

/** Take note of a try; only the first at a puzzle counts. */
export function noteTry(game: string, id: string, right: boolean): Solved {
  const before = solvedOf(game);
  if (id in before.tried) return before;
  const streak = right ? before.streak + 1 : 0;
  const after = { tried: { ...before.tried, [id]: right }, streak, longest: Math.max(before.longest, streak) };
  keep(`puzzles ${game}`, after);
  return after;
}

/** The next to be solved: the first after this one that was never tried, from the beginning again if there is none. */
export function following<Row extends { id: string }>(rows: Row[], { tried }: Solved, after = ''): Row | undefined {
  const place = rows.findIndex((row) => row.id === after);
  const others = [...rows.slice(place + 1), ...rows.slice(0, Math.max(0, place))];
  return others.find((row) => !(row.id in tried)) ?? others[0];
}
