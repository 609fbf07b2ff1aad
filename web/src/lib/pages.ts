/** What a game brings to pages other than its table, in `games/<name>/pages.ts`: pages of its own, and what this browser
 *  keeps to be brought along to a match. */

import type { Component } from 'svelte';
import type { Label } from './labels';

export interface OwnPage {
  label: Label;
  icon: string;
  load(): Promise<{ default: Component }>;
}

/** A value of one's own for an option that takes any text, such as a deck; empty while it cannot be played. */
export interface Brought {
  name: string;
  option: string;
}

export interface GamePages {
  /** By their addresses: `decks` is `#/decks`. */
  pages: Record<string, OwnPage>;
  brought?(): Brought[];
}

const FOLDERS = import.meta.glob<GamePages>('../games/*/pages.ts', { eager: true });
const of = (game: string): GamePages | undefined => FOLDERS[`../games/${game}/pages.ts`];

/** The pages of a game, or of all games, with their addresses. */
export const ownPages = (game?: string): [string, OwnPage][] => (game === undefined ? Object.values(FOLDERS) : [of(game)]).flatMap((own) => Object.entries(own?.pages ?? {}));

/** What this browser keeps for a game and a match would take. */
export const broughtTo = (game: string): Brought[] => of(game)?.brought?.().filter(({ option }) => option) ?? [];
