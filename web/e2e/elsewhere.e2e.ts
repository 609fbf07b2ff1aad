/** A game from elsewhere, without a kit of its own: the plain table plays it to the end. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { House, PHONE } from './house';

const house = new House();
beforeAll(() => house.open());
afterAll(() => house.close());

test('a game that another package brings is played to the end', async () => {
  const guest = await house.guest();
  await guest.sit(await house.match('spot_kick'));
  const presses = await guest.playOut();
  expect(presses).toBeGreaterThanOrEqual(10);
  expect(await guest.page.locator('dialog .sc b').innerText()).toMatch(/^\d : \d$/);
  await guest.axe();
  expect(guest.errors).toEqual([]);
});

test('on a phone its programme lies in one row with all others', async () => {
  const guest = await house.guest({ viewport: PHONE });
  await guest.go();
  await guest.page.locator('.cover[data-game=spot_kick]').waitFor();
  const tops = await guest.page.locator('.cover').evaluateAll((covers) => covers.map((cover) => (cover as HTMLElement).offsetTop));
  expect(tops.length).toBeGreaterThan(5);
  expect(new Set(tops).size).toBe(1);
});
