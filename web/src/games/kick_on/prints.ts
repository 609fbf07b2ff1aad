/** What is printed on Kick On's cards, and in which colours: for the table and for the deck desk. */

import type { Board } from '../../lib/board.svelte';
import type { Piece } from '../../lib/wire';

/** Anything with a face: a piece of a view, or a row of the card list. */
export type Printed = Pick<Piece, 'face' | 'name' | 'facts'>;

const FLAGS: Record<string, string> = { Chile: 'CHI', Argentina: 'ARG', Brazil: 'BRA', Spain: 'ESP', England: 'ENG', Poland: 'POL', Italy: 'ITA', France: 'FRA', Germany: 'GER' };

/** The flag's drawing, where we have one. */
export const flagOf = (card: Printed): string => FLAGS[String(card.facts.flag ?? '')] ?? '';

const KITS: Record<string, [string, string]> = {
  'red-white': ['#c92f1e', '#fbf5e8'],
  'white-navy': ['#fbf5e8', '#1f2d55'],
  'sky-white': ['#7db6dd', '#fbf5e8'],
  'yellow-green': ['#f2c530', '#1c8a4a'],
  'green-black': ['#1c7a48', '#1b1814'],
};
const KEEPER: [string, string] = ['#d9a200', '#1b1814'];
const PLAIN: [string, string] = ['#8a8f96', '#fbf5e8'];

export function kitOf(card: Printed): [string, string] {
  return card.facts.position === 'GK' ? KEEPER : (KITS[String(card.facts.kit ?? '')] ?? PLAIN);
}

export const RARITIES: Record<string, { letter: string; fill: string; ink: string }> = {
  amateur: { letter: 'A', fill: '#2458b8', ink: '#fff' },
  semi_pro: { letter: 'S', fill: '#c92f1e', ink: '#fff' },
  pro: { letter: 'P', fill: '#f2c233', ink: '#1b1814' },
  legend: { letter: 'L', fill: '#fff', ink: '#1b1814' },
};

/** Frame and drawing of a deck's card by its type. */
const FRAMES: Record<string, { kind: string; ink: string; tone: string }> = {
  play: { kind: 'jg', ink: '#1c7a48', tone: '#1c7a48' },
  strategy: { kind: 'es', ink: '#5a4e34', tone: '#8a7a55' },
  foul: { kind: 'fo', ink: '#c92f1e', tone: '#c92f1e' },
  energy: { kind: 'en', ink: '#c98a00', tone: '#f2b705' },
};

export const frameOf = (card: Printed) => FRAMES[String(card.facts.type)] ?? { kind: 'es', ink: '#5a4e34', tone: '#8a7a55' };

export const isPlayer = (card: Printed) => 'position' in card.facts;

/** The classes of a card's shape and colours. */
export function lookOf(card: Printed): string {
  return isPlayer(card) ? `ko pl ${String(card.facts.position).toLowerCase()}` : `ko ${frameOf(card).kind}`;
}

/** The seat that announced a card, or plays it. */
export const playedBy = (board: Board, piece: Piece) => Number(piece.facts.seat ?? board.zone('in_play')?.owner ?? 0);

export const surname = (card: Printed) => String(card.facts.surname ?? card.name);
