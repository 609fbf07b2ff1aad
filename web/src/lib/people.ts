/** What is said of whoever sits, or shall sit, on a seat. */

import type { SeatInfo, SeatView, View } from './wire';

export type Standing = 'bot' | 'invited' | 'choosing' | 'ready' | 'sealed' | 'away';

/** `fixed`: all have sealed what they add to the dice, and open it now. */
export function standing(seat: SeatInfo, fixed = false): Standing {
  if (seat.kind === 'bot') return 'bot';
  if (!seat.taken) return 'invited';
  if (!seat.here) return 'away';
  if (fixed && !seat.opened) return 'sealed';
  return seat.ready ? 'ready' : 'choosing';
}

/** What somebody is called at the table: the name they gave, or their side's. */
export const nameOf = ({ person, team }: Pick<SeatView, 'person' | 'team'>): string => person || team;

export const called = (view: View, seat: number): string => nameOf(view.seats[seat] ?? { person: '', team: '' });

/** The seat at home, where dice or a lot decide it: a counter of that name tells. */
export const homeOf = (view: View): number => view.counters.find((counter) => counter.id === 'home')?.value ?? 0;

/** The side at home is the first one. */
export const homeSide = (view: View, seat: number): number => Number(seat !== homeOf(view));
