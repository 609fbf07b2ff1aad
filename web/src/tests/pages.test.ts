import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { byName, foremost } from '../lib/deeds';
import { chancesOf, foldTurns, greatestTurns, line, story } from '../lib/analysis';
import { Board } from '../lib/board.svelte';
import { atLeastOne, dropDeck, keepDeck, ownDecks, sizeOf, withCopies } from '../games/kick_on/decks';
import FullTime from '../lib/FullTime.svelte';
import Rules from '../lib/Rules.svelte';
import { loadKit } from '../lib/kit';
import type { Course, GameInfo, MatchRow } from '../lib/wire';
import { readFileSync } from 'node:fs';
import { isPreset } from '../lib/presets';
import { noteDay } from '../lib/today';
import { held, hold } from '../lib/seats';
import { t } from '../lib/words.svelte';
import Fixtures from '../pages/Fixtures.svelte';
import { tape } from './fixtures';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
beforeEach(() => localStorage.clear());

const games = (JSON.parse(readFileSync('fixtures/lists.json', 'utf8')) as { en: { games: GameInfo[] } }).en.games;

test('options are a preset when they are exactly its own', () => {
  const [printed, quick] = games.find((game) => game.name === 'pilka_w_grze')?.presets ?? [];
  if (!printed || !quick) throw new Error('no presets');
  expect([isPreset(printed, {}), isPreset(quick, { shoot_on_entry: true }), isPreset(printed, { shoot_on_entry: true }), isPreset(quick, { shoot_on_entry: true, tactics: true })]).toEqual([true, true, false, false]);
});

test('copies of a card stay between none and as many as may be', () => {
  expect(withCopies({ a: 2 }, 'a', 1, 3)).toEqual({ a: 3 });
  expect(withCopies({ a: 3 }, 'a', 1, 3)).toEqual({ a: 3 });
  expect(withCopies({ a: 1, b: 1 }, 'a', -1, 3)).toEqual({ b: 1 });
  expect(sizeOf({ a: 3, b: 2 })).toBe(5);
  expect([atLeastOne([0.25, 0.75]), atLeastOne([])]).toEqual([0.75, undefined]);
});

test('a deck is kept under its name, once', () => {
  const deck = { name: 'Furia', squad: ['P01'], starters: ['P01'], cards: { E01: 3 }, option: '' };
  keepDeck(deck);
  keepDeck({ ...deck, option: 'Furia: P01' });
  expect(ownDecks().map((one) => one.option)).toEqual(['Furia: P01']);
  dropDeck('Furia');
  expect(ownDecks()).toEqual([]);
});

test('a match is taken off the list and put back, with its seat', async () => {
  const seat = { id: 'abc', game: 'mcs', seats: [{ seat: 0, token: 'secret' }], hotSeat: false, solo: true };
  hold(seat);
  const row = { id: 'abc', game: 'mcs', title: 'MCS', names: ['Ola', 'Ben'], kinds: ['person', 'person'], score: [3, 3], waiting: [0], over: false, dealt: true, updated: '2026-01-01T00:00:00Z' } as MatchRow;
  render(Fixtures, { rows: [row], yours: () => true });
  screen.getByRole('button', { name: 'Remove from the list: Ola – Ben, MCS' }).click();
  expect(held()).toEqual([]);
  const back = await screen.findByRole('button', { name: 'Put back on the list' });
  expect(document.activeElement).toBe(back);
  back.click();
  expect(held()).toEqual([seat]);
  expect(await screen.findByRole('link', { name: /Ola – Ben/ })).toBeTruthy();
});

const point = (ply: number, share: number, own = share) => ({ ply, time: `${ply}′`, public: [share, 1 - share], eyes: [[own, 1 - own], [share, 1 - share]] });

test('the curve runs from left to right, a sure win on top, with the eyes that were asked for', () => {
  const points = [point(0, 0.5), point(10, 1, 0.25)];
  expect(line(chancesOf(points, 0), 10)).toBe('M0 50L100 0');
  expect(line(chancesOf(points, 0, 0), 10)).toBe('M0 50L100 75');
  expect(chancesOf(points, 3)).toEqual([]);
});

test('the full-time sheet asks until the look back is ready, then its turning points lead into the replay', async () => {
  const course: Course = { ready: true, done: 1, points: [point(0, 0.5), point(40, 0.9)], turning: [{ ply: 40, seat: 0, swing: 0.4, text: 'Goal for the Reds!' }], mistakes: [] };
  const answers: Course[] = [{ ...course, ready: false, done: 0.4, points: [], turning: [] }, course];
  const fetched = vi.fn((path: string) => Promise.resolve(new Response(JSON.stringify(path.includes('analysis') ? answers.shift() : {}))));
  vi.stubGlobal('fetch', fetched);
  const recorded = tape('pilka_w_grze').views.at(-1)?.seat;
  if (!recorded) throw new Error('nothing recorded');
  const board = new Board(await loadKit('pilka_w_grze'));
  board.lay({ ...recorded, over: true, result: [1, 0], ended: null }, []);
  render(FullTime, { board, match: 'm1', onclose: () => undefined });
  await screen.findByText('The bench looks back at the match: 40 %');
  const turning = await screen.findByText('Goal for the Reds!', {}, { timeout: 120_000 });
  expect(fetched.mock.calls.filter(([path]) => path.includes('analysis')).length).toBe(2);
  expect(turning.closest('a')?.getAttribute('href')).toBe('#/replay/m1/40');
});

test('the full-time sheet of the match of the day leads to what there is to share, instead of a rematch', async () => {
  noteDay('2026-11-18', 'm1');
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const recorded = tape('pilka_w_grze').views.at(-1)?.seat;
  if (!recorded) throw new Error('nothing recorded');
  const board = new Board(await loadKit('pilka_w_grze'));
  board.lay({ ...recorded, over: true, result: [1, 0], ended: null }, []);
  render(FullTime, { board, match: 'm1', onclose: () => undefined, onrematch: () => undefined });
  expect((await screen.findByRole('link', { name: 'Your result, to share' })).getAttribute('href')).toBe('#/today');
  expect(screen.queryByRole('button', { name: 'Rematch' })).toBeNull();
});

/** The sheet of a match of the Reds, who sit on seat 0, with a look back that is ready. */
async function fullTime(result: number[], found: Partial<Course>) {
  const course: Course = { ready: true, done: 1, points: [point(0, 0.5), point(20, 0.4), point(40, result[0] ?? 0)], turning: [], mistakes: [], ...found };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(course))));
  const recorded = tape('pilka_w_grze').views.at(-1)?.seat;
  if (!recorded) throw new Error('nothing recorded');
  const board = new Board(await loadKit('pilka_w_grze'));
  board.lay({ ...recorded, over: true, result, ended: null }, []);
  render(FullTime, { board, match: 'm1', onclose: () => undefined });
  await screen.findByText('How it swung');
  return screen.getByRole('dialog');
}

test('the full-time sheet of a win, a defeat and a draw: headline, mood, and the plates as on the scoreboard', async () => {
  const won = await fullTime([1, 0], {});
  expect([won.getAttribute('aria-label'), won.classList.contains('won')]).toEqual(['You win', true]);
  expect([won.querySelector('.sc b')?.textContent, won.querySelector('.top')?.textContent]).toEqual(['2 : 0', expect.stringMatching(/The Reds.*2 : 0.*The Yellows/)]);
  cleanup();
  const lost = await fullTime([0, 1], {});
  expect([lost.getAttribute('aria-label'), lost.classList.contains('lost'), lost.querySelector('.scrap')]).toEqual(['Winner: The Yellows', true, null]);
  cleanup();
  expect((await fullTime([0.5, 0.5], {})).getAttribute('aria-label')).toBe('Honours even');
});

test('own slips say what was better and why and lead to their position; the rival’s are nobody’s business', async () => {
  const slip = (ply: number, seat: number, loss: number) => ({ ply, seat, played: `Long pass ${ply}`, better: 'Through ball', loss, chance: 0.61 });
  const sheet = await fullTime([1, 0], { mistakes: [slip(4, 0, 0.07), slip(6, 1, 0.2), slip(8, 0, 0.08), slip(10, 0, 0.09), slip(12, 0, 0.1)] });
  const told = [...sheet.querySelectorAll<HTMLAnchorElement>('a[href^="#/replay/m1/"]')];
  expect(told.map((one) => one.getAttribute('href'))).toEqual(['#/replay/m1/8', '#/replay/m1/10', '#/replay/m1/12']);
  expect(told[0]?.textContent).toContain('Long pass 8. Better: Through ball.');
  expect(told[0]?.textContent).toContain('the better one wins 61 %, this one 53 %');
  expect(sheet.querySelector('details')).toBeNull();
  cleanup();
  expect((await fullTime([0, 1], { mistakes: [slip(4, 0, 0.35)] })).querySelector('details')?.open).toBe(false);
  cleanup();
  expect((await fullTime([1, 0], { mistakes: [slip(6, 1, 0.2)] })).textContent).toContain('Nothing to reproach.');
});

test('what the report has in one line is one swing, in its words, by what it came to', () => {
  const turn = (ply: number, seat: number, swing: number) => ({ ply, seat, swing, text: `move ${ply}` });
  const event = (ply: number, text: string) => ({ ply, kind: 'shot', args: {}, text, rule: '', clock: '', time: '' });
  const entry = (...events: ReturnType<typeof event>[]) => ({ key: '', weight: 'line' as const, time: '', ply: 0, texts: events.map(({ text }) => text).filter(Boolean), events });
  const goal = entry(event(3, 'Free kick.'), event(4, ''), event(5, 'Shot by Ola.'), event(5, 'Goal!'));
  const lines = [goal, entry(event(7, ''), event(8, 'Held.'))];
  const turns = [turn(3, 1, 0.1), turn(5, 0, 0.4), turn(7, 0, 0.2), turn(8, 1, 0.2), turn(9, 1, 0.3)];
  const first = { ply: 5, seat: 0, swing: expect.closeTo(0.3) };
  expect(foldTurns(turns, lines)).toEqual([{ ...first, text: 'Shot by Ola. Goal!' }, turn(9, 1, 0.3)]);
  const headlined = { ...goal, head: event(5, 'Goal!') };
  expect(foldTurns(turns, [headlined])[0]).toEqual({ ...first, text: 'Goal!' });
});

test('goals by name, and who stands alone before all others', () => {
  const goal = (seat: number, name: string, time: string) => ({ seat, name, time });
  const goals = [goal(0, 'Raolo', '15′'), goal(1, 'Lind', '30′'), goal(0, '', '45′'), goal(0, 'Raolo', '60′')];
  expect([byName(goals, 0), byName(goals, 1)]).toEqual([['Raolo 15′, 60′'], ['Lind 30′']]);
  expect([foremost([1, 3, 2], (n) => n), foremost([3, 3], (n) => n), foremost([], () => 0)]).toEqual([3, undefined, undefined]);
});

test('a goal that VAR has struck off has no scorer', async () => {
  const { scorers } = await loadKit('kickards');
  const told = (kind: string, args: Record<string, number>) => ({ ply: 1, kind, args, text: '', rule: '', clock: '', time: '15′' });
  const goals = [told('goal', { seat: 0, shooter: 1 }), told('goal', { seat: 1, shooter: 2 }), told('goal', { seat: 0, shooter: 3 }), told('cancelled', { seat: 0, count: 1 })];
  expect(scorers?.(goals, {} as never).map(({ seat }) => seat)).toEqual([0, 1]);
});

test('the story of a match is read off the winner’s curve', () => {
  const told = (...shares: number[]) => story(shares.map((share, n) => point(10 * n, share)), 0);
  expect(told(0.5, 0.2, 0.4, 1)).toEqual({ kind: 'comeback', time: '10′', share: 0.2 });
  expect(told(0.5, 0.6, 0.7, 1)).toEqual({ kind: 'led' });
  expect(told(0.5, 0.4, 0.6, 0.7, 0.8, 1)).toEqual({ kind: 'decided', time: '10′' });
  expect(told(0.5, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.4, 1)).toEqual({ kind: 'late', time: '90′' });
  expect(story([point(0, 0.5), point(1, 0.5), point(2, 0.5)], undefined)).toEqual({ kind: 'even' });
  expect(told(0.5, 1)).toBeUndefined();
  const turn = (ply: number, swing: number) => ({ ply, seat: 0, swing, text: '' });
  expect(greatestTurns([turn(1, 0.1), turn(2, 0.3), turn(3, 0.2), turn(4, 0.4)], 3).map(({ ply }) => ply)).toEqual([2, 3, 4]);
});

test('at a table of four the full-time sheet ranks everybody by name, the winner first', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status: 404 })));
  const recorded = tape('mcs').views.at(-1)?.seat;
  if (!recorded) throw new Error('nothing recorded');
  const board = new Board(await loadKit('mcs'));
  const four = ['Marta', 'Tomek', 'Ola', 'Ewa'].map((name, seat) => ({ seat, name, person: name, kind: 'person' as const, team: `Manager ${seat + 1}`, score: [29, 27, 35, 29][seat] ?? 0, waiting: false }));
  board.lay({ ...recorded, seats: four, over: true, result: [0.5, 0, 1, 0.25], ended: null }, []);
  render(FullTime, { board, match: 'm1', onclose: () => undefined });
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['Ola35', 'Marta29', 'Ewa29', 'Tomek27']);
});

/** A server with the rules of a game as the fixtures have them. */
function rulesServer() {
  const lists = (JSON.parse(readFileSync('fixtures/lists.json', 'utf8')) as { en: { rules: Record<string, unknown>; chapters: Record<string, unknown>; faces: Record<string, unknown> } }).en;
  vi.stubGlobal('fetch', (path: string) => {
    const part = path.includes('/chapters') ? lists.chapters : path.includes('/api/rules') ? lists.rules : path.includes('/faces') ? lists.faces : undefined;
    return Promise.resolve(new Response(JSON.stringify(part?.mcs ?? {})));
  });
}

test('a newcomer reads the game in order, with pictures; the clauses are a press away, their marks in the margin', async () => {
  rulesServer();
  const { container } = render(Rules, { game: 'mcs' });
  await screen.findByText('Out of the gate');
  await screen.findAllByRole('button', { name: /Borys Żwirecki/ });
  expect(container.querySelector('article')).toBeNull();
  await fireEvent.click(screen.getByRole('button', { name: 'Every rule' }));
  const first = container.querySelector('#clause-MC-001');
  expect(first?.querySelector('aside')?.textContent).toContain('three: MC-R01');
  expect(first?.querySelector('div')?.textContent).toMatch(/half an hour\.$/);
  await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'GATE' } });
  expect(screen.getByText('Out of the gate')).toBeTruthy();
});

test('who asks for a clause is led to it, past the game in order', async () => {
  rulesServer();
  const { container } = render(Rules, { game: 'mcs', clause: 'MC-044' });
  await screen.findByText('MC-044', { selector: 'b' });
  expect(container.querySelector('.cur')?.id).toBe('clause-MC-044');
  expect(screen.queryByText('Out of the gate')).toBeNull();
});

test('one of a thing is not said in the plural', () => {
  expect([t('{n} cards', { n: 1 }), t('{n} cards', { n: 2 }), t('Leaves {n} balls to shoot.', { n: 1 }), t('{n} s a move', { n: 1 })]).toEqual(['1 card', '2 cards', 'Leaves 1 ball to shoot.', '1 s a move']);
});
