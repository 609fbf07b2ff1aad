/** Learning: from a fresh browser to the first own move, and a first lesson to its end, by mouse, by keys, on a phone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { LessonTable, NewMatch } from '../src/lib/wire';
import { GAMES, type Guest, House, PHONE } from './house';
import { faults } from './look';

const house = new House();
beforeAll(() => house.open());
afterAll(() => house.close());

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);

/** What the lesson says is right, as the page was last told; the page may show it before it is known here. */
function listen(page: Page): () => LessonTable | undefined {
  let told: LessonTable | undefined;
  page.on('response', async (answer) => {
    if (/\/lessons\/\w+\?/.test(answer.url()) && answer.ok()) told = (await answer.json().catch(() => told)) as LessonTable;
  });
  return () => told;
}

/** Colour the printed stars: more and fewer of a colour, until they are as the elements say, "r2" for two red ones; of a colour that they do not name there is none. */
async function colour(page: Page, elements: string[]): Promise<void> {
  const wanted = (['red', 'green', 'blue'] as const).map((name) => [name, Number(elements.find((element) => element[0] === name[0])?.slice(1) ?? 0)] as const);
  const groups = page.locator('.colours').getByRole('group');
  const now = () => groups.evaluateAll((all) => all.map((group) => `${group.getAttribute('aria-label')} ${group.querySelector('b')?.textContent}`).sort());
  const then = wanted.map((pair) => pair.join(' ')).sort();
  while (JSON.stringify(await now()) !== JSON.stringify(then)) {
    for (const [name, n] of wanted) {
      const group = page.locator('.colours').getByRole('group', { name, exact: true });
      const have = Number(await group.locator('b').innerText());
      if (have !== n) await group.getByRole('button', { name: have < n ? /^One more/ : /^One fewer/ }).click();
    }
  }
}

/** Choose an action as a person does: press its pieces, then the ticket, or its button. */
async function choose(guest: Guest, told: LessonTable, action: number): Promise<void> {
  const { page } = guest;
  const choice = told.views.at(-1)?.choices.find((one) => one.action === action);
  if (!choice) throw new Error('what is right is not offered');
  await page.locator('.prompt:not(.wait)').waitFor();
  if (await page.locator('.colours').count()) await colour(page, choice.elements ?? []);
  else for (const id of choice.elements ?? []) await page.locator(`[data-piece="${id}"]`).first().click();
  const ticket = page.locator('.prompt .ticket');
  const button = page.locator('.prompt .acts').getByRole('button', { name: choice.label, exact: true });
  const named = choice.label && (await button.count()); // one called as its pieces are comes without a label
  if (choice.final !== false || !(choice.elements ?? []).length) await (named ? button.first() : ticket).click();
}

/** Seconds of somebody who comes from the lobby by two presses, reads all that is said at leisure and looks at the table
 *  before each choice. What the machine takes comes on top, and is told: it is no measure of a lesson. */
class Reader {
  private readonly said = new Set<string>();
  private choices = 0;
  constructor(private readonly page: Page) {}

  async reads(): Promise<void> {
    for (const text of await this.page.locator('.teaching .words p').allInnerTexts()) this.said.add(text);
  }
  chooses(): void {
    this.choices++;
  }
  get seconds(): number {
    const words = [...this.said].join(' ').split(/\s+/).length;
    return Math.round(2 * 2 + (60 * words) / 200 + 5 * this.choices);
  }
}

test.each(GAMES)('a newcomer makes the first own move of %s within seconds, is corrected, and ends the first lesson', async (game) => {
  const guest = await house.guest();
  const { page } = guest;
  const told = listen(page);
  const reader = new Reader(page);
  const began = performance.now();
  await guest.go();
  await page.locator(`a.learn[href="#/learn/${game}"]`).click();
  await page.locator('.go .ticket').click();
  await page.locator('.teaching .text').waitFor();
  await expect.poll(() => told()?.taken.length).toBe(0);
  await reader.reads();
  await choose(guest, told() as LessonTable, told()?.right[0] as number);
  reader.chooses();
  await expect.poll(() => told()?.taken.length).toBe(1);
  console.log(`${game}: first own move after ${reader.seconds} s of reading and ${seconds(began)} s of the machine`);
  expect(reader.seconds).toBeLessThan(30);
  let corrected = false;
  while (!told()?.done) {
    const table = told() as LessonTable;
    await page.locator('.prompt:not(.wait)').waitFor();
    await expect.poll(() => page.locator('.teaching .text').innerText()).toBe(table.ask.text);
    await reader.reads();
    const wrong = table.views.at(-1)?.choices.find((one) => !table.right.includes(one.action) && (one.elements ?? []).length && one.final !== false);
    if (wrong && !corrected) {
      await choose(guest, table, wrong.action);
      await page.getByText('Taken back: try again.').waitFor();
      await reader.reads();
      reader.chooses();
      await guest.axe();
      await page.reload(); // left, and resumed
      await page.locator('.teaching .text').waitFor();
      await expect.poll(() => told()?.wrong).toBe(null);
      corrected = true;
      continue;
    }
    await choose(guest, table, table.right[0] as number);
    reader.chooses();
    await expect.poll(() => told()?.taken.length).toBeGreaterThan(table.taken.length);
  }
  await page.getByRole('link', { name: 'Next lesson' }).waitFor();
  await reader.reads();
  console.log(`${game}: end of the first lesson after ${reader.seconds} s of reading and ${seconds(began)} s of the machine`);
  expect(corrected).toBe(true);
  expect(reader.seconds).toBeLessThan(180);
  await page.getByRole('link', { name: 'All lessons' }).first().click();
  const ended = page.locator('li.done:has(a)'); // a table's own list of steps may still be there for a moment
  await ended.waitFor();
  expect(await ended.count()).toBe(1);
  await guest.axe();
  expect(guest.errors).toEqual([]);
});

test('on a phone the note is a strip that covers nothing, and keys alone make the move', async () => {
  const guest = await house.guest({ viewport: PHONE, locale: 'pl-PL' });
  const { page } = guest;
  await guest.go('#/learn/pilka_w_grze/attack');
  await page.locator('.teaching .text').waitFor();
  expect(await page.locator('.teaching .kick').innerText()).toMatch(/Lekcja 1 z/i);
  const [note, ground, prompt] = await Promise.all(['.teaching', '.ground', '.prompt'].map((name) => page.locator(name).boundingBox()));
  expect((ground?.y ?? 0) + (ground?.height ?? 0)).toBeLessThanOrEqual((note?.y ?? 0) + 1);
  expect((note?.y ?? 0) + (note?.height ?? 0)).toBeLessThanOrEqual((prompt?.y ?? 0) + 1);
  await page.locator('.hand [data-lit]').first().focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.locator('.teaching .answer').waitFor();
  await guest.axe();
  expect(guest.errors).toEqual([]);
});

test.each([['kickards', 'attack', 3], ['kickards', 'defence', 4], ['kick_on', 'defence', 5], ['super_goal', 'goal', 4], ['mcs', 'fourway', 2], ['kick_on', 'squad', 2]] as const)('on a small phone nothing of %s lies on anything else in lesson %s', async (game, name, steps) => {
  const guest = await house.guest({ viewport: { width: 390, height: 664 }, locale: 'pl-PL' });
  const { page } = guest;
  let taken: number[] = [];
  for (let step = 0; step < steps; step++) {
    const told = await house.post<LessonTable>(`/api/games/${game}/lessons/${name}?lang=pl`, { actions: taken });
    taken = [...taken, told.right[0] as number];
  }
  await guest.go();
  await page.evaluate(([key, kept]) => localStorage.setItem(key, kept), [`matchday.lessons.${game}`, JSON.stringify({ [name]: { done: false, taken } })] as const);
  await guest.go(`#/learn/${game}/${name}`);
  await page.locator('.teaching .answer').waitFor();
  await page.locator('.prompt:not(.wait)').waitFor();
  const lying = async () => (await page.evaluate(faults, undefined)).filter((fault) => /^under|outside/.test(fault));
  await expect.poll(lying).toEqual([]);
  expect(guest.errors).toEqual([]);
});

test('at a first table a guide explains a decision once, and numbers what is what', async () => {
  const guest = await house.guest({}, { forced: false }, true);
  const { page } = guest;
  await guest.sit(await house.match('pilka_w_grze', { seed: 'guide 4' }));
  const guide = page.locator('.teaching');
  await guide.waitFor();
  const first = await guide.locator('.text').innerText();
  await page.getByRole('button', { name: 'What is what?' }).click();
  await expect.poll(() => page.locator('.callouts b').count()).toBeGreaterThan(4);
  await guest.axe();
  await page.getByRole('button', { name: 'What is what?' }).click();
  await guest.press(2); // a card, and the ticket
  await guide.filter({ hasText: first }).waitFor({ state: 'detached' });
  await guest.leave();
  expect(guest.errors).toEqual([]);
});

test('where the game runs by the clock it stands while the guide explains, and goes on with the move', async () => {
  const guest = await house.guest({}, { forced: false }, true);
  const { page } = guest;
  await guest.sit(await house.match('super_goal', { seed: 'guide 4', options: { clock_mode: 'live' } }));
  await page.locator('.teaching .text').waitFor();
  await page.getByText('The clock stands.').waitFor();
  const first = await page.locator('.teaching .text').innerText();
  await guest.press(1);
  await page.locator('.teaching .text', { hasText: first }).waitFor({ state: 'detached' });
  expect(guest.errors).toEqual([]);
});

test('where both choose at once the guide stays, what it marks stays marked, and closed it is closed for good', async () => {
  const guest = await house.guest({ viewport: { width: 390, height: 664 } }, { forced: false }, true);
  const { page } = guest;
  const made = await house.match('kickards', { seed: 'guide 4' });
  await guest.sit(made);
  const guide = page.locator('.teaching');
  await expect.poll(async () => (await guest.views())[0]?.seats.filter((seat) => seat.waiting).length).toBe(1); // the bot has chosen
  await page.locator('.offer .hinted').waitFor();
  expect(await page.locator('.offer .hinted').count()).toBe(1);
  const [note, ground, prompt] = await Promise.all(['.teaching', '.ground', '.prompt'].map((name) => page.locator(name).boundingBox()));
  expect((ground?.y ?? 0) + (ground?.height ?? 0)).toBeLessThanOrEqual((note?.y ?? 0) + 1);
  expect((note?.y ?? 0) + (note?.height ?? 0)).toBeLessThanOrEqual((prompt?.y ?? 0) + 1);
  await page.getByRole('button', { name: 'What is what?' }).click();
  await expect.poll(() => page.locator('.callouts b').allInnerTexts()).toEqual(['1']); // one by one
  await guest.axe();
  await page.getByRole('button', { name: 'Close the guide for good' }).click();
  await guide.waitFor({ state: 'detached' });
  expect(await page.locator('.callouts b').count()).toBe(0);
  await page.reload();
  await page.locator('.prompt:not(.wait)').waitFor();
  expect(await guide.count()).toBe(0);
  expect(guest.errors).toEqual([]);
});

test('no guide for who looks on, nor where two share a screen', async () => {
  const people: NewMatch['seats'] = [{ kind: 'human', name: 'Ola' }, { kind: 'human', name: 'Tomek' }];
  const guest = await house.guest({}, {}, true);
  let asked = false;
  guest.page.on('request', (request) => (asked ||= request.url().includes('/guide?')));
  await guest.sit(await house.match('pilka_w_grze', { seats: people, hot_seat: true }));
  await guest.page.locator('.shutter button').click();
  await guest.page.locator('.prompt:not(.wait)').waitFor();
  const onlooker = await house.guest({}, {}, true);
  onlooker.page.on('request', (request) => (asked ||= request.url().includes('/guide?')));
  await onlooker.go(`#/match/${(await house.match('pilka_w_grze')).created.id}`);
  await onlooker.page.locator('.prompt').waitFor();
  for (const { page } of [guest, onlooker]) expect(await page.locator('.teaching').count()).toBe(0);
  expect(asked).toBe(false);
  expect([...guest.errors, ...onlooker.errors]).toEqual([]);
});
