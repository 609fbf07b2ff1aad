/** The plain table: zones, counters and choices of any game, drawn without knowing it. */

import type { GameKit } from '../../lib/kit';
import { band } from '../../lib/stage/verdicts';
import { t } from '../../lib/words.svelte';
import Hand from './Hand.svelte';
import Reading from './Reading.svelte';
import Table from './Table.svelte';

export const kit: GameKit = {
  Table,
  Hand,
  Reading,
  headline: () => t('Goal!'),
  stage: { scene: [], curtain: [], beats: { goal: (_, cue) => band('goal', t('Goal!'), cue.event.text, 1200, 'crowd') } },
};
