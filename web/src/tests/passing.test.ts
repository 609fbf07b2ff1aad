/** A wish to be passed over outlives the page it was told to. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { GameKit } from '../lib/kit';
import type { View } from '../lib/wire';

const view = {} as View;
const kit = (now: number) => ({ passing: { now: () => now, until: () => 6 } }) as unknown as GameKit;
/** A page that was just loaded. */
async function load() {
  vi.resetModules();
  return import('../lib/passing.svelte');
}

beforeEach(() => localStorage.clear());

test('who is passed over is still so when the page is loaded again, until their turn or until they ask otherwise', async () => {
  (await load()).spare('m1', 0, view, kit(4));
  const again = await load();
  expect([again.isSpared('m1', 0, view, kit(5)), again.isSpared('m1', 0, view, kit(6)), again.isSpared('m1', 1, view, kit(5))]).toEqual([true, false, false]);
  again.askAgain('m1', 0);
  expect((await load()).isSpared('m1', 0, view, kit(5))).toBe(false);
});

test('what is kept is of a limited number of seats, and what is damaged is nothing', async () => {
  const { spare } = await load();
  for (let n = 0; n < 60; n++) spare(`m${n}`, 0, view, kit(4));
  const again = await load();
  expect([again.isSpared('m9', 0, view, kit(4)), again.isSpared('m59', 0, view, kit(4))]).toEqual([false, true]);
  localStorage.setItem('matchday.spared', '[["m1 0"], 7]');
  expect((await load()).isSpared('m1', 0, view, kit(4))).toBe(false);
});
