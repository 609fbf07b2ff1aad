/** The dice of this action, from what has been told since it began. */

import type { Board } from '../../lib/board.svelte';
import type { Event } from './wire';

export interface Thrown {
  /** The k6 that looks for the position; 0 before it is rolled. */
  k6: number;
  /** Where the shot comes from, once everything has moved it. */
  position: number;
  /** The k100 of the last shot; 0 before it is rolled. */
  k100: number;
  chance: number;
}

export function thrown(board: Board): Thrown {
  const start = board.events.findLastIndex((event) => event.kind === 'turn');
  const found: Thrown = { k6: 0, position: 0, k100: 0, chance: 0 };
  for (const { kind, args } of (board.events as Event[]).slice(Math.max(start, 0))) {
    if (kind === 'k6' || kind === 'used') [found.k6, found.position] = [args.die, args.position];
    else if (kind === 'shot') [found.k100, found.chance] = [args.roll, args.chance];
  }
  return found;
}

/** A roll of 1 to 100 on two ten-siders: 00 and 0 is a hundred. */
export const tens = (roll: number) => (roll ? String(Math.floor((roll % 100) / 10) * 10).padStart(2, '0') : '');
export const ones = (roll: number) => (roll ? String(roll % 10) : '');
