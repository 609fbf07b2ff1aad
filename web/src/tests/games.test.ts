/** A game that the client has never heard of: all that its pages show of it comes from the server. */

import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import App from '../App.svelte';
import { kit as plain } from '../games/plain';
import { Board } from '../lib/board.svelte';
import { seatClub } from '../lib/clubs';
import { learntSoonest, tell } from '../lib/games.svelte';
import { loadKit } from '../lib/kit';
import { broughtTo, ownPages } from '../lib/pages';
import type { GameInfo } from '../lib/wire';
import Lobby from '../pages/Lobby.svelte';
import { GAMES, tape, until } from './fixtures';

const [known] = GAMES;
if (!known) throw new Error('no games recorded');
const bare: GameInfo = {
  ...known,
  name: 'ludo',
  title: 'Ludo, the old game',
  cover: { title: 'Ludo', tag: '', stock: '', players: 'For 2 players', learn: 0, length: 0, mark: 'die', bar: '', colours: { 'ink-a': '#123456' }, art: null },
  teams: [{ name: 'Reds', main: '#ff0000', trim: '#ffffff' }, { name: 'Greens', main: '#00ff00', trim: '#000000' }],
  presets: [{ name: 'printed', label: 'As printed', meaning: 'As it is.', options: {} }],
  options: [],
  automat: null,
  first_at_home: {},
  home_by_lot: false,
};

function serve(games: GameInfo[]): void {
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(new Response(JSON.stringify(path.includes('/api/games?') ? games : path.includes('/api/labels') ? {} : []))));
}

/** Wait for the covers of these games, in this order. */
async function shown(names: string[]): Promise<Element[]> {
  const covers = () => [...document.querySelectorAll('.cover')];
  await until(() => expect(covers().map((cover) => cover.getAttribute('data-game'))).toEqual(names));
  return covers();
}

beforeEach(() => {
  localStorage.clear();
  location.hash = '#/';
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the lobby has what the server offers, in its order, each with its cover', async () => {
  serve([...GAMES.toReversed(), bare]);
  render(Lobby);
  const covers = await shown([...GAMES.map(({ name }) => name).toReversed(), 'ludo']);
  expect(covers.slice(0, -1).map((cover) => cover.querySelector('img')?.getAttribute('src') ?? null)).toEqual(GAMES.map(({ cover }) => cover.art).toReversed());
});

test('a game without a picture gets a drawn cover, and says nothing that nobody knows', async () => {
  serve([bare]);
  render(Lobby);
  const [cover] = await shown(['ludo']);
  expect(cover?.querySelector('img')).toBeNull();
  expect(cover?.querySelector('.art svg text')?.textContent).toBe('L');
  expect(cover?.querySelector('.art use')?.getAttribute('href')).toBe('#i-die');
  expect(cover?.querySelector('.foot')?.textContent?.trim()).toBe('For 2 players');
  expect(screen.getByRole('heading', { name: 'Kick-off: Ludo' })).toBeTruthy();
  expect(seatClub('ludo', 1).main).toBe('#00ff00');
});

test('a picture that does not come is drawn', async () => {
  serve([{ ...bare, cover: { ...bare.cover, art: '/gone.svg' } }]);
  render(Lobby);
  const [cover] = await shown(['ludo']);
  cover?.querySelector('img')?.dispatchEvent(new Event('error'));
  await until(() => expect(cover?.querySelector('.art svg')).toBeTruthy());
});

test('a game without a table of its own is played on the plain one', async () => {
  expect(await loadKit('ludo')).toBe(plain);
});

test('the plain table has the mark, the names and the owners of a game that it does not know', async () => {
  const bowls = { ...bare, name: 'bowls' };
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(new Response(JSON.stringify(path.includes('/api/labels') ? { 'code:bowl': 'kula', 'code:lies_at': 'leży na' } : []))));
  tell([bowls], 'en');
  const board = new Board(await loadKit('bowls'));
  const [first] = tape('pilka_w_grze').views;
  const [ola] = first?.seat.seats ?? [];
  if (!first || !ola) throw new Error('nothing recorded');
  const seats = ['Red', 'Green', 'Blue'].map((team, seat) => ({ ...ola, seat, team }));
  const zones = [
    { id: 'green', name: 'The green', owner: null, count: 1, pieces: [{ id: 'bowl.1', kind: 'bowl', face: 'b1', name: 'Bowl 1', facts: { lies_at: 4, run_up: 2 }, marks: ['near'] }] },
    { id: 'hand.2', name: 'Hand', owner: 2, count: 3, pieces: [] },
  ];
  board.lay({ ...first.seat, game: 'bowls', seat: 0, seats, zones, counters: [], choices: [], faces: null }, []);
  const { container } = render(plain.Table, { board });
  expect(container.querySelector('.kd')?.textContent).toBe('kula');
  expect([...container.querySelectorAll('.fs i')].map((name) => name.textContent)).toEqual(['leży na', 'run up']);
  expect(container.querySelector('.back use')?.getAttribute('href')).toBe('#i-die');
  expect(screen.getByRole('heading', { name: 'Hand 3 Blue' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'The green 1' })).toBeTruthy();
  tell(GAMES, 'en');
});

test('whoever has picked nothing begins with what is learnt soonest', () => {
  const learn = (name: string, minutes: number): GameInfo => ({ ...bare, name, cover: { ...bare.cover, learn: minutes } });
  expect(learntSoonest([learn('unknown', 0), learn('long', 9), learn('short', 2)])?.name).toBe('short');
  expect(learntSoonest([])).toBeUndefined();
});

test('a page that a game brings opens at its own address, which no other has', async () => {
  serve(GAMES);
  const addresses = ownPages().map(([page]) => page);
  expect(new Set([...addresses, 'match', 'join', 'verify', 'replay', 'rules', 'gallery']).size).toBe(addresses.length + 6);
  expect([ownPages('ludo'), broughtTo('ludo')]).toEqual([[], []]);
  location.hash = '#/decks';
  await until(() => expect(location.hash).toBe('#/decks'));
  window.dispatchEvent(new HashChangeEvent('hashchange'));
  render(App);
  expect(await screen.findByRole('heading', { name: 'Deck desk' })).toBeTruthy();
});

test('the colours of a game are set wherever its name is', async () => {
  vi.stubGlobal('CSS', { escape: (name: string) => name });
  vi.stubGlobal('CSSStyleSheet', class {
    text = '';
    replaceSync(text: string) {
      this.text = text;
    }
  });
  Object.defineProperty(document, 'adoptedStyleSheets', { value: [], writable: true, configurable: true });
  vi.resetModules();
  const { tell } = await import('../lib/games.svelte');
  tell([bare], 'en');
  tell([bare], 'pl');
  expect(document.adoptedStyleSheets.map((sheet) => (sheet as unknown as { text: string }).text)).toEqual(['[data-game="ludo"] { --ink-a: #123456; --home: #ff0000; --away: #00ff00; }']);
  Reflect.deleteProperty(document, 'adoptedStyleSheets');
});
