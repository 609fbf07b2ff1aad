/** Piłka w grze!: the pitch in three zones, the turn as duels, the pile as the clock. */

import type { Comparison, GameKit, Weight } from '../../lib/kit';
import { chosenIn } from '../../lib/picks';
import { ofSeat } from '../../lib/told';
import type { Choice, View } from '../../lib/wire';
import { t } from '../../lib/words.svelte';
import { half } from './names';
import Hand from './Hand.svelte';
import Reading from './Reading.svelte';
import { folding } from './report';
import Scene from './Scene.svelte';
import { stage } from './stage';
import Table from './Table.svelte';
import Time from './Time.svelte';
import type { Event } from './wire';
import { parts } from './guide';

/** When cards are laid one by one, and the last one lays them. */
const SAVES = new Set(['shot_defence', 'setpiece_defence']);
/** What is seen on the table, and told when both have chosen. */
const HIDDEN = new Set(['chose', 'picked', 'has_picked']);
const BREAKS = new Set(['kick_off', 'half_time', 'extra_time', 'full_time', 'stoppage', 'restart']);

function compare(events: Event[], view: View): Comparison[] {
  if (view.seats.length !== 2) return [];
  const both = (count: (seat: number) => Event[]): [number, number] => [count(0).length, count(1).length];
  return [
    { label: t('attacks played'), values: both((seat) => ofSeat(events, seat, 'played', 'dribbled')) },
    { label: t('shots'), values: both((seat) => ofSeat(events, seat, 'shot', 'shot_face_down', 'set_piece')) },
    { label: t('answers'), values: both((seat) => ofSeat(events, seat, 'answered')) },
    { label: t('saves'), values: both((seat) => ofSeat(events, seat, 'saved')) },
    { label: t('tactical fouls'), values: both((seat) => ofSeat(events, seat, 'fouled')) },
  ];
}

function weigh(event: Event): Weight {
  if (event.kind === 'goal') return 'headline';
  if (HIDDEN.has(event.kind)) return 'hidden';
  return BREAKS.has(event.kind) ? 'break' : 'line';
}

/** What the cards of a save come to, the last of them among them. */
function saves({ facts: { gloves, short } }: Choice): string {
  return Number(short ?? 0) > 0 ? t('Lay them: {n} gloves too few', { n: Number(short) }) : t('Save with {n} gloves', { n: Number(gloves) });
}

/** The cheapest save that suffices is proposed, and can be changed card by card. */
const proposes = (view: View): string[] => (chosenIn(view).length ? [] : view.zones.flatMap((zone) => zone.pieces.filter((piece) => piece.marks.includes('best')).map((piece) => piece.id)));

export const kit: GameKit<Event> = {
  parts,
  Table,
  Hand,
  Time,
  Reading,
  stage,
  Scene,
  act(view, choice) {
    const piece = view.zones.flatMap((zone) => zone.pieces).find((one) => choice.elements.includes(one.id) && one.kind === 'card');
    if (!piece) return view.phase === 'formation' ? t('Play {card}', { card: choice.label }) : choice.label;
    const card = half(piece, view.phase === 'reply' ? 'defence' : 'attack').title;
    if (SAVES.has(view.phase)) return saves(choice);
    if (view.phase === 'shot_attack' && choice.final) return t('Shoot with all cards');
    if (view.phase === 'pay') return t('Pay: {card}', { card: choice.label });
    if (view.phase === 'attack') return t('Play {card}', { card });
    return view.phase === 'reply' ? t('Answer: {card}', { card }) : card;
  },
  commits: (view, choice) => choice.notation === 'shoot' || choice.notation === 'all' || view.choices.length === 1,
  proposes,
  headline: () => t('Goal!'),
  weight: weigh,
  folding,
  comparisons: compare,
};
