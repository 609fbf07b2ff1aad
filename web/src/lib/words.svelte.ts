/** The client's own words. Everything said of a match comes from the server in the person's language already. */

import * as api from './api';
import type { Label } from './labels';
import { settings } from './settings.svelte';

const known = $state<{ language: string; words: Record<string, string> }>({ language: 'en', words: {} });

/** Say a label in the person's language, with its {places} filled. */
export function t(label: Label, places: Record<string, string | number> = {}): string {
  const text = known.words[label] || label;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(places[name] ?? whole));
}

/** Tell whether a label can be said in the person's language. */
export function speaks(label: Label): boolean {
  return known.language === 'en' || Boolean(known.words[label]);
}

/** Fetch the words of a language; without the server the labels stay English. */
export async function learn(): Promise<void> {
  const language = settings.language;
  document.documentElement.lang = language;
  try {
    const words = await api.labels(language);
    if (language === settings.language) Object.assign(known, { language, words });
  } catch {
    Object.assign(known, { language: 'en', words: {} });
  }
}
