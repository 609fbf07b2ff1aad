/** What is said of whoever sits, or shall sit, on a seat. */

import type { SeatInfo, SeatView, View } from './wire';

export type Standing = 'bot' | 'invited' | 'choosing' | 'ready' | 'away';

export function standing(seat: SeatInfo): Standing {
  if (seat.kind === 'bot') return 'bot';
  if (!seat.taken) return 'invited';
  if (!seat.here) return 'away';
  return seat.ready ? 'ready' : 'choosing';
}

/** What somebody is called at the table: the name they gave, or their side's, without "(bot)" behind it. */
export const nameOf = ({ name, team }: Pick<SeatView, 'name' | 'team'>): string => (name.startsWith(`${team} (`) ? team : name);

export const called = (view: View, seat: number): string => nameOf(view.seats[seat] ?? { name: '', team: '' });

/** The seats as a score is read: the side at home first. */
export const homeFirst = <Seat extends { seat: number }>(seats: Seat[], home: number): Seat[] => seats.toSorted((one, two) => Number(two.seat === home) - Number(one.seat === home));
