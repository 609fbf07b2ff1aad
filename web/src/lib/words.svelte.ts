/** The client's own words. Everything said of a match comes from the server in the person's language already. */

import * as api from './api';
import type { Label } from './labels';
import { settings } from './settings.svelte';

interface Known {
  language: string;
  words: Record<string, string>;
  /** The words of the tables opened so far. */
  games: Record<string, Record<string, string>>;
}

const known = $state<Known>({ language: 'en', words: {}, games: {} });
/** The table that speaks: rulebooks call the same thing by different words. */
let speaking = '';

function find(label: Label): string | undefined {
  return known.games[speaking]?.[label] || known.words[label] || Object.values(known.games).find((words) => words[label])?.[label];
}

/** English counts in two forms, "1 card" and "2 cards"; the translations are worded to suit any number. */
function inEnglish(label: Label, n?: string | number): string {
  const text = label.replace(/\|.*/, '');
  return n === 1 ? text.replace(/(\{n\} \w+)s\b/, '$1') : text;
}

/** Say a label in the person's language, with its {places} filled. What stands behind a bar tells two uses of a text apart. */
export function t(label: Label, places: Record<string, string | number> = {}): string {
  const text: string = find(label) ?? inEnglish(label, places.n);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(places[name] ?? whole));
}

/** Name a kind, a mark or a fact of a piece at the table that speaks; a code that its game has no name for speaks for itself. */
export function nameOf(code: string): string {
  return known.games[speaking]?.[`code:${code}`] || code.replaceAll('_', ' ');
}

/** Tell whether a label can be said in the person's language. */
export function speaks(label: Label): boolean {
  return known.language === 'en' || Boolean(find(label));
}

/** Fetch the words of a language; without the server the labels stay English. */
export async function learn(): Promise<void> {
  const language = settings.language;
  document.documentElement.lang = language;
  try {
    const asked = Object.keys(known.games);
    const [words, ...tables] = await Promise.all([api.labels(language), ...asked.map((game) => api.labels(language, game))]);
    const games = Object.fromEntries(asked.map((game, n) => [game, tables[n] ?? {}]));
    // a table that was learnt meanwhile keeps its words
    if (language === settings.language) Object.assign(known, { language, words, games: { ...known.games, ...games } });
  } catch {
    Object.assign(known, { language: 'en', words: {}, games: {} });
  }
}

/** Fetch the words of a table too, and let it speak. */
export async function learnTable(game: string): Promise<void> {
  speaking = game;
  if (game in known.games) return;
  const language = settings.language;
  const words = await api.labels(language, game).catch(() => undefined); // the next table asks again
  if (words && language === settings.language) known.games[game] = words;
}
