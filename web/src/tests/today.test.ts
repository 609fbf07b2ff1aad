import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteDay } from '../lib/today';
import Today from '../pages/Today.svelte';

const TOLD = { date: '2026-11-18', game: 'mcs', title: 'MCS', team: 'Red', seat: 0, rival: 'Amateur', seed: 'any', seats: [] };
const PLAYED = { id: 'm1', game: 'mcs', over: false, score: [0, 0], names: ['Ola', 'Bot'], seats: [] };

/** A server that knows the match of the day, and the try or not. */
function serve(about: () => Response): void {
  const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
  vi.stubGlobal('fetch', async (path: string) => (path.startsWith('/api/today') ? json(TOLD) : path.startsWith('/api/matches/m1') ? about() : json([])));
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
beforeEach(() => localStorage.clear());

test('nobody who has not tried is kept from it', async () => {
  serve(() => new Response('{}', { status: 404 }));
  render(Today);
  await screen.findByRole('button', { name: 'Play today’s match' });
});

test('a try that was taken off the fixtures is still the one try', async () => {
  serve(() => new Response(JSON.stringify(PLAYED)));
  noteDay(TOLD.date, 'm1'); // and nothing is held
  render(Today);
  expect((await screen.findByRole('link', { name: 'Back to the table' })).getAttribute('href')).toBe('#/match/m1');
  expect(screen.queryByRole('button', { name: 'Play today’s match' })).toBeNull();
});

test('a try that the server has lost can be begun anew, one that cannot be asked for cannot', async () => {
  serve(() => new Response('{"message": "There is no such match."}', { status: 404 }));
  noteDay(TOLD.date, 'm1');
  render(Today);
  await screen.findByRole('button', { name: 'Play today’s match' });
  cleanup();
  serve(() => new Response('{"message": "Too often."}', { status: 429 }));
  render(Today);
  expect((await screen.findByRole('alert')).textContent).toBe('Too often.');
  expect(screen.queryByRole('button', { name: 'Play today’s match' })).toBeNull();
});

test('while the bots look at the choices they are asked now and then, not without a pause', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let asked = 0;
    serve(() => new Response(JSON.stringify({ ...PLAYED, over: true, score: [44, 46] })));
    const others = globalThis.fetch as unknown as (path: string) => Promise<Response>;
    const course = () => new Response(JSON.stringify({ ready: false, done: ++asked, mistakes: [] }));
    vi.stubGlobal('fetch', async (path: string) => (!path.includes('/analysis') ? others(path) : asked < 20 ? course() : new Promise(() => undefined)));
    noteDay(TOLD.date, 'm1');
    render(Today);
    for (let round = 0; round < 50; round++) await vi.advanceTimersByTimeAsync(0);
    expect(screen.getByLabelText('Your result').textContent).toBe('44:46');
    expect(asked).toBe(1);
    await vi.advanceTimersByTimeAsync(1500);
    expect(asked).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test('when the bots have looked, the page says what they found of the own choices, and so does the line to share', async () => {
  serve(() => new Response(JSON.stringify({ ...PLAYED, over: true, score: [44, 46] })));
  const others = globalThis.fetch as unknown as (path: string) => Promise<Response>;
  const mistakes = [{ ply: 3, seat: 0, played: 'a', better: 'b', loss: 0.07, text: '' }, { ply: 5, seat: 1, played: 'a', better: 'b', loss: 0.3, text: '' }];
  vi.stubGlobal('fetch', async (path: string) => (path.includes('/analysis') ? new Response(JSON.stringify({ ready: true, done: 1, mistakes })) : others(path)));
  noteDay(TOLD.date, 'm1');
  render(Today);
  await screen.findByText('The bots have looked at each of your choices. Likely mistakes: 1; together they cost 7 % of the win.');
  expect(screen.getByDisplayValue(/44:46 \(Amateur\) · likely mistakes: 1, given away: 7 %$/)).toBeTruthy();
});
