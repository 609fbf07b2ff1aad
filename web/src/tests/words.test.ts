/** Words come over the net in any order: what has come of a table is not lost by what comes of the page. */
import { afterEach, expect, test, vi } from 'vitest';
import * as api from '../lib/api';
import { settings } from '../lib/settings.svelte';
import { learn, learnTable, t } from '../lib/words.svelte';

afterEach(() => {
  vi.restoreAllMocks();
  settings.language = 'en';
});

test('a table that is learnt while the page still waits for its own words keeps them', async () => {
  settings.language = 'pl';
  let pageCame: (words: Record<string, string>) => void = () => undefined;
  vi.spyOn(api, 'labels').mockImplementation((_language, game) => (game ? Promise.resolve({ 'Your card': 'Twoja karta' }) : new Promise((done) => (pageCame = done))));
  const page = learn();
  await learnTable('pilka_w_grze');
  pageCame({ Lobby: 'Lobby' });
  await page;
  expect(t('Your card')).toBe('Twoja karta');
});

test('with another language the tables that were learnt are learnt anew', async () => {
  settings.language = 'es';
  vi.spyOn(api, 'labels').mockImplementation((language, game) => Promise.resolve(game ? { 'Your card': `Tu carta (${language})` } : {}));
  await learn();
  expect(t('Your card')).toBe('Tu carta (es)');
});
