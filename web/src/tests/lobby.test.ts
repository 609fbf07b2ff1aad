import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepDeck, ownDecks } from '../games/kick_on/decks';
import Decks from '../games/kick_on/Decks.svelte';
import { lastDeck } from '../lib/decks';
import { held, hold } from '../lib/seats';
import { recall } from '../lib/storage';
import type { CardSetInfo, DeckCheck, GameInfo, MatchRow, NewMatch } from '../lib/wire';
import { learn } from '../lib/words.svelte';
import Lobby from '../pages/Lobby.svelte';
import { until } from './fixtures';
import { watch } from './watch';

interface Lists {
  games: GameInfo[];
  cards: CardSetInfo;
  check: DeckCheck;
}
const { games, cards, check } = (JSON.parse(readFileSync('fixtures/lists.json', 'utf8')) as { en: Lists }).en;
const kickOn = games.find((game) => game.name === 'kick_on')?.options ?? [];

/** A server with all games and the deck desk; a deck is checked into a line of its cards. */
function server(listed = games, matches: Partial<MatchRow>[] = []) {
  const asked: { path: string; body: string }[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    asked.push({ path, body: String(init.body ?? '') });
    const json = (body: unknown, status = 200) => Promise.resolve(new Response(JSON.stringify(body), { status }));
    if (path.includes('/decks/check')) return json({ ...check, legal: true, findings: [], option: `line ${JSON.stringify((JSON.parse(String(init.body)) as { cards: object }).cards)}` });
    if (path.includes('/kick_on/cards')) return json(cards);
    if (path.includes('/api/games?')) return json(listed);
    if (path.includes('/api/labels')) return json({ Keep: 'Keep' });
    if (path.includes('/api/files')) return json({ message: 'Line 1 is no tag.' }, 422);
    if (init.method === 'POST') return json({ id: 'm1', seats: [{ seat: 0, token: 'tok', invite: null }] });
    return json(matches);
  });
  return { asked, count: (part: string) => asked.filter(({ path }) => path.includes(part)).length };
}

const store = (key: string, value: unknown) => localStorage.setItem(`matchday.${key}`, JSON.stringify(value));
const ordered = (asked: { path: string; body: string }[]) => JSON.parse(asked.find(({ path, body }) => path === '/api/matches' && body)?.body ?? '{}') as NewMatch;

beforeEach(() => {
  localStorage.clear();
  location.hash = '#/';
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ['seats', {}],
  ['seats', [null, { id: 'x' }, { id: 'y', seats: {} }]],
  ['friends', null],
  ['friends', [1]],
  ['clock', { kind: 'sundial', seconds: 5 }],
  ['clock', 'soon'],
  ['opponent', 'ghost'],
  ['side', 7],
  ['options.pilka_w_grze', null],
  ['options.pilka_w_grze', [3]],
  ['decks', 'none'],
  ['picked', null],
  ['muted', null],
])('the lobby opens whatever %s was kept: %j', async (key, value) => {
  store('opponent', 'link');
  store(key, value);
  server();
  render(Lobby);
  expect(await screen.findByRole('button', { name: /^(Kick off|Invite)$/ })).toBeTruthy();
  expect(held()).toEqual([]);
});

test('what was kept and is no option any more is not asked for', async () => {
  store('options.pilka_w_grze', { tactics: true, offside_trap: true, level_score: 'coin', et_limit: 500 });
  const { asked } = server();
  render(Lobby);
  await fireEvent.click(await screen.findByRole('button', { name: 'Kick off' }));
  await until(() => expect(location.hash).toBe('#/match/m1'));
  expect(ordered(asked).options).toEqual({ tactics: true });
});

test('a format for four seats four', async () => {
  store('picked', 'mcs');
  const { asked } = server();
  render(Lobby);
  await fireEvent.click(await screen.findByRole('button', { name: 'Four managers' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Kick off' }));
  await until(() => expect(location.hash).toBe('#/match/m1'));
  expect(ordered(asked).seats).toHaveLength(4);
});

test.each([
  ['Home', 0],
  ['Away', 1],
])('alone at %s the Automat is the only opponent, and its own levels are on offer', async (side, seat) => {
  store('picked', 'kickards');
  store('opponent', 'link');
  const { asked } = server();
  render(Lobby);
  await fireEvent.click(await screen.findByRole('button', { name: 'Alone' }));
  expect(screen.getAllByRole('radio', { name: /Automat|bot|Beside|link/i }).map((one) => one.textContent)).toEqual(['The AutomatPlays by its own cards']);
  expect(screen.getByRole('radiogroup', { name: 'Level' }).textContent).toBe('amateurleaguechampion');
  expect(screen.queryByLabelText('Your friend’s name')).toBeNull();
  await fireEvent.click(screen.getByRole('radio', { name: 'league' }));
  await fireEvent.click(screen.getByRole('button', { name: side }));
  await fireEvent.click(screen.getByRole('button', { name: 'Kick off' }));
  await until(() => expect(location.hash).toBe('#/match/m1'));
  expect(ordered(asked)).toMatchObject({ options: { solo: 'league', sides: 'seat0' }, hot_seat: false });
  expect(ordered(asked).seats.map(({ kind }) => kind)).toEqual(seat ? ['bot', 'human'] : ['human', 'bot']);
});

test('against a bot too one says one’s name before the first match, and home is where one is host', async () => {
  store('picked', 'mcs');
  const { asked } = server();
  render(Lobby);
  await fireEvent.input(await screen.findByLabelText('Your name'), { target: { value: 'Ola' } });
  await fireEvent.click(screen.getByRole('button', { name: 'Away' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Kick off' }));
  await until(() => expect(location.hash).toBe('#/match/m1'));
  expect(ordered(asked)).toMatchObject({ options: { seating: 'fixed' }, seats: [{ kind: 'bot' }, { kind: 'human', name: 'Ola' }] });
});

test('where the rules draw lots for the host, one of the teams is chosen instead', async () => {
  store('picked', 'kick_on');
  const { asked } = server();
  const { container } = render(Lobby);
  await fireEvent.click(await screen.findByRole('button', { name: 'The Corals' }));
  expect(screen.queryByRole('button', { name: 'Home' })).toBeNull();
  expect(container.querySelector('.go')?.textContent).toContain('The game itself draws lots');
  await fireEvent.click(screen.getByRole('button', { name: 'Kick off' }));
  await until(() => expect(location.hash).toBe('#/match/m1'));
  expect(ordered(asked).seats.map(({ kind }) => kind)).toEqual(['bot', 'human']);
});

test('sendings-off belong to the full game of Kickards; as printed it asks for none', async () => {
  store('picked', 'kickards');
  const { asked } = server();
  render(Lobby);
  await fireEvent.click(await screen.findByRole('button', { name: 'The full game' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Kick off' }));
  await until(() => expect(location.hash).toBe('#/match/m1'));
  expect(ordered(asked).options).toMatchObject({ cards: 'full', two_man: true });
  const cards = games.find((game) => game.name === 'kickards')?.options.find((option) => option.name === 'cards');
  expect(cards?.default).toBe('cosmetic');
});

test('the heading counts the games that the server has', async () => {
  server(games.slice(0, 3));
  const { container } = render(Lobby);
  await until(() => expect(container.querySelector('.topline .kick')?.textContent).toContain('3 games'));
  expect(container.querySelector('.lead')?.textContent).not.toMatch(/five/i);
});

test('a match to go on with is told by its names as they are', async () => {
  hold({ id: 'abc', game: 'mcs', seats: [{ seat: 0, token: 'secret' }], hotSeat: false, solo: true });
  server(games, [{ id: 'abc', game: 'mcs', title: 'A title!', names: ['Ola (mum)', 'The Yellows'], kinds: ['person', 'bot'], score: [3, 2], waiting: [0], over: false, dealt: true, updated: '2026-01-01T00:00:00Z' }]);
  const stop = watch(['Ola (mum)', 'The Yellows', 'A title!']);
  const { container } = render(Lobby);
  await until(() => expect(container.querySelector('.resume strong')?.textContent).toBe('Ola (mum)\u20023 : 2\u2002The Yellows'));
  expect(container.querySelector('.fx a.row b')?.textContent).toBe('Ola (mum) – The Yellows (bot)');
  expect(stop()).toEqual([]);
});

test('new words are no reason to ask for the games again', async () => {
  const { count } = server();
  render(Lobby);
  await screen.findByRole('button', { name: 'Kick off' });
  await learn();
  await new Promise((done) => setTimeout(done));
  expect(count('/api/games?')).toBe(1);
});

test('a file that was refused can be chosen again', async () => {
  server();
  render(Lobby);
  const field = await screen.findByLabelText<HTMLInputElement>('Open a match file');
  let emptied = false;
  Object.defineProperty(field, 'files', { value: [{ text: () => Promise.resolve('x') }] });
  Object.defineProperty(field, 'value', { set: (to) => (emptied = to === '') });
  await fireEvent.change(field);
  expect((await screen.findByRole('alert')).textContent).toBe('Line 1 is no tag.');
  expect(emptied).toBe(true);
  expect(held()).toEqual([]);
});

const deck = { name: 'Furia', squad: ['P01'], starters: null, cards: { E01: 3 }, option: 'line old' };

test('a deck that is kept again is the one that is laid out for the next match', () => {
  keepDeck(deck);
  store('options.kick_on', { deck_0: 'line old', deck_1: 'samba', swift: true });
  keepDeck({ ...deck, option: 'line new' });
  expect(recall('options.kick_on', {})).toEqual({ deck_0: 'line new', deck_1: 'samba', swift: true });
  expect(lastDeck('kick_on', kickOn, 0)).toBe('line new');
  keepDeck({ ...deck, option: '' });
  expect(recall('options.kick_on', {})).toEqual({ deck_1: 'samba', swift: true });
});

test('a deck that was thrown away is not laid out any more', async () => {
  store('picked', 'kick_on');
  store('options.kick_on', { deck_0: 'line old' });
  expect(lastDeck('kick_on', kickOn, 1)).toBe('muralla');
  server();
  render(Lobby);
  expect((await screen.findByLabelText<HTMLSelectElement>('Your deck')).value).toBe('toque');
});

test('the desk keeps and plays the deck as it lies there, not as it was checked before', async () => {
  location.hash = '#/decks';
  server();
  render(Decks);
  await screen.findByText('Nothing is wrong with it.');
  const [fewer] = screen.getAllByRole('button', { name: /: one fewer$/ });
  await fireEvent.click(fewer as HTMLElement);
  await fireEvent.click(screen.getByRole('button', { name: 'Play with it' }));
  await until(() => expect(location.hash).toBe('#/'));
  const [own] = ownDecks();
  expect(own?.option).toBe(`line ${JSON.stringify(own?.cards)}`);
  await until(() => expect(recall<Record<string, string>>('options.kick_on', {}).deck_0).toBe(own?.option));
});

test('a deck without a name is not kept', async () => {
  server();
  render(Decks);
  await screen.findByText('Nothing is wrong with it.');
  await fireEvent.input(screen.getByLabelText('Name of the deck'), { target: { value: '' } });
  await fireEvent.click(screen.getByRole('button', { name: 'Keep' }));
  await new Promise((done) => setTimeout(done, 20));
  expect(ownDecks()).toEqual([]);
});

test('settings that there are no more are as if never set', async () => {
  store('settings', { language: 'xx', speed: 'warp', sound: 'loud', theme: 'night', name: 'Ola' });
  vi.resetModules();
  const { settings } = await import('../lib/settings.svelte');
  expect({ ...settings }).toMatchObject({ language: 'en', speed: 'normal', sound: true, theme: 'night', name: 'Ola' });
});
