/** The plain table: zones, counters and choices of any game, drawn without knowing it. */

import type { GameKit } from '../../lib/kit';
import { t } from '../../lib/words.svelte';
import Hand from './Hand.svelte';
import Reading from './Reading.svelte';
import Table from './Table.svelte';

export const kit: GameKit = {
  Table,
  Hand,
  Reading,
  moment: (event) => (/(^|_)goal$/.test(event.kind) ? { word: t('Goal!'), sound: 'crowd' } : undefined),
};
