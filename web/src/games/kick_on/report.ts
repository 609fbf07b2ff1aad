/** How the report is folded: a line for each card played and each attack; cards drawn and players named are its details. */

import type { Folding } from '../../lib/folding';
import type { Event } from './wire';

export const folding: Folding<Event['kind']> = {
  opens: ['energy', 'played', 'attack', 'no_attack', 'penalty', 'taker', 'home', 'lined_up'],
  tells: ['home', 'energy', 'played', 'answered', 'annulled', 'attack', 'no_attack', 'defence', 'rolled', 'rerolled', 'goal', 'no_goal', 'damage', 'stopped', 'checked', 'injured', 'expelled', 'came_on', 'captain_lost', 'penalty', 'penalty_goal', 'penalty_missed', 'deck_empty', 'kick_in', 'kick_out'],
};
