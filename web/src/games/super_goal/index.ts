/** Super Goal!: the pitch of five lanes by eleven rows, the dice as the tray, the champion die on paper. */

import './colours.css';
import type { Comparison, GameKit, Weight } from '../../lib/kit';
import { ofSeat } from '../../lib/told';
import type { View } from '../../lib/wire';
import { t } from '../../lib/words.svelte';
import Hand from './Hand.svelte';
import { intentOf } from './intent.svelte';
import Reading from './Reading.svelte';
import { folding } from './report';
import Scene from './Scene.svelte';
import { stage } from './stage';
import Table from './Table.svelte';
import Time from './Time.svelte';
import type { Event } from './wire';
import { parts } from './guide';

const BREAKS = new Set(['kick_off', 'half_time', 'full_time', 'shoot_out', 'time_up']);
/** Numbers that events carry. */
const OWN_GOAL = 5;
const SAVED = 0;

const headline = (event: Event): string => (event.kind === 'goal' && event.args.kind === OWN_GOAL ? t('Own goal!') : t('Goal!'));

function weight(event: Event): Weight {
  if (event.kind === 'goal') return 'headline';
  return BREAKS.has(event.kind) ? 'break' : 'line';
}

function comparisons(events: Event[], view: View): Comparison[] {
  const value = (id: string) => view.counters.find((counter) => counter.id === id)?.value ?? 0;
  const pair = (of: (seat: number) => number | string): [number | string, number | string] => [of(0), of(1)];
  const held = (seat: number) => (seat ? 100 - value('possession') : value('possession'));
  return [
    { label: t('shots'), values: pair((seat) => value(`shots.${seat}`)) },
    { label: t('possession'), values: pair((seat) => `${held(seat)} %`), bars: [held(0), held(1)] },
    { label: t('saves'), values: pair((seat) => ofSeat(events, seat, 'keeper_rolled').filter((event) => event.args.face === SAVED).length) },
    { label: t('balls won'), values: pair((seat) => ofSeat(events, seat, 'turnover').length) },
    { label: t('champion plays'), values: pair((seat) => ofSeat(events, seat, 'champion_used').length) },
  ];
}

export const kit: GameKit<Event> = {
  parts,
  Table,
  Hand,
  Time,
  Reading,
  means: (board, id) => (id.startsWith('die.') ? intentOf(board).choice(id) : undefined),
  hurries: (view) => view.phase !== 'act' && view.choices.some((choice) => choice.notation === 'champion'),
  act(_view, choice) {
    if (choice.elements.includes('die.control')) return t('Roll the control');
    if (choice.elements.includes('die.pass')) return t('Roll the pass');
    return choice.elements.includes('die.cross') ? t('Roll the cross') : choice.label;
  },
  commits: (view, choice) => view.choices.length === 1 || choice.notation === 'pass' || choice.notation === 'concede',
  heaps: () => t('Dice'),
  stage,
  Scene,
  headline,
  weight,
  folding,
  comparisons,
};
