/** How the report is folded: a line for the line-ups, for the event and for the shot; stars, bonuses and cards are its details. */

import type { Folding } from '../../lib/folding';
import type { Event } from './wire';

export const folding: Folding<Event['kind']> = {
  opens: ['played_coach', 'event_drawn', 'k6', 'var_call', 'kick', 'toss'],
  tells: ['toss', 'laid', 'declined', 'bids', 'played_coach', 'event_drawn', 'exchanged', 'blocked', 'var_call', 'undone', 'booked', 'sent_off', 'shot', 'goal', 'miss', 'no_shot', 'cancelled', 'added_time', 'kick', 'kick_again'],
};
