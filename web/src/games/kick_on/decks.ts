/** Decks of one's own. They live in this browser. */

import { json, send } from '../../lib/api';
import { keep, recall } from '../../lib/storage';
import type { CardSetInfo, DeckCheck, DeckOrder, OptionValue, WrittenDeck } from '../../lib/wire';

export const GAME = 'kick_on';
const CALLS = `/api/games/${GAME}`;

export const cardSet = (lang: string) => json<CardSetInfo>(`${CALLS}/cards?lang=${lang}`);

export const checkDeck = (deck: DeckOrder, lang: string) => json<DeckCheck>(`${CALLS}/decks/check?lang=${lang}`, send(deck));

export const readDeck = (text: string) => json<WrittenDeck>(`${CALLS}/decks/read`, send({ text }));

export interface OwnDeck {
  name: string;
  squad: string[];
  /** None where the line-up is chosen at the table. */
  starters: string[] | null;
  cards: Record<string, number>;
  /** The deck as a match takes it; empty while the deck is not legal. */
  option: string;
}

/** How many cards a deck holds. */
export const sizeOf = (cards: Record<string, number>): number => Object.values(cards).reduce((sum, copies) => sum + copies, 0);

/** The deck with one copy more or less of a card, from none to as many as may be. */
export function withCopies(cards: Record<string, number>, card: string, step: number, most: number): Record<string, number> {
  const copies = Math.min(most, Math.max(0, (cards[card] ?? 0) + step));
  const rest = Object.fromEntries(Object.entries(cards).filter(([other]) => other !== card));
  return copies ? { ...rest, [card]: copies } : rest;
}

const KEEPER = 'GK';

/** Whether one more player goes among those who start: while there is room, and of goalkeepers only the first. */
export function mayStart(id: string, starters: string[], set: CardSetInfo | undefined): boolean {
  const keepers = new Set(set?.players.filter((piece) => piece.facts.position === KEEPER).map((piece) => piece.id));
  return starters.length < (set?.limits.starters ?? 0) && !(keepers.has(id) && starters.some((one) => keepers.has(one)));
}

/** The chance of at least one in the opening hand. */
export const atLeastOne = (opening: number[]): number | undefined => (opening.length ? 1 - (opening[0] ?? 0) : undefined);

/** Tell whether something is a deck as it is written down. */
export const isDeck = (deck: Partial<WrittenDeck> | null): boolean => typeof deck?.name === 'string' && Array.isArray(deck.squad) && typeof deck.cards === 'object' && deck.cards !== null;

export function ownDecks(): OwnDeck[] {
  return recall<OwnDeck[]>('decks', []).filter((deck) => isDeck(deck) && typeof deck.option === 'string');
}

/** Keep a deck under its name, in place of another of that name: wherever that one was laid out for a match, this one is. */
export function keepDeck(deck: OwnDeck): void {
  const before = ownDecks().find((other) => other.name === deck.name)?.option;
  keep('decks', [...ownDecks().filter((other) => other.name !== deck.name), deck]);
  const chosen = Object.entries(recall<Record<string, OptionValue>>(`options.${GAME}`, {}));
  if (before) keep(`options.${GAME}`, Object.fromEntries(chosen.flatMap(([name, value]) => (value !== before ? [[name, value]] : deck.option ? [[name, deck.option]] : []))));
}

export function dropDeck(name: string): void {
  keep('decks', ownDecks().filter((deck) => deck.name !== name));
}
