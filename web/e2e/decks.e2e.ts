/** The deck desk of Kick On: build, be told what is wrong, keep, save, read again, play. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { House } from './house';

const house = new House();
beforeAll(() => house.open());
afterAll(() => house.close());

test('a deck is built, checked at every step, kept, saved, read and played', async () => {
  const guest = await house.guest({ acceptDownloads: true });
  const { page } = guest;
  await guest.go('#/decks');
  await page.getByText('Nothing is wrong with it.').waitFor();
  await page.getByLabel('Name of the deck').fill('Furia roja');

  // take out a card: the validator says so, and the deck cannot be played
  const fewer = page.locator('aside').getByRole('button', { name: 'Dribble: one fewer' });
  await fewer.click();
  await page.locator('.findings li:not(.warning, .fine)').waitFor();
  expect(await page.locator('.findings').innerText()).toMatch(/44.*45/);
  await page.getByRole('button', { name: 'Not playable yet' }).waitFor();

  // find another on the shelf and put it in
  await page.getByLabel('Search the shelf').fill('long ball');
  await page.getByText('1 found').waitFor();
  await page.getByRole('button', { name: 'Long ball: one more' }).click();
  await page.getByText('Nothing is wrong with it.').waitFor();
  expect(await page.locator('aside table').innerText()).toMatch(/\d+ %/);

  // players, filtered by position; the squad is full, so one more is one too many
  await page.getByLabel('Search the shelf').fill('');
  await page.getByRole('button', { name: 'Players' }).click();
  await page.getByLabel('Position').selectOption({ label: 'Goalkeeper' });
  await page.locator('[aria-label="Shelf"] li:not(.in) .one').first().click();
  await page.getByText('Nothing is wrong with it.').waitFor({ state: 'detached' });
  await page.locator('[aria-label="Shelf"] li.in .one').last().click();
  await page.waitForTimeout(300);

  await page.getByLabel('Open a deck').selectOption({ index: 1 });
  await page.getByText('Nothing is wrong with it.').waitFor();
  await page.getByLabel('Name of the deck').fill('Furia roja');
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await page.getByText('Kept in this browser').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as a file' }).click()]);
  const text = readFileSync(await download.path(), 'utf8');
  expect(text).toContain('Furia roja');
  // emptying asks first, and can be undone
  await page.getByRole('button', { name: 'Empty it' }).click();
  await page.getByRole('button', { name: 'Leave it' }).click();
  await page.getByText('Nothing is wrong with it.').waitFor();
  const emptied = async () => {
    await page.getByRole('button', { name: 'Empty it' }).click();
    await page.locator('dialog .ticket').click();
    await page.getByText('Nobody yet.').waitFor();
  };
  await emptied();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Nothing is wrong with it.').waitFor();
  await emptied();
  await page.locator('input[type=file]').setInputFiles({ name: 'deck.toml', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.getByText('Read.', { exact: true }).waitFor();
  await page.getByText('Nothing is wrong with it.').waitFor();
  await page.locator('input[type=file]').setInputFiles({ name: 'deck.toml', mimeType: 'text/plain', buffer: Buffer.from('name = nonsense [') });
  await page.locator('[role=alert]').waitFor();

  await page.getByRole('button', { name: 'Play with it' }).click();
  await page.getByText('Kick-off: Kick On').waitFor();
  expect(await page.getByLabel('Your deck').locator('option:checked').innerText()).toBe('Furia roja');
  await page.locator('.sheet .go .ticket').click();
  await page.locator('.prompt').waitFor();
  await guest.press(3);
  expect(guest.errors.filter((error) => !error.includes('422'))).toEqual([]);
});

test('on a phone the shelf is in reach, its cards lie apart, and a second goalkeeper goes to the bench', async () => {
  const { page } = await house.guest({ viewport: { width: 390, height: 664 } });
  await page.goto(`${house.address}/#/decks`);
  await page.locator('[aria-label="Shelf"] .card').first().waitFor();
  const lies = await page.evaluate(() => [...document.querySelectorAll('[aria-label="Shelf"] .card')].slice(0, 12).map((card) => card.getBoundingClientRect()).map(({ left, right, top, bottom }) => ({ left, right, top, bottom })));
  expect(lies[0]?.top).toBeLessThan(664);
  const meet = lies.flatMap((one, n) => lies.slice(n + 1).filter((two) => one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom));
  expect(meet).toEqual([]);
  await page.getByRole('button', { name: 'Empty it' }).click();
  await page.locator('dialog .ticket').click();
  await page.getByRole('button', { name: 'Players' }).click();
  await page.getByLabel('Position').selectOption({ label: 'Goalkeeper' });
  for (const taken of [1, 2]) {
    await page.locator('[aria-label="Shelf"] li:not(.in) .one').first().click();
    await page.locator(`[aria-label="Shelf"] li.in >> nth=${taken - 1}`).waitFor();
  }
  await page.getByRole('button', { name: 'What is in it' }).click();
  expect(await page.locator('aside .start').allInnerTexts()).toEqual(['starts', 'bench']);
});
