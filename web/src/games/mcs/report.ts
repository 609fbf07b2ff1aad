/** How the report is folded: a line for each lap; when the heat is over, one for the whole of it. */

import type { Folding } from '../../lib/folding';
import type { Event } from './wire';

export const folding: Folding<Event['kind']> = {
  opens: ['lined_up', 'lap', 'heat_result'],
  tells: ['lined_up', 'lap', 'trouble', 'attack_won', 'attack_lost', 'won_bend', 'quiet_bend', 'no_effect', 'overtook', 'waved_off', 'heat_result', 'totals', 'ranked'],
  gathers: ['heat_result'],
};
