/** What is said of whoever sits, or shall sit, on a seat. */

import type { SeatInfo } from './wire';

export type Standing = 'bot' | 'invited' | 'choosing' | 'ready' | 'away';

export function standing(seat: SeatInfo): Standing {
  if (seat.kind === 'bot') return 'bot';
  if (!seat.taken) return 'invited';
  if (!seat.here) return 'away';
  return seat.ready ? 'ready' : 'choosing';
}
