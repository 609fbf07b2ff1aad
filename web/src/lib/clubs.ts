/** The colours of the sides, seat by seat; the first is drawn as a shield, the others as roundels. */

import { gameOf } from './games.svelte';

export interface Club {
  main: string;
  trim: string;
}

const NOBODY: Club = { main: '#4b4f55', trim: '#fbf5e8' };
/** While nobody has told of the game. */
const PLAIN: Club[] = [{ main: '#2347b5', trim: '#fbf5e8' }, { main: '#c22a1b', trim: '#fbf5e8' }];

/** The colours of a seat. */
export const seatClub = (game: string, seat: number): Club => (gameOf(game)?.teams ?? PLAIN)[seat] ?? NOBODY;

export const clubColour = (game: string, seat: number): string => seatClub(game, seat).main;
