/** MCS: the oval with its riders, the running order as plates, the fight in the infield, lap decks beside it. */

import './colours.css';
import { foremost } from '../../lib/deeds';
import type { Comparison, GameKit, Weight } from '../../lib/kit';
import { ofKind } from '../../lib/told';
import type { Choice, View } from '../../lib/wire';
import { t } from '../../lib/words.svelte';
import Hand from './Hand.svelte';
import { clubOf, clubsOf, lettersOf, LETTERS, ownerOf, tracksOf } from './looks';
import Reading from './Reading.svelte';
import { folding } from './report';
import Scene from './Scene.svelte';
import { stage } from './stage';
import Table from './Table.svelte';
import Time from './Time.svelte';
import type { Event } from './wire';
import { parts } from './guide';

/** Numbers that events carry. */
const POINTS = [3, 2, 1, 0];
const RIDERS = 5;
/** What is seen in one's own hand, or told again when everybody lines up. */
const HIDDEN = new Set(['seated', 'drew', 'drew_cards', 'picked', 'has_picked', 'marked', 'laid']);

function weight(event: Event): Weight {
  if (event.kind === 'heat_result') return 'headline';
  if (event.kind === 'heat' || event.kind === 'run_off' || event.kind === 'full_time') return 'break';
  return HIDDEN.has(event.kind) ? 'hidden' : 'line';
}

/** For two managers: heats won, double wins, passes, riders lost. */
function comparisons(events: Event[], view: View): Comparison[] {
  if (view.seats.length !== 2) return [];
  const sides = view.seats.map((seat) => new Set(lettersOf(view, seat.seat).map((letter) => LETTERS.indexOf(letter as (typeof LETTERS)[number]))));
  const heats = ofKind(events, 'heat_result').map(({ args: { first, second, third, fourth } }) =>
    sides.map((side) => [first, second, third, fourth].reduce((sum, rider, place) => sum + (side.has(Math.floor(rider / RIDERS)) ? (POINTS[place] ?? 0) : 0), 0)),
  );
  const pair = (count: (seat: 0 | 1) => number): [number, number] => [count(0), count(1)];
  const rides = (seat: 0 | 1, rider: number) => sides[seat]?.has(Math.floor(rider / RIDERS)) ?? false;
  return [
    { label: t('heats won'), values: pair((seat) => heats.filter((heat) => (heat[seat] ?? 0) > (heat[1 - seat] ?? 0)).length) },
    { label: t('double wins'), values: pair((seat) => heats.filter((heat) => (heat[seat] ?? 0) >= 5).length) },
    { label: t('passes on the straight'), values: pair((seat) => ofKind(events, 'attack_won').filter((event) => rides(seat, event.args.rider)).length) },
    { label: t('attacks held off'), values: pair((seat) => ofKind(events, 'attack_lost').filter((event) => rides(seat, event.args.ahead)).length) },
    { label: t('falls and defects'), values: pair((seat) => ofKind(events, 'trouble').filter((event) => rides(seat, event.args.rider)).length) },
  ];
}

/** The rider with most points, and his heats as programmes write them. */
function star(_events: Event[], view: View): { name: string; text: string } | undefined {
  const riders = new Map<string, { name: string; points: number; list: string }>();
  for (const { facts } of view.zones.find((zone) => zone.id === 'programme')?.pieces ?? [])
    for (const letter of LETTERS) {
      const name = facts[`${letter}.rider`];
      if (name === undefined) continue;
      const before = riders.get(`${letter} ${name}`)?.points ?? 0;
      riders.set(`${letter} ${name}`, { name: String(name), points: before + Number(facts[`${letter}.points`] ?? 0), list: String(facts[`${letter}.list`] ?? '') });
    }
  const best = foremost([...riders.values()], (rider) => rider.points);
  return best && best.points > 0 ? { name: best.name, text: t('{n} points ({list})', { n: best.points, list: best.list }) } : undefined;
}

/** How many cards of the own hand are marked. */
const marked = (view: View) => view.zones.find((zone) => zone.id === `hand.${view.seat}`)?.pieces.filter((one) => one.marks.includes('chosen')).length ?? 0;

function act(view: View, choice: Choice): string {
  const piece = view.zones.flatMap((zone) => zone.pieces).find((one) => choice.elements.includes(one.id));
  if (choice.notation === 'done') return marked(view) ? t('Exchange {n}', { n: marked(view) }) : t('Keep them all');
  if (piece?.kind === 'rider' && view.phase === 'pick') return t('Send out {rider}', { rider: `${piece.facts.number} ${piece.facts.surname}` });
  if (piece?.kind !== 'card') return choice.label;
  const tracks = tracksOf(piece).flatMap(({ letter, on }) => (on ? [letter] : [])).join(' ');
  if (view.phase === 'attack') return t('Attack with {tracks}', { tracks });
  if (view.phase === 'defend') return t('Defend with {tracks}', { tracks });
  return t('Lay {card}', { card: String(piece.facts.effect_name) });
}

/** The server tells of host and guest; who that is stands on the scoreboard, and so do they here. */
function says(event: Event, view: View): string | undefined {
  if (event.kind !== 'totals' || !view.counters.some((counter) => counter.id === 'side.0')) return undefined;
  const { red, blue, yellow, white } = event.args;
  const [host, guest] = clubsOf(view);
  return t('It stands {points}.', { points: `${host} ${red + blue} : ${yellow + white} ${guest}` });
}

export const kit: GameKit<Event> = {
  parts,
  Table,
  Hand,
  Time,
  Reading,
  act,
  commits: (view, choice) => (choice.notation === 'done' && marked(view) > 0) || view.choices.length === 1,
  stage,
  Scene,
  headline: (event) => (event.kind === 'heat_result' ? t('Heat {n}', { n: event.args.heat }) : ''),
  weight,
  folding,
  says,
  comparisons,
  star,
  club: clubOf,
  side: (view, seat) => (view.counters.some((counter) => counter.id === 'side.0') ? Number(ownerOf(view, 'Y') === seat || ownerOf(view, 'W') === seat) : 0),
  draws: (id) => id.startsWith('order.'),
};
