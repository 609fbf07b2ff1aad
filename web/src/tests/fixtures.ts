/** Recorded views: run `make web-test` once to have them. */

import { readFileSync } from 'node:fs';
import { configure } from '@testing-library/svelte';
import { vi } from 'vitest';
import { Board } from '../lib/board.svelte';
import { learn, printed } from '../lib/faces';
import { wholeView } from '../lib/filling';
import { tell } from '../lib/games.svelte';
import { loadKit } from '../lib/kit';
import type { Choice, Face, GameInfo, View } from '../lib/wire';

/** However long it takes on a busy machine. */
const PATIENCE = { timeout: 120_000 };
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

const read = (name: string): unknown => JSON.parse(readFileSync(`fixtures/${name}.json`, 'utf8'));

for (const [digest, faces] of Object.entries(read('faces') as Record<string, Face[]>)) learn(digest, faces);

/** A recorded view as the table reads it. */
export function whole(view: View): View {
  const found = printed(wholeView(view));
  if (!found) throw new Error('the faces of a recorded view are missing');
  return found;
}

export function tape(game: string): Tape {
  const recorded = read(game) as Tape;
  return { ...recorded, views: recorded.views.map(({ seat, other }) => ({ seat: whole(seat), other: whole(other) })) };
}

export interface Scene {
  game: string;
  seat: number;
  before?: View;
  view: View;
  watched: View;
}

/** The scenes that were looked for, by their names. */
export function recordedScenes(): Record<string, Scene> {
  const scenes = Object.entries(read('scenes') as Record<string, Scene>);
  return Object.fromEntries(scenes.map(([name, scene]) => [name, { ...scene, ...(scene.before ? { before: whole(scene.before) } : {}), view: whole(scene.view), watched: whole(scene.watched) }]));
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
