/** The games as the server tells them: what they are called and look like, and what there is to choose. Nothing here, and
 *  nothing outside a game's own folder, knows any of them by name. */

import * as api from './api';
import { settings } from './settings.svelte';
import type { GameInfo } from './wire';

let games = $state.raw<GameInfo[]>([]);
let language = '';
let sheet: CSSStyleSheet | undefined;

/** All games, in the order of the programme; none before the server has answered. */
export const allGames = (): GameInfo[] => games;

export const gameOf = (name: string): GameInfo | undefined => games.find((game) => game.name === name);

/** The title as the game's cover has it. */
export const titleOf = (name: string, otherwise: string): string => gameOf(name)?.cover.title ?? otherwise;

/** The game to begin with, where nobody has asked for another: the one that is learnt soonest. */
export const learntSoonest = (list: GameInfo[]): GameInfo | undefined => list.toSorted((one, two) => (one.cover.learn || Infinity) - (two.cover.learn || Infinity))[0];

/** A game's colours, for whatever is drawn in them: `data-game` names the game. */
function rule({ name, cover, teams }: GameInfo): string {
  const [home, away] = teams;
  const colours = { ...cover.colours, ...(home && away ? { home: home.main, away: away.main } : {}) };
  return `[data-game="${CSS.escape(name)}"] { ${Object.entries(colours).map(([colour, value]) => `--${colour}: ${value};`).join(' ')} }`;
}

/** Keep what the server has told. A sheet that a script makes is the one kind of style that the page may add. */
export function tell(list: GameInfo[], spoken: string): void {
  [games, language] = [list, spoken];
  if (!('adoptedStyleSheets' in document)) return;
  if (!sheet) document.adoptedStyleSheets = [...document.adoptedStyleSheets, (sheet = new CSSStyleSheet())];
  sheet.replaceSync(list.map(rule).join('\n'));
}

/** Ask the server for the games. */
export async function fetchGames(spoken: string): Promise<GameInfo[]> {
  const list = await api.games(spoken);
  tell(list, spoken);
  return list;
}

/** See to it that the games are known, in the person's language; without the server they stay unknown. */
export async function knowGames(): Promise<void> {
  if (language !== settings.language) await fetchGames(settings.language).catch(() => undefined);
}
