/** Kickards: line-ups face to face over the event, action bonuses on the left, the six positions on the right. */

import { settings } from '../../lib/settings.svelte';
import type { Comparison, GameKit, Weight } from '../../lib/kit';
import { homeSide } from '../../lib/people';
import { type Deed, foremost } from '../../lib/deeds';
import { numbered } from '../../lib/faces';
import { chosenIn } from '../../lib/picks';
import { ofSeat } from '../../lib/told';
import type { Choice, View } from '../../lib/wire';
import { t } from '../../lib/words.svelte';
import { bidding } from './bids.svelte';
import Hand from './Hand.svelte';
import { clubOf } from './names';
import Reading from './Reading.svelte';
import { folding } from './report';
import Scene from './Scene.svelte';
import { stage } from './stage';
import Table from './Table.svelte';
import Time from './Time.svelte';
import type { Event } from './wire';
import { parts } from './guide';

/** The answers that go on as most would: what is chosen is laid, the purse is shut, a repeat is used before it is lost. */
const GOES_ON = new Set(['done', 'again']);
const BREAKS = new Set(['sides', 'kick_off', 'turn', 'half_time', 'whistle', 'second_leg', 'extra_time', 'shootout']);
const QUIET = new Set(['chose', 'offered', 'picked_stars', 'has_picked_stars', 'chose_bid', 'drew', 'k6', 'miss', 'basic_stars']);
/** Those who shoot are named; whoever else is turned up lies on the table. */
const SHOOTER = 0;

const worth = (events: Event[], seat: number) => ofSeat(events, seat, 'shot').reduce((sum, event) => sum + event.args.chance, 0) / 100;
const inTenths = (goals: number) => goals.toLocaleString(settings.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

function compare(events: Event[]): Comparison[] {
  const both = <T>(value: (seat: number) => T): [T, T] => [value(0), value(1)];
  return [
    { label: t('shots taken'), values: both((seat) => ofSeat(events, seat, 'shot').length) },
    { label: t('goals the shots were worth'), values: both((seat) => inTenths(worth(events, seat))), bars: both((seat) => worth(events, seat)) },
    { label: t('cards laid'), values: both((seat) => ofSeat(events, seat, 'laid').reduce((sum, event) => sum + event.args.count, 0)) },
    { label: t('action bonuses bought'), values: both((seat) => ofSeat(events, seat, 'bought').length) },
    { label: t('VAR checks won'), values: both((seat) => ofSeat(events, seat, 'var_call').filter((event) => event.args.success).length) },
    { label: t('yellow and red cards'), values: both((seat) => ofSeat(events, seat, 'booked').length) },
  ];
}

/** Every goal that stands, the oldest first; VAR takes back the last ones of a side. */
function scorers(events: Event[]): Deed[] {
  let time = '';
  let goals: Deed[] = [];
  for (const event of events) {
    time = event.time || time;
    if (event.kind === 'goal') goals.push({ seat: event.args.seat, name: event.args.shooter ? (numbered('kickards', 'footballer', event.args.shooter - 1)?.name ?? '') : '', time });
    if (event.kind !== 'cancelled') continue;
    const struck = goals.filter((goal) => goal.seat === event.args.seat).slice(-event.args.count);
    goals = goals.filter((goal) => !struck.includes(goal));
  }
  return goals;
}

function star(events: Event[]): { name: string; text: string } | undefined {
  const goals = scorers(events).filter((goal) => goal.name);
  const men = [...new Set(goals.map((goal) => goal.name))].map((name) => ({ name, n: goals.filter((goal) => goal.name === name).length }));
  const best = foremost(men, (man) => man.n);
  return best && { name: best.name, text: t('{n} goals', { n: best.n }) };
}

function weigh(event: Event): Weight {
  if (event.kind === 'goal') return 'headline';
  if (QUIET.has(event.kind) || (event.kind === 'revealed' && event.args.role !== SHOOTER)) return 'hidden';
  return BREAKS.has(event.kind) ? 'break' : 'line';
}

function act(view: View, choice: Choice): string {
  if (choice.facts.deed === 'buy') return t('Buy: {bonus}', { bonus: choice.label });
  if (choice.facts.deed === 'use') return t('Use: {bonus}', { bonus: choice.label });
  if (choice.facts.deed === 'keep') return t('Keep {card}', { card: choice.label });
  if (view.phase === 'bid') return bidding(view);
  if (view.phase === 'kick') return t('{name} shoots', { name: choice.label });
  return choice.label;
}

export const kit: GameKit<Event> = {
  parts,
  Table,
  Hand,
  Time,
  Reading,
  act,
  commits: (view, choice) => (GOES_ON.has(choice.notation) && choice.facts.cards !== 0) || view.choices.length === 1,
  without: (view, piece) => (piece.marks.includes('shooter') ? [] : chosenIn(view).filter((id) => id !== piece.id)),
  club: clubOf,
  side: homeSide,
  means: (board, id) => (id === 'var' || id.startsWith('coach.') ? board.choices.find((choice) => choice.notation === id.split('.')[0]) : undefined),
  narrows: (view) => view.phase === 'stars' || view.phase === 'bid',
  stage,
  Scene,
  headline: () => t('Goal!'),
  weight: weigh,
  folding,
  comparisons: compare,
  scorers,
  star,
};
