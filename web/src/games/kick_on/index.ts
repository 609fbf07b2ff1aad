/** Kick On: one pitch with the lines as columns, the sums of the attack beside it, the deck as the clock. */

import type { Board } from '../../lib/board.svelte';
import { type Club, seatClub } from '../../lib/clubs';
import { foremost } from '../../lib/deeds';
import { numbered } from '../../lib/faces';
import type { Comparison, GameKit, Weight } from '../../lib/kit';
import type { Passing } from '../../lib/passing.svelte';
import { homeSide } from '../../lib/people';
import { ofSeat } from '../../lib/told';
import type { Choice, Piece, View } from '../../lib/wire';
import { t } from '../../lib/words.svelte';
import Hand from './Hand.svelte';
import { isPlayer } from './prints';
import Reading from './Reading.svelte';
import { folding } from './report';
import Scene from './Scene.svelte';
import { stage } from './stage';
import Table from './Table.svelte';
import Time from './Time.svelte';
import type { Event } from './wire';
import { parts } from './guide';

/** What the ticket says for a card, where it is not simply played. */
const TAKES = new Set(['search_choice', 'recover_choice']);
const DISCARDS = new Set(['discard_choice', 'hand_limit', 'peek_choice']);
const BREAKS = new Set(['turn', 'full_time', 'shootout', 'last_turn']);
/** What the piles show anyway, card by card. */
const QUIET = new Set(['chose', 'chose_defender', 'chose_for_play', 'dealt', 'dealt_card', 'milled', 'starts', 'saw', 'passed', 'attacker', 'defender', 'rolled']);
const HEADLINES = new Set(['goal', 'penalty_goal']);

function compare(events: Event[]): Comparison[] {
  const both = (value: (seat: number) => number): [number, number] => [value(0), value(1)];
  const torn = (seat: number) => ofSeat(events, seat, 'damage').reduce((sum, event) => sum + event.args.count, 0);
  return [
    { label: t('attacks'), values: both((seat) => ofSeat(events, seat, 'attack').length) },
    { label: t('shots'), values: both((seat) => ofSeat(events, seat, 'rolled', 'penalty_goal', 'penalty_missed').length) },
    { label: t('cards played'), values: both((seat) => ofSeat(events, seat, 'played', 'answered').length) },
    { label: t('fouls'), values: both((seat) => ofSeat(events, seat, 'fouler').length) },
    { label: t('red cards'), values: both((seat) => ofSeat(events, seat, 'expelled').length) },
    { label: t('cards torn off the rival’s deck'), values: both((seat) => torn(1 - seat)) },
  ];
}

/** Whoever went forward for more goals than anybody else, penalties among them. */
function star(events: Event[]): { name: string; text: string } | undefined {
  const goals = new Map<string, { player: number; n: number }>();
  let forward: number[] = [];
  for (const event of events) {
    if (event.kind === 'attack') forward = [];
    if (event.kind === 'attacker') forward.push(event.args.player);
    const scored = event.kind === 'goal' ? forward : event.kind === 'penalty_goal' ? [event.args.player] : [];
    for (const player of scored) {
      const who = `${(event as { args: { seat: number } }).args.seat} ${player}`;
      goals.set(who, { player, n: (goals.get(who)?.n ?? 0) + 1 });
    }
  }
  const best = foremost([...goals.values()], (man) => man.n);
  return best && { name: numbered('kick_on', 'player', best.player)?.name ?? '', text: t('{n} goals with him in the attack', { n: best.n }) };
}

function weigh(event: Event): Weight {
  if (HEADLINES.has(event.kind)) return 'headline';
  if (QUIET.has(event.kind)) return 'hidden';
  return BREAKS.has(event.kind) ? 'break' : 'line';
}

/** Chances stand on the buttons that lead to them. */
const CHANCES = new Set(['attackers', 'defenders']);
/** The questions that are mostly answered by a pass: the windows for cards. */
const WINDOWS = new Set(['response', 'defence_window', 'roll_window']);
const turnOf = (view: View) => view.counters.find((counter) => counter.id === 'turn');

const passing: Passing = {
  asks: (view) => WINDOWS.has(view.phase),
  offers: (view) => WINDOWS.has(view.phase) || view.phase === 'close',
  now: (view) => turnOf(view)?.value ?? 0,
  until: (view, seat) => (turnOf(view)?.value ?? 0) + (turnOf(view)?.owner === seat ? 2 : 1),
  offer: () => t('Pass until my turn'),
  told: () => t('You pass until your next turn.'),
  again: () => t('Ask me again'),
};

/** The best defence is proposed, and can be changed man by man. */
const proposes = (view: View): string[] => (view.phase === 'defenders' ? view.zones.flatMap((zone) => zone.pieces.filter((piece) => piece.marks.includes('best')).map((piece) => piece.id)) : []);

/** The button that goes on: done once somebody is chosen, everybody before; an empty defence is never the plain thing. */
function commits(view: View, choice: Choice): boolean {
  const chosen = view.zones.some((zone) => zone.pieces.some((piece) => piece.marks.includes('chosen')));
  if (choice.notation === 'all') return !chosen;
  if (choice.notation === 'done' && view.choices.length > 1) return chosen;
  return view.choices.length === 1;
}

function act(view: View, choice: Choice): string {
  const card = choice.elements.some((id) => /^(hand|deck|showers)\./.test(id)) ? choice.label : '';
  const { chance, cost } = choice.facts;
  if (!card) return chance !== undefined && CHANCES.has(view.phase) ? t('{act}: {n} %', { act: choice.label, n: chance }) : choice.label;
  if (TAKES.has(view.phase)) return t('Take {card}', { card });
  if (DISCARDS.has(view.phase)) return t('Discard {card}', { card });
  const deed = view.phase === 'response' ? t('Answer: {card}', { card }) : t('Play {card}', { card });
  return cost === undefined ? deed : t('{act}, Energy {n}', { act: deed, n: cost });
}

/** A player stays dark where nobody of his side is asked for; of the side that is, each says his own reason. */
function refuses({ me, view }: Board, piece: Piece): string {
  if (!isPlayer(piece)) return '';
  const sides = new Set(view.choices.flatMap(({ elements }) => elements).filter((id) => id.startsWith('player.')).map((id) => Number(id.split('.')[1])));
  const side = Number(piece.id.split('.')[1]);
  if (sides.has(side)) return '';
  if (!sides.size) return t('no player is asked for now');
  return side === me ? t('a rival player is asked for') : t('one of your players is asked for');
}

/** The colours are in the clubs' names: they stay with their seat, whoever is at home. */
const clubOf = (_: View, seat: number): Club => seatClub('kick_on', seat);

export const kit: GameKit<Event> = {
  parts,
  Table,
  Hand,
  Time,
  Reading,
  act,
  commits,
  proposes,
  passing,
  refuses,
  club: clubOf,
  side: homeSide,
  stage,
  Scene,
  headline: () => t('Goal!'),
  weight: weigh,
  folding,
  comparisons: compare,
  star,
};
