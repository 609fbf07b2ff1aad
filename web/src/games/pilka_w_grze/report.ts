/** How the report is folded: a line for each duel, with the shot it leads to; the attack, cards paid and laid are its details. */

import type { Folding } from '../../lib/folding';
import type { Event } from './wire';

export const folding: Folding<Event['kind']> = {
  opens: ['played', 'dribbled', 'set_piece', 'corner', 'tactic', 'substituted', 'threw_away', 'stopped', 'took_ball'],
  tells: ['formations', 'answered', 'fouled', 'stopped', 'repelled', 'advanced', 'shot', 'shot_face_down', 'goal', 'saved', 'wasted', 'set_piece', 'played_on', 'corner', 'tactic', 'substituted', 'all_special', 'dead_ball', 'lot', 'took_ball', 'sent_back'],
};
