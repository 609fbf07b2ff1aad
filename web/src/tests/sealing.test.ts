/** A table that gathers: what this browser seals, keeps and opens, and what it does not open. */
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sealed } from '../lib/fair';
import { fix, keptOf, seal } from '../lib/sealing';
import { held, heldFor, hold, type Held } from '../lib/seats';
import type { GatheringMessage, MatchInfo, SeatInfo } from '../lib/wire';
import Gathering from '../pages/Gathering.svelte';

const C = 'c0'.repeat(32);
const HIS = { words: 'tails', nonce: 'cd'.repeat(32), brought: [] };
const HIS_HASH = sealed(HIS, C, 1);
const seat = (number: number, more: Partial<SeatInfo> = {}): SeatInfo => ({ seat: number, name: ['Ola', 'Ela'][number] ?? '', kind: 'human', level: '', taken: true, ready: false, opened: false, here: true, ...more });
const SEATS = [seat(0), seat(1)];
const info: MatchInfo = { id: 'm1', game: 'mcs', title: 'MCS', options: {}, seats: SEATS, score: [0, 0], over: false, ended: null, open: false, waiting: [], ply: 0, hot_seat: false, dealt: false, dice: 'joint', commitment: C, hashes: null, own: {}, spectators: true, clock: null, abandon_days: 30, draws: false, rematch: null, held: [0] };
const row: Held = { id: 'm1', game: 'mcs', seats: [{ seat: 0, token: 't0' }], hotSeat: false, solo: false };

class Line {
  static last: Line;
  static readonly OPEN = 1;
  readyState = 1;
  onmessage?: (event: { data: string }) => void;
  constructor() {
    Line.last = this;
  }
  send() {}
  close() {}
  hear(message: Partial<GatheringMessage>) {
    this.onmessage?.({ data: JSON.stringify({ type: 'gathering', commitment: C, hashes: null, seats: SEATS, ...message }) });
  }
}

/** What the server was asked for, and what the browser had kept by then. */
let asked: { path: string; body: Record<string, unknown>; kept: Held | undefined }[];

beforeEach(() => {
  localStorage.clear();
  hold(row);
  asked = [];
  vi.stubGlobal('WebSocket', Line);
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    if (init.body) asked.push({ path, body: JSON.parse(String(init.body)) as Record<string, unknown>, kept: heldFor('m1') });
    return Promise.resolve(new Response(path.includes('/api/games?') ? '[]' : JSON.stringify(info)));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const props = { info, ondealt: () => undefined, ondismissed: () => undefined };

/** Be ready with some words; gives what was sealed. */
async function ready(words: string) {
  await fireEvent.input(screen.getByLabelText(/Add words/), { target: { value: words } });
  await fireEvent.click(screen.getByText('I am ready'));
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  const own = heldFor('m1')?.sealed?.at(-1);
  if (!own) throw new Error('nothing was kept');
  return own;
}

test('words are kept before their hash goes out, and opened only when all hashes are shown and kept', async () => {
  render(Gathering, props);
  const own = await ready('  two  spaces 👨‍👩‍👧 ');
  expect(own.words).toBe('  two  spaces 👨‍👩‍👧 ');
  expect(asked[0]).toMatchObject({ path: '/api/matches/m1/ready?lang=en', body: { hash: own.hash, options: {} } });
  expect(JSON.stringify(asked[0]?.body)).not.toContain('spaces');
  expect(asked[0]?.kept?.sealed).toEqual([own]);
  Line.last.hear({});
  Line.last.hear({ hashes: [own.hash, HIS_HASH] });
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]).toMatchObject({ path: '/api/matches/m1/open?lang=en', body: { words: own.words, nonce: own.nonce } });
  expect(asked[1]?.kept).toMatchObject({ commitment: C, hashes: [own.hash, HIS_HASH] });
  expect(keptOf(heldFor('m1'))).toEqual({ commitment: C, hashes: [own.hash, HIS_HASH], seat: 0, words: own.words, nonce: own.nonce });
});

test('after a reload between sealing and opening it still opens', async () => {
  const hash = seal('m1', C, 0, 'heads', {});
  render(Gathering, { ...props, info: { ...info, seats: [seat(0, { ready: true }), seat(1, { ready: true })] } });
  expect(screen.getByText('Your words: heads')).toBeTruthy();
  Line.last.hear({ hashes: [hash, HIS_HASH] });
  await vi.waitFor(() => expect(asked.map(({ path }) => path)).toEqual(['/api/matches/m1/open?lang=en']));
  Line.last.hear({ hashes: [hash, HIS_HASH], seats: [seat(0, { ready: true, opened: true }), seat(1, { ready: true })] });
  expect(await screen.findByText('Has not opened yet')).toBeTruthy();
  expect(asked).toHaveLength(1); // once is enough
});

test('a hash whose answer was lost is opened too, if it is the one that was fixed', () => {
  const first = seal('m1', C, 0, 'heads', {});
  seal('m1', C, 0, 'heads again', {});
  expect(fix('m1', 0, C, [first, HIS_HASH], SEATS).opening?.words).toBe('heads');
  expect(keptOf(heldFor('m1')).words).toBe('heads');
});

test.each([
  ['another commitment', 'd'.repeat(64), (own: string) => [own, HIS_HASH], /another seal than before/],
  ['another’s hash missing', C, (own: string) => [own, ''], /or not everybody’s/],
  ['fewer hashes', C, (own: string) => [own], /or not everybody’s/],
  ['another hash of one’s own', C, () => ['e'.repeat(64), HIS_HASH], /not the one that this browser has made/],
])('%s: nothing is opened, and it is said', async (_, commitment, hashes, told) => {
  render(Gathering, props);
  const own = await ready('heads');
  Line.last.hear({ commitment, hashes: hashes(own.hash) });
  expect((await screen.findByRole('alert')).textContent).toMatch(told);
  expect(asked).toHaveLength(1);
});

test('other hashes than were shown before are not opened either', async () => {
  const hash = seal('m1', C, 0, 'heads', {});
  expect(fix('m1', 0, C, [hash, HIS_HASH], SEATS).opening).toBeDefined();
  expect(fix('m1', 0, C, [hash, 'f'.repeat(64)], SEATS)).toEqual({ alarm: 'hashes' });
  expect(heldFor('m1')?.hashes).toEqual([hash, HIS_HASH]);
});

test('who was ready on another device may say so; otherwise the check finds it', async () => {
  render(Gathering, props);
  const own = await ready('heads');
  const other = sealed({ words: '', nonce: '12'.repeat(32), brought: [] }, C, 0);
  Line.last.hear({ hashes: [other, HIS_HASH] });
  expect(keptOf(heldFor('m1'))).toMatchObject({ words: 'heads', nonce: own.nonce });
  await fireEvent.click(await screen.findByText('Yes, that was me'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(keptOf(heldFor('m1'))).toMatchObject({ hashes: [other, HIS_HASH], words: null, nonce: null });
});

test('in a rematch fresh dice are sealed by themselves, with the deck of before', async () => {
  hold({ ...row, again: true });
  render(Gathering, { ...props, info: { ...info, own: { deck_0: 'samba' } } });
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  const own = heldFor('m1')?.sealed?.[0];
  expect(asked[0]?.body).toEqual({ hash: own?.hash, options: { deck_0: 'samba' } });
  expect(own?.hash).toBe(sealed({ words: '', nonce: own?.nonce ?? '', brought: ['deck_0=samba'] }, C, 0));
  Line.last.hear({ hashes: [own?.hash ?? '', HIS_HASH] });
  await vi.waitFor(() => expect(asked.map(({ path }) => path.split('/')[4]?.split('?')[0])).toEqual(['ready', 'open']));
});

test('words that cannot be kept in a line are not sealed', async () => {
  render(Gathering, props);
  await fireEvent.input(screen.getByLabelText(/Add words/), { target: { value: 'a\u2028b' } });
  await fireEvent.click(screen.getByText('I am ready'));
  expect((await screen.findByRole('alert')).textContent).toContain('one line');
  expect(asked).toEqual([]);
  expect(held()[0]?.sealed).toBeUndefined();
});

test('a device that has sealed nothing may seal instead of the one that is not at hand', async () => {
  render(Gathering, { ...props, info: { ...info, seats: [seat(0, { ready: true }), seat(1)] } });
  expect(screen.getByText(/ready on another device/)).toBeTruthy();
  const own = await ready('tablet');
  expect(asked[0]?.body).toEqual({ hash: own.hash, options: {} });
  await vi.waitFor(() => expect(screen.queryByText('I am ready')).toBeNull());
});
