/** A full match of each game against a bot, from the lobby to the full-time sheet, by pressing what is lit. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GAMES, House } from './house';

const house = new House();
beforeAll(() => house.open());
afterAll(() => house.close());

/** Super Goal! keeps real time as printed, 15 minutes of it: here by nominal seconds, and the shorter halves. */
const OPTIONS: Record<string, object> = { super_goal: { clock_mode: 'nominal', halves_ms: 300000 } };

test.each(GAMES)('%s is played to the end', async (game) => {
  const guest = await house.guest();
  await guest.go();
  await guest.page.evaluate(([key, options]) => localStorage.setItem(key, options), [`matchday.options.${game}`, JSON.stringify(OPTIONS[game] ?? {})] as const);
  await guest.page.locator(`.cover[data-game=${game}]`).click();
  await guest.page.locator('.sheet .go .ticket').click();
  await guest.page.locator('.prompt').waitFor();
  const start = Date.now();
  const presses = await guest.playOut();
  console.log(`${game}: ${presses} presses, ${Math.round((Date.now() - start) / 1000)} s`);
  expect(presses).toBeGreaterThan(5);
  expect(await guest.page.locator('dialog .sc b').innerText()).toMatch(/^\d+( : \d+)+$/);
  await guest.axe();
  expect(guest.errors).toEqual([]);
});
