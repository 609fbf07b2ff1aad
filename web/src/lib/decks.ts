/** Decks of one's own for Kick On. They live in this browser. */

import { keep, recall } from './storage';

export interface OwnDeck {
  name: string;
  squad: string[];
  starters: string[];
  cards: Record<string, number>;
  /** The deck as a match takes it; empty while the deck is not legal. */
  option: string;
}

export function ownDecks(): OwnDeck[] {
  return recall<OwnDeck[]>('decks', []);
}

/** Keep a deck under its name, in place of another of that name. */
export function keepDeck(deck: OwnDeck): void {
  keep('decks', [...ownDecks().filter((other) => other.name !== deck.name), deck]);
}

export function dropDeck(name: string): void {
  keep('decks', ownDecks().filter((deck) => deck.name !== name));
}
