import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import DockNote from '../lib/DockNote.svelte';
import type { Presence } from '../lib/live.svelte';
import Sheet from '../lib/Sheet.svelte';
import Shell from '../lib/Shell.svelte';
import Sitters from '../lib/Sitters.svelte';
import { asked, openBoard, stubMotion, tape, until } from './fixtures';

beforeEach(stubMotion);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const nothing = createRawSnippet(() => ({ render: () => '<i></i>' }));

test('when a sheet closes, whatever opened it has the focus again', () => {
  const opener = document.body.appendChild(document.createElement('button'));
  opener.focus();
  const { unmount } = render(Sheet, { title: 'Settings', children: nothing });
  expect(document.activeElement).toBe(screen.getByRole('dialog'));
  unmount();
  expect(document.activeElement).toBe(opener);
  opener.remove();
});

const dock = createRawSnippet(() => ({ render: () => '<button>Ticket</button>' }));

/** A window that folds the report away, or does not. */
const screenIs = { matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() };

test('the report as a drawer takes the focus, keeps it from the table, and gives it back', async () => {
  screenIs.matches = true;
  vi.stubGlobal('matchMedia', () => screenIs);
  const board = await openBoard('pilka_w_grze', asked(tape('pilka_w_grze'), 'attack'));
  const { container } = render(Shell, { board, dock });
  const opener = screen.getByRole('button', { name: 'Open the match report' });
  opener.focus();
  await fireEvent.click(opener);
  expect(document.activeElement).toBe(container.querySelector('.shut'));
  expect([...container.querySelectorAll('[inert]')].map((node) => node.className.split(' ')[0])).toEqual(['sb', 'ground', 'dock']);
  await fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
  expect(container.querySelector('[inert]')).toBeNull();
  expect(document.activeElement).toBe(opener);
});

test('beside the table the report leaves the focus where it is', async () => {
  screenIs.matches = false;
  vi.stubGlobal('matchMedia', () => screenIs);
  const board = await openBoard('pilka_w_grze', asked(tape('pilka_w_grze'), 'attack'));
  const { container } = render(Shell, { board, dock });
  screen.getByText('Ticket').focus();
  await fireEvent.keyDown(document.activeElement as Element, { key: '?' });
  expect(container.querySelector('[inert]')).toBeNull();
  expect(document.activeElement).toBe(screen.getByText('Ticket'));
});

test('any key completes what moves, but for those that only move the focus', async () => {
  const onskip = vi.fn();
  const board = await openBoard('pilka_w_grze', asked(tape('pilka_w_grze'), 'attack'));
  render(Shell, { board, dock, onskip });
  for (const key of [' ', 'x']) await fireEvent.keyDown(document.body, { key });
  expect(onskip).toHaveBeenCalledTimes(2);
  await fireEvent.keyDown(document.body, { key: 'Tab' });
  expect(onskip).toHaveBeenCalledTimes(2);
});

test('the grace of whoever is away is shown, and not spoken second by second', async () => {
  vi.useFakeTimers();
  const seats = [0, 1].map((seat) => ({ seat, name: `P${seat}`, person: `P${seat}`, kind: 'person' as const, team: `T${seat}`, score: 0, waiting: seat === 1 }));
  const time = { at: performance.now(), told: { left: [600_000, 600_000], running: [1], grace: [60_000, 60_000] } };
  render(Sitters, { seats, time, presence: { here: [true, false], watching: 0, goneAt: { 1: performance.now() } } } as unknown as { seats: typeof seats; presence: Presence });
  const said = screen.getByRole('status');
  expect(said.textContent).toBe('not connected: we wait');
  expect(said.parentElement?.textContent).toMatch(/1:00 of grace$/);
  await vi.advanceTimersByTimeAsync(5000);
  expect(said.textContent).toBe('not connected: we wait');
  expect(said.parentElement?.textContent).toMatch(/0:5\d of grace$/);
});


test('a note that leaves with its button hands the focus to the prompt', async () => {
  const table = document.body.appendChild(document.createElement('div'));
  table.className = 'tablepage';
  table.innerHTML = '<div class="prompt" tabindex="-1"></div>';
  const { container, unmount } = render(DockNote, { text: 'You pass.', children: createRawSnippet(() => ({ render: () => '<button>Ask me again</button>' })) });
  container.querySelector('button')?.focus();
  unmount();
  await until(() => expect(document.activeElement).toBe(table.querySelector('.prompt')));
  table.remove();
});
