/** How the report is folded: a line for each spell on the ball: how it began, what was tried, how it ended. Single rolls are its details. */

import type { Folding } from '../../lib/folding';
import type { Event } from './wire';

export const folding: Folding<Event['kind']> = {
  opens: ['turnover', 'restart', 'kick', 'draw'],
  tells: ['draw', 'turnover', 'restart', 'played_for', 'shot', 'shot_rolled', 'defender_rolled', 'keeper_rolled', 'penalty_rolled', 'boskov_rolled', 'champion_used', 'goal', 'red_card', 'declined', 'out_end_line', 'out_own_line', 'out_touch', 'kick', 'won_shoot_out'],
};
