/** Puzzles on the real table; and against bots a move that is taken back. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { House, PHONE } from './house';

const house = new House();
beforeAll(() => house.open());
afterAll(() => house.close());

interface Row {
  id: string;
}

const GAME = 'pilka_w_grze';
const rows = async () => (await (await fetch(`${house.address}/api/games/${GAME}/puzzles`)).json()) as Row[];

test('a puzzle is solved by keys: hints, an answer with its reasons, the next one; the list remembers it', async () => {
  const guest = await house.guest();
  const { page } = guest;
  await guest.go(`#/puzzles/${GAME}`);
  await page.locator('a.ticket').click();
  await page.locator('.prompt').waitFor();
  const first = (await rows())[0]?.id ?? '';
  expect(page.url()).toContain(first);
  await page.keyboard.press('h');
  await page.locator('[role=status] .answer').waitFor();
  await guest.axe();
  await page.locator('.hand [data-lit]').first().press('Enter');
  await page.locator('.prompt .ticket').click();
  await page.getByRole('button', { name: 'Why?' }).click();
  await page.locator('dialog tr.best').waitFor();
  await guest.axe();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Next puzzle' }).click();
  await page.waitForURL((url) => !url.hash.includes(first));
  await guest.go(`#/puzzles/${GAME}`);
  await page.locator('li a.right, li a.wrong').waitFor();
  expect(guest.errors).toEqual([]);
  await guest.leave();
});

test('on a phone the question, the puzzle and its hint are all in sight', async () => {
  const guest = await house.guest({ viewport: PHONE });
  const { page } = guest;
  await guest.go(`#/puzzles/${GAME}/${(await rows())[0]?.id ?? ''}`);
  for (const seen of ['.prompt', '.hand', 'section [role=status] .text']) {
    const end = async () => {
      const box = await page.locator(seen).first().boundingBox();
      return (box?.y ?? 1e9) + Math.min(box?.height ?? 0, 40);
    };
    await expect.poll(end, { message: seen }).toBeLessThanOrEqual(PHONE.height); // once all is laid out
  }
  expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await guest.leave();
});

test('against a bot a move is taken back, whatever came of it', async () => {
  const match = await house.match(GAME, { seed: 'taken back' });
  const guest = await house.guest();
  await guest.sit(match);
  await guest.press(4);
  const before = (await guest.atRest())?.ply ?? 0;
  expect(before).toBeGreaterThan(0);
  await guest.page.getByRole('button', { name: 'Take back your last move' }).click();
  await expect.poll(async () => (await guest.views())[0]?.ply ?? before).toBeLessThan(before);
  expect(guest.errors).toEqual([]);
  await guest.leave();
});
