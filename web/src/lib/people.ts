/** What is said of whoever sits, or shall sit, on a seat. */

import { heldFor } from './seats';
import type { MatchRow, SeatInfo, SeatView, View } from './wire';
import { t } from './words.svelte';

export type Standing = 'bot' | 'invited' | 'choosing' | 'ready' | 'sealed' | 'away';

/** `fixed`: all have sealed what they add to the dice, and open it now. */
export function standing(seat: SeatInfo, fixed = false): Standing {
  if (seat.kind !== 'human') return 'bot';
  if (!seat.taken) return 'invited';
  if (!seat.here) return 'away';
  if (fixed && !seat.opened) return 'sealed';
  return seat.ready ? 'ready' : 'choosing';
}

/** What somebody is called at the table: the name they gave, or their side's. */
export const called = (view: View, seat: number): string => view.seats[seat]?.name ?? '';

/** The same where it has to be told who is no person. */
export function withKind(name: string, kind: SeatView['kind'] | undefined): string {
  return kind === 'bot' ? t('{name} (bot)', { name }) : kind === 'automat' ? t('{name} (Automat)', { name }) : name;
}

/** The seats of a match of a list as its scoreboard has them, as far as this device has seen it; else as they sit. */
export function inOrder({ id, names }: MatchRow): number[] {
  const seats = names.map((_, seat) => seat);
  const order = heldFor(id)?.order;
  return Array.isArray(order) && seats.every((seat) => order.includes(seat)) && order.length === seats.length ? order : seats;
}

/** Who plays in a match of a list. */
export const sides = (row: MatchRow): string => inOrder(row).map((seat) => withKind(row.names[seat] ?? '', row.kinds[seat])).join(' – ');

/** Its score, in the same order. */
export const scores = (row: MatchRow): string => inOrder(row).map((seat) => row.score[seat]).join(' : ');

/** The seat at home, where dice or a lot decide it: a counter of that name tells. */
export const homeOf = (view: View): number => view.counters.find((counter) => counter.id === 'home')?.value ?? 0;

/** The side at home is the first one. */
export const homeSide = (view: View, seat: number): number => Number(seat !== homeOf(view));
