/** What a game brings to the table page. Each game's folder is loaded when its table is first opened. */

import type { Component } from 'svelte';
import type { Board } from './board.svelte';
import type { Club } from './clubs';
import type { Deed } from './deeds';
import type { Folding } from './folding';
import { knowGames } from './games.svelte';
import type { Direction } from './stage/score';
import type { Passing } from './passing.svelte';
import type { Scene } from './stage/stage.svelte';
import type { Choice, Happening, Piece, View } from './wire';
import { learnTable } from './words.svelte';

export interface Comparison {
  label: string;
  values: [number | string, number | string];
  /** What the bars compare, where the values are no bare numbers. */
  bars?: [number, number];
}

export type Weight = 'headline' | 'break' | 'line' | 'hidden';

/** `Event` is the type of the game's own events, from its `wire.ts`. */
export interface GameKit<Event extends Happening = Happening> {
  /** The ground. */
  Table: Component<{ board: Board }>;
  /** What lies in the dock under the prompt. */
  Hand: Component<{ board: Board }>;
  /** Time in the scoreboard. */
  Time?: Component<{ view: View; /** Whether the clock runs while we look. */ running?: boolean; /** When the view came, by this page's own watch. */ came?: number | undefined }>;
  /** A piece at reading size. */
  Reading: Component<{ piece: Piece; /** The table it lies on. */ view?: View }>;
  /** What the ticket says for a choice, if not its label. */
  act?(view: View, choice: Choice): string;
  /** Of the choices with a button, the one that commits. */
  commits?(view: View, choice: Choice): boolean;
  /** The word over a headline of the report. */
  headline?(event: Event): string;
  /** How what happens is played to the people at the table. */
  stage?: Direction<Event>;
  /** Where the decisive moments are played, over the table. */
  Scene?: Component<{ board: Board; scene: Scene }>;
  weight?(event: Event): Weight;
  /** The sentence of an event, where the server's does not know as much as the view. */
  says?(event: Event, view: View): string | undefined;
  /** How the report makes one line of what belongs together; without it every event has its own. */
  folding?: Folding<Event['kind']>;
  comparisons?(events: Event[], view: View): Comparison[];
  /** The goals of a match that is over, where a card or a name says whose they were. */
  scorers?(events: Event[], view: View): Deed[];
  /** Who was best in a match that is over, and by what. */
  star?(events: Event[], view: View): { name: string; text: string } | undefined;
  /** What the page of piles is called, where there are no cards. */
  heaps?(): string;
  /** A seat's colours, where they go by lot. */
  club?(view: View, seat: number): Club;
  /** The side that a seat plays for, the host's first, where a lot decides it or several play together; 0 for all where neither. */
  side?(view: View, seat: number): number;
  /** The choice that a thing stands for by itself, where its elements alone do not say. */
  means?(board: Board, id: string): Choice | undefined;
  /** Why a piece cannot be used now, where it does not say so itself: nothing of its kind is asked for. */
  refuses?(board: Board, piece: Piece): string;
  /** The table itself shows how long there is to decide. */
  hurries?(view: View): boolean;
  /** The table itself shows what the picked elements could still mean: the prompt need not list it. */
  narrows?(view: View): boolean;
  /** What is proposed to be chosen, where steps that can be taken back lead there: the person may change it. */
  proposes?(view: View): string[];
  /** What stays chosen when one of the chosen pieces is put back; all but that one where it is not said. */
  without?(view: View, piece: Piece): string[];
  /** Where a player may ask to be passed over for a while. */
  passing?: Passing;
  /** Where the guide's callouts belong: the name of a part, and what is drawn for it, as a selector. */
  parts?: Record<string, string>;
  /** Elements drawn on the table besides the view's zones and pieces. */
  draws?(id: string): boolean;
}

const FOLDERS = import.meta.glob<{ kit: GameKit }>('../games/*/index.ts');

/** Load a game's own table and its words and colours, or the plain one that can show any game. */
export async function loadKit(game: string): Promise<GameKit> {
  const own = FOLDERS[`../games/${game}/index.ts`] ?? FOLDERS['../games/plain/index.ts'];
  if (!own) throw new Error('the plain table is missing');
  const [folder] = await Promise.all([own(), learnTable(game), knowGames()]);
  return folder.kit;
}
