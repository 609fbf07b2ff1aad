/** Recorded views: run `make web-test` once to have them. */

import { readFileSync } from 'node:fs';
import { configure } from '@testing-library/svelte';
import { vi } from 'vitest';
import { Board } from '../lib/board.svelte';
import { tell } from '../lib/games.svelte';
import { loadKit } from '../lib/kit';
import type { Choice, GameInfo, View } from '../lib/wire';

/** However long it takes on a busy machine. */
const PATIENCE = { timeout: 20_000 };
configure({ asyncUtilTimeout: PATIENCE.timeout });

/** The games as the server tells them. */
export const GAMES = (JSON.parse(readFileSync('fixtures/lists.json', 'utf8')) as { en: { games: GameInfo[] } }).en.games;
tell(GAMES, 'en');

/** Wait until something holds. */
export const until = <T>(holds: () => T): Promise<T> => vi.waitFor(holds, PATIENCE);

export interface Tape {
  game: string;
  moves: { seat: number; action: number }[];
  views: { seat: View; other: View }[];
}

export function tape(game: string): Tape {
  return JSON.parse(readFileSync(`fixtures/${game}.json`, 'utf8')) as Tape;
}

export function asked(recorded: Tape, phase: string): View {
  const found = recorded.views.find(({ seat }) => seat.phase === phase && seat.choices.length > 1);
  if (!found) throw new Error(`nobody was asked in ${phase}`);
  return found.seat;
}

/** The first view of a tape in which a choice is left and a test holds. */
export function askedWhere(recorded: Tape, test: (view: View) => boolean): View {
  const found = recorded.views.find(({ seat }) => seat.choices.length > 1 && test(seat));
  if (!found) throw new Error('nobody was asked that');
  return found.seat;
}

/** A game's board with a view on it, open to the person; what is played goes to `sent`. */
export async function openBoard(game: string, view: View, sent: Choice[] = []): Promise<Board> {
  const made = new Board(await loadKit(game), (choice) => sent.push(choice));
  made.lay(view, []);
  made.open = true;
  return made;
}

/** What jsdom lacks of a browser, for things that move. */
export function stubMotion(): void {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  Element.prototype.animate ??= vi.fn(() => ({ cancel: vi.fn(), finished: Promise.resolve(), onfinish: null })) as never;
}
