import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readFileSync } from 'node:fs';
import type { Kept } from '../lib/check';
import { timeLeft } from '../lib/clock';
import { CLOCKS } from '../lib/clocks';
import { destination, deviceLink, joinLink, watchLink } from '../lib/links';
import { lastDeck } from '../lib/decks';
import { keepDeck } from '../games/kick_on/decks';
import { sealed } from '../lib/fair';
import { diceTags } from '../lib/matchfile';
import { audible, mute, muteAgain, muted } from '../lib/mutes.svelte';
import { scores, sides, standing } from '../lib/people';
import { heldFor, hold, holdCreated, note } from '../lib/seats';
import type { GameOption, MatchInfo, MatchRow, SeatInfo } from '../lib/wire';
import Join from '../pages/Join.svelte';
import Verify from '../pages/Verify.svelte';
import { GAMES } from './fixtures';

interface Case {
  name: string;
  text: string;
  kept: Kept;
}
const CORPUS = JSON.parse(readFileSync('../tests/fixtures/dice.json', 'utf8')) as Case[];

const seat = (more: Partial<SeatInfo> = {}): SeatInfo => ({ seat: 0, name: 'Ola', kind: 'human', level: '', taken: true, ready: true, opened: false, here: true, ...more });
const info: MatchInfo = { id: 'm1', game: 'super_goal', title: 'Super Goal!', options: {}, seats: [seat(), seat({ seat: 1, name: 'Away', taken: false, ready: false, here: false })], score: [0, 0], over: false, ended: null, open: false, waiting: [], ply: 0, hot_seat: false, dealt: false, dice: 'joint', commitment: 'ab12', hashes: null, own: {}, spectators: true, clock: null, abandon_days: 30, draws: false, rematch: null, held: [] };

/** A server that gives these answers, and remembers what it was sent. */
function server(answers: Record<string, { status?: number; body: unknown }>) {
  const sent: { path: string; body: string; headers: Record<string, string> }[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    sent.push({ path, body: String(init.body ?? ''), headers: (init.headers ?? {}) as Record<string, string> });
    const found = Object.entries(answers).find(([part]) => path.includes(part))?.[1] ?? { body: path.includes('/api/games?') ? [] : {} };
    return Promise.resolve(new Response(typeof found.body === 'string' ? found.body : JSON.stringify(found.body), { status: found.status ?? 200 }));
  });
  return sent;
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('links', () => {
  test('lead where they say, and nothing else does', () => {
    expect(destination(joinLink('m-1', 'c_2'))).toEqual(['join', 'm-1', 'c_2']);
    expect(destination(` ${deviceLink('m1', 'c2')} `)).toEqual(['join', 'm1', 'c2', 'mine']);
    expect(destination(watchLink('m1'))).toEqual(['match', 'm1']);
    expect(destination('match/m1')).toEqual(['match', 'm1']);
    for (const text of ['', 'hello', 'https://example.org/', '#/rules/mcs', 'rematch/m1']) expect(destination(text)).toBeUndefined();
  });

  test('an invitation is kept with the match that was made, and a friend’s seat is not ours', () => {
    const plan = { game: 'mcs', seats: [{ kind: 'human' as const }, { kind: 'friend' as const }, { kind: 'bot' as const }] };
    holdCreated({ id: 'm1', seats: [{ seat: 0, token: 't0', invite: null }, { seat: 1, token: null, invite: 'i1' }, { seat: 2, token: null, invite: null }] }, plan);
    expect(heldFor('m1')).toMatchObject({ seats: [{ seat: 0, token: 't0' }], invites: { 1: 'i1' }, solo: false });
  });
});

test('what is said of a seat', () => {
  const said = [seat({ kind: 'bot' }), seat({ taken: false, here: false }), seat({ here: false }), seat({ ready: false }), seat()];
  expect(said.map((one) => standing(one))).toEqual(['bot', 'invited', 'away', 'choosing', 'ready']);
  expect([seat(), seat({ opened: true })].map((one) => standing(one, true))).toEqual(['sealed', 'ready']);
});

test('who is no person is told by the kind of player, not by the name', () => {
  const row = { names: ['Ola (bot)', 'The Yellows', 'The Blues'], kinds: ['person', 'bot', 'automat'] } as MatchRow;
  expect(sides(row)).toBe('Ola (bot) – The Yellows (bot) – The Blues (Automat)');
});

test('a list names sides and score in the order of the scoreboard that this device has seen', () => {
  const row = { id: 'm8', names: ['Ola', 'The Corals'], kinds: ['person', 'bot'], score: [1, 3] } as MatchRow;
  expect([sides(row), scores(row)]).toEqual(['Ola – The Corals (bot)', '1 : 3']);
  hold({ id: 'm8', game: 'kick_on', seats: [{ seat: 0, token: 't' }], hotSeat: false, solo: true, order: [1, 0] });
  expect([sides(row), scores(row)]).toEqual(['The Corals (bot) – Ola', '3 : 1']);
  note('m8', { order: [1] });
  expect(scores(row)).toBe('1 : 3');
});

test('every clock offered is one that the server takes', () => {
  for (const [kind, { offered, proposed }] of Object.entries(CLOCKS)) {
    expect(offered[proposed]).toBeDefined();
    for (const clock of offered) {
      expect(clock.kind).toBe(kind);
      expect(clock.seconds).toBeGreaterThanOrEqual(5);
      if (kind === 'days') expect(clock.seconds % 86_400).toBe(0);
    }
  }
});

describe('the invitation', () => {
  test('takes the seat, keeps it, and is ready with the words sealed', async () => {
    const sent = server({ '/join': { body: { seat: 1, token: 'secret', invite: null } }, '/ready': { body: info }, '/api/matches/m1': { body: info } });
    render(Join, { id: 'm1', code: 'c1', mine: false });
    await fireEvent.input(await screen.findByLabelText('Your name'), { target: { value: 'Tomek' } });
    await fireEvent.input(screen.getByLabelText(/Add words/), { target: { value: 'green boots' } });
    expect(screen.getByText('ab12')).toBeTruthy();
    await fireEvent.submit(screen.getByText('Sit down').closest('form') as HTMLFormElement);
    await vi.waitFor(() => expect(location.hash).toBe('#/match/m1'));
    expect(JSON.parse(sent.find(({ path }) => path.includes('/join'))?.body ?? '')).toEqual({ code: 'c1', name: 'Tomek' });
    const ready = sent.find(({ path }) => path.includes('/ready'));
    const own = heldFor('m1')?.sealed?.[0];
    expect(JSON.parse(ready?.body ?? '')).toEqual({ hash: own?.hash, options: {} });
    expect(ready?.body).not.toContain('green boots');
    expect(ready?.headers.Authorization).toBe('Bearer secret');
    expect(heldFor('m1')).toMatchObject({ seats: [{ seat: 1, token: 'secret' }], commitment: 'ab12', sealed: [{ seat: 1, words: 'green boots' }] });
    expect(own?.hash).toBe(sealed({ words: 'green boots', nonce: own?.nonce ?? '', brought: [] }, 'ab12', 1));
  });

  test('takes a deck of one’s own along, for the seat that it opens', async () => {
    keepDeck({ name: 'My eleven', squad: [], starters: [], cards: {}, option: 'My eleven:P1' });
    const deck = (of: number): GameOption => ({ name: `deck_${of}`, label: 'Deck', meaning: '', default: 'toque', values: [{ value: 'toque', label: 'Toque', seats: null }], at_least: 0, at_most: 0, variant: false, rule: '', secret_of: of, free: true, asked: true });
    const swift: GameOption = { ...deck(0), name: 'swift', label: 'Swift', default: false, values: [{ value: true, label: 'yes', seats: null }], secret_of: null, free: false };
    const games = GAMES.filter((game) => game.name === 'kick_on').map((game) => ({ ...game, options: [deck(0), deck(1), swift] }));
    const about = { ...info, game: 'kick_on', options: { deck_0: 'toque', deck_1: 'toque', swift: true } };
    const sent = server({ '/api/games?': { body: games }, '/join': { body: { seat: 1, token: 'secret', invite: null } }, '/ready': { body: about }, '/api/matches/m1': { body: about } });
    render(Join, { id: 'm1', code: 'c1', mine: false });
    await fireEvent.change(await screen.findByLabelText('Your deck'), { target: { value: 'My eleven:P1' } });
    expect(screen.getByText(/Changed rules: Swift: yes\./).textContent).toContain('After 30 days');
    await fireEvent.submit(screen.getByText('Sit down').closest('form') as HTMLFormElement);
    await vi.waitFor(() => expect(sent.some(({ path }) => path.includes('/ready'))).toBe(true));
    const own = heldFor('m1')?.sealed?.[0];
    expect(JSON.parse(sent.find(({ path }) => path.includes('/ready'))?.body ?? '')).toEqual({ hash: own?.hash, options: { deck_1: 'My eleven:P1' } });
    expect(own?.hash).toBe(sealed({ words: '', nonce: own?.nonce ?? '', brought: ['deck_1=My eleven:P1'] }, 'ab12', 1));
    expect(lastDeck('kick_on', games[0]?.options ?? [], 1)).toBe('My eleven:P1');
  });

  test('is still good after a slip of the line, and says so in the form', async () => {
    const answers = { '/join': { status: 429, body: { code: 'too_often', message: 'That was too often; wait a moment.' } }, '/api/matches/m1': { body: info } };
    server(answers);
    render(Join, { id: 'm1', code: 'c1', mine: false });
    await fireEvent.submit((await screen.findByText('Sit down')).closest('form') as HTMLFormElement);
    expect((await screen.findByRole('alert')).textContent).toBe('That was too often; wait a moment.');
    expect(screen.queryByText(/Ask for a new link/)).toBeNull();
    server({ '/join': { body: { seat: 1, token: 'secret', invite: null } }, '/ready': { body: info } });
    await fireEvent.submit(screen.getByText('Sit down').closest('form') as HTMLFormElement);
    await vi.waitFor(() => expect(heldFor('m1')).toBeDefined());
  });

  test('can be looked at again when the server did not answer', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
    render(Join, { id: 'm1', code: 'c1', mine: false });
    expect((await screen.findByRole('alert')).textContent).toBe('The server does not answer.');
    server({ '/api/matches/m1': { body: info } });
    await fireEvent.click(screen.getByText('Try again'));
    expect(await screen.findByText('Sit down')).toBeTruthy();
  });

  test('that comes after the page was left changes nothing', async () => {
    let answer: (found: Response) => void = () => undefined;
    vi.stubGlobal('fetch', (path: string) => (path.includes('/api/games?') ? Promise.resolve(new Response('[]')) : new Promise<Response>((resolve) => (answer = resolve))));
    document.title = 'elsewhere';
    render(Join, { id: 'm1', code: 'c1', mine: false }).unmount();
    answer(new Response(JSON.stringify(info)));
    await new Promise((done) => setTimeout(done));
    expect(document.title).toBe('elsewhere');
  });

  test('that was used says so, and offers to watch', async () => {
    server({ '/join': { status: 404, body: { code: 'bad_code', message: 'This invitation was used already.' } }, '/api/matches/m1': { body: { ...info, dealt: true } } });
    render(Join, { id: 'm1', code: 'c1', mine: false });
    await fireEvent.submit((await screen.findByText('Sit down')).closest('form') as HTMLFormElement);
    expect((await screen.findByRole('alert')).textContent).toBe('This invitation was used already.');
    expect(screen.getByText('Watch the match').getAttribute('href')).toBe('#/match/m1');
    expect(heldFor('m1')).toBeUndefined();
  });
});

describe('fair dice', () => {
  const FILE = '[Game "mcs"]\n[Commitment "c0ffee"]\n[Secret "5ec"]\n[Words "say \\"hi\\"\\u202e"]\n[Words ""]\n1. 0 x';

  test('the tags of a file can be read', () => {
    expect(diceTags(FILE)).toEqual({ commitment: 'c0ffee', secret: '5ec', words: ['say "hi"', ''] });
    expect(diceTags('nonsense')).toEqual({ commitment: '', secret: '', words: [] });
  });

  test('a match is checked with what this device remembers of it', async () => {
    const { text, kept } = CORPUS.find((one) => one.name === 'all kept') as Case;
    holdCreated({ id: 'm1', seats: [] }, { game: 'mcs', seats: [] });
    note('m1', { commitment: kept.commitment, hashes: kept.hashes ?? [], sealed: [{ seat: 0, hash: kept.hashes?.[0] ?? '', words: kept.words ?? '', nonce: kept.nonce ?? '' }] });
    const moves = { verdict: 'broken', code: 'move_broken', part: 'moves', text: 'It differs at ply 7.', line: 12, seat: null };
    const sent = server({ '/file': { body: text }, '/verify': { body: { fair: false, findings: [{ ...moves, part: 'dice', text: 'Not for this page to believe.' }, moves] } } });
    render(Verify, { id: 'm1' });
    await screen.findByText(/It differs at ply 7/);
    expect(screen.getByText(/It differs at ply 7/).textContent).toContain('line 12 of the file');
    expect(screen.getByText('Something is broken')).toBeTruthy();
    expect(screen.getByText(/So nobody could choose these dice/)).toBeTruthy();
    expect(screen.queryByText(/Not for this page to believe/)).toBeNull();
    expect(sent.at(-1)).toMatchObject({ path: '/api/verify?lang=en', body: text }); // nothing of what is kept goes out
  });

  test('what this browser has kept and the file lacks is broken', async () => {
    const { text } = CORPUS.find((one) => one.name === 'a seed') as Case;
    holdCreated({ id: 'm1', seats: [] }, { game: 'mcs', seats: [] });
    note('m1', { commitment: 'c0ffee' });
    server({ '/file': { body: text }, '/verify': { body: { fair: true, findings: [] } } });
    render(Verify, { id: 'm1' });
    expect(await screen.findByText('Something is broken')).toBeTruthy();
    expect(screen.getByText(/You were shown a commitment before the match/)).toBeTruthy();
  });

  test('the dice are checked without a server', async () => {
    const { text } = CORPUS.find((one) => one.name === 'nothing kept') as Case;
    vi.stubGlobal('fetch', (path: string) => (path.includes('/file') ? Promise.resolve(new Response(text)) : Promise.reject(new Error(''))));
    render(Verify, { id: 'm1' });
    expect(await screen.findByText('The server does not answer.')).toBeTruthy();
    expect(screen.getByText(/So no player could choose these dice/)).toBeTruthy();
  });
});

test('without a connection the grace runs down first, and a clock that stands does not run', () => {
  const told = { kind: 'move' as const, left: [60_000, 60_000], running: [0], grace: [10_000, 10_000], increment: 0 };
  expect(timeLeft(told, 0, 5000, 0)).toEqual({ own: 55_000, grace: 10_000 });
  expect(timeLeft(told, 0, 5000, 3000)).toEqual({ own: 58_000, grace: 7000 });
  expect(timeLeft(told, 0, 15_000, 15_000)).toEqual({ own: 55_000, grace: 0 });
  expect(timeLeft(told, 0, 90_000, 0).own).toBe(0);
  expect(timeLeft(told, 1, 5000, 5000)).toEqual({ own: 60_000, grace: 10_000 });
});

test('muted are the words of one person, never phrases, and in the rematch still the same one’s', () => {
  const own = (seat: number) => ({ seat, free: true });
  mute('m1', 1, true);
  expect([audible('m1', own(1)), audible('m1', own(0)), audible('m1', { seat: 1, free: false }), audible('m2', own(1))]).toEqual([false, true, true, true]);
  muteAgain('m1', 'm2', 3);
  expect(muted('m2')).toEqual([2]);
  mute('m1', 1, false);
  expect(audible('m1', own(1))).toBe(true);
});
