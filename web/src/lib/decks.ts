/** Decks of one's own for Kick On. They live in this browser. */

import { keep, recall } from './storage';
import type { GameOption, OptionValue, WrittenDeck } from './wire';

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

/** The chance of at least one in the opening hand. */
export const atLeastOne = (opening: number[]): number | undefined => (opening.length ? 1 - (opening[0] ?? 0) : undefined);

/** The options of a game that choose a seat's deck: each is known to its seat alone. */
export const deckOptions = (options: GameOption[]): GameOption[] => options.filter((option) => option.free && option.secret_of !== null);

/** The deck that this person took last, or that of the seat; the first that is kept is one's own, wherever one sits. */
export function lastDeck(game: string, decks: GameOption[], seat: number | undefined): string {
  const [first] = decks;
  const own = decks.find((option) => option.secret_of === seat) ?? first;
  const last = first && recall<Record<string, OptionValue>>(`options.${game}`, {})[first.name];
  return first && last !== undefined && canBe(first, last) ? String(last) : String(own?.default ?? '');
}

/** Keep the deck that this person takes. */
export function keepLastDeck(game: string, decks: GameOption[], deck: string): void {
  const [first] = decks;
  if (first) keep(`options.${game}`, { ...recall<Record<string, OptionValue>>(`options.${game}`, {}), [first.name]: deck });
}

/** Tell whether something is a deck as it is written down. */
export const isDeck = (deck: Partial<WrittenDeck> | null): boolean => typeof deck?.name === 'string' && Array.isArray(deck.squad) && typeof deck.cards === 'object' && deck.cards !== null;

export function ownDecks(): OwnDeck[] {
  return recall<OwnDeck[]>('decks', []).filter((deck) => isDeck(deck) && typeof deck.option === 'string');
}

/** Keep a deck under its name, in place of another of that name: wherever that one was laid out for a match, this one is. */
export function keepDeck(deck: OwnDeck): void {
  const before = ownDecks().find((other) => other.name === deck.name)?.option;
  keep('decks', [...ownDecks().filter((other) => other.name !== deck.name), deck]);
  const chosen = Object.entries(recall<Record<string, OptionValue>>('options.kick_on', {}));
  if (before) keep('options.kick_on', Object.fromEntries(chosen.flatMap(([name, value]) => (value !== before ? [[name, value]] : deck.option ? [[name, deck.option]] : []))));
}

/** Tell whether an option can have a value: one of those offered, a number in its range, or a deck of one's own. */
export function canBe(option: GameOption, value: OptionValue): boolean {
  if (option.values?.some((one) => one.value === value)) return true;
  if (option.free) return ownDecks().some((deck) => deck.option && deck.option === value);
  if (option.at_most) return typeof value === 'number' && value >= option.at_least && value <= option.at_most;
  return !option.values?.length && typeof value === typeof option.default;
}

export function dropDeck(name: string): void {
  keep('decks', ownDecks().filter((deck) => deck.name !== name));
}
