import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { heldFor } from '../lib/seats';
import Replay from '../pages/Replay.svelte';
import { stubMotion, tape, until } from './fixtures';

const { views } = tape('pilka_w_grze');
const LAST = 40;

/** A server of a recorded match that answers when it is told to. */
function server() {
  const waiting: { ply: string; answer: (status?: number) => void }[] = [];
  const asked: string[] = [];
  const sent: { path: string; body: string }[] = [];
  let slow = false;
  const page = (ply: string | null) => ({ ...views[ply === null ? LAST : Number(ply)]?.seat, ply: Number(ply ?? LAST), over: ply === null, clock: `at ${ply ?? LAST}` });
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    const url = new URL(path, 'http://x');
    const json = (body: unknown, status = 200) => Promise.resolve(new Response(JSON.stringify(body), { status }));
    if (init.method === 'POST') sent.push({ path, body: String(init.body) });
    if (path.includes('/branch')) return json({ id: 'm2', seats: [{ seat: 0, token: 'tok', invite: null }, { seat: 1, token: null, invite: null }] });
    if (path.includes('/api/games?')) return json([{ name: 'pilka_w_grze', levels: [{ level: 'hard', default: true }] }]);
    if (path.includes('/file')) return json({ message: 'No file today.' }, 503);
    if (!path.includes('/replay')) return json({ game: 'pilka_w_grze', options: { tactics: true, players: 2 } });
    const ply = url.searchParams.get('ply');
    asked.push(ply ?? 'story');
    if (!slow) return json(page(ply));
    return new Promise<Response>((resolve) => waiting.push({ ply: ply ?? 'story', answer: (status = 200) => resolve(new Response(JSON.stringify(status === 200 ? page(ply) : { message: `refused ${ply}` }), { status })) }));
  });
  return { asked, sent, waiting, slowDown: () => ((slow = true), asked.splice(0)), next: (status?: number) => waiting.shift()?.answer(status) };
}

const flush = () => new Promise((done) => setTimeout(done));
/** Wait until a move lies on the table. */
const shows = (ply: number) => until(() => expect(document.querySelector('.replay .num')?.textContent).toBe(`at ${ply}`));
const slider = () => screen.getByRole('slider', { name: 'Move' });
const scrub = (to: number) => fireEvent.input(slider(), { target: { value: String(to) } });

beforeEach(() => {
  localStorage.clear();
  stubMotion();
  location.hash = '#/replay/m1';
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('scrubbing has one request under way, and then fetches the latest alone', async () => {
  const at = server();
  render(Replay, { id: 'm1' });
  await shows(0);
  await flush();
  at.slowDown();
  for (let ply = 2; ply <= 30; ply++) await scrub(ply);
  expect(at.asked).toEqual(['2']);
  at.next();
  await until(() => expect(at.asked).toEqual(['2', '30']));
  at.next();
  await shows(30);
});

test('what was refused is asked for again, the problem goes with it, and one that nobody waits for is not told', async () => {
  const at = server();
  render(Replay, { id: 'm1' });
  await shows(0);
  await flush();
  at.slowDown();
  await scrub(5);
  await scrub(9);
  at.next(500);
  await until(() => expect(at.asked).toEqual(['5', '9']));
  expect(screen.queryByRole('alert')).toBeNull();
  at.next(500);
  expect((await screen.findByRole('alert')).textContent).toBe('refused 9');
  await scrub(9);
  await until(() => expect(at.asked).toEqual(['5', '9', '9']));
  at.next();
  await shows(9);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('playing waits for each move, however slow the answers are', async () => {
  const at = server();
  render(Replay, { id: 'm1' });
  await shows(0);
  await flush();
  vi.useFakeTimers();
  at.slowDown();
  await fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  await vi.advanceTimersByTimeAsync(10_000);
  await shows(1); // fetched before it was wanted
  expect(screen.getByText(`move 2 of ${LAST}`)).toBeTruthy();
  at.next();
  await vi.advanceTimersByTimeAsync(10_000);
  await shows(2);
  expect(screen.getByText(`move 3 of ${LAST}`)).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
  at.next();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(screen.getByText(`move 3 of ${LAST}`)).toBeTruthy();
});

test('a replay that comes after the page was left changes nothing', async () => {
  const at = server();
  at.slowDown();
  document.title = 'elsewhere';
  delete document.documentElement.dataset.game;
  const { unmount } = render(Replay, { id: 'm1' });
  unmount();
  at.next();
  await flush();
  await flush();
  expect([document.title, document.documentElement.dataset.game, at.asked]).toEqual(['elsewhere', undefined, ['story']]);
});

test('a file that cannot be had is said', async () => {
  server();
  render(Replay, { id: 'm1' });
  await fireEvent.click(await screen.findByRole('button', { name: 'Save the match file' }));
  expect((await screen.findByRole('alert')).textContent).toBe('No file today.');
});

test('playing from here keeps the rules of the match for its rematch, and is asked for once', async () => {
  const at = server();
  render(Replay, { id: 'm1' });
  const from = await screen.findByRole('button', { name: 'Play from here' });
  await Promise.all([fireEvent.click(from), fireEvent.click(from)]);
  await until(() => expect(location.hash).toBe('#/match/m2'));
  expect(at.sent.map(({ path }) => path)).toEqual(['/api/matches/m1/branch']);
  expect(heldFor('m2')?.plan).toMatchObject({ game: 'pilka_w_grze', options: { tactics: true, players: 2 }, seats: [{ kind: 'human' }, { kind: 'bot', level: 'hard' }] });
});
