/** Around the table: the shutter, lost lines, keys alone, the phone, looking back. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { View } from '../src/lib/wire';
import { GAMES, type Guest, House, PHONE } from './house';

const house = new House();
beforeAll(() => house.open());
afterAll(() => house.close());

test('two at one screen: while the shutter is down nothing of either hand is in the page', async () => {
  const guest = await house.guest();
  const { page } = guest;
  await guest.go();
  await page.locator('.cover[data-game=pilka_w_grze]').click();
  await page.getByRole('radio', { name: /Beside me/ }).click();
  await page.getByLabel('Your name').fill('Ola');
  await page.getByLabel('Your friend’s name').fill('Tomek');
  await page.locator('.sheet .go .ticket').click();
  const seen = new Set<string>();
  for (let turn = 0; turn < 5; turn++) {
    await page.locator('.shutter').waitFor();
    await page.waitForFunction(() => !document.querySelector('.tablepage'));
    const html = await page.content();
    const views = await guest.views();
    const faces = await house.faces(views[0] as View);
    const names = views.flatMap((view) => view.zones.filter((zone) => zone.owner === view.seat).flatMap((zone) => zone.pieces.flatMap((piece) => faces.get(piece.face ?? '')?.name ?? [])));
    expect(names.length).toBeGreaterThan(1);
    expect(names.filter((name) => !name || html.includes(name))).toEqual([]);
    expect(await page.locator('[data-piece]').count()).toBe(0);
    if (turn === 0) await guest.axe();
    seen.add(await page.locator('.shutter h1').innerText());
    await page.keyboard.press('Enter');
    await page.locator('.prompt').waitFor();
    await guest.playUntil('.shutter', 60);
  }
  expect(seen.size).toBe(2);
  expect(guest.errors).toEqual([]);
});

test('a reload and a restart of the server in mid-match lose nothing, and the page comes back by itself', async () => {
  const guest = await house.guest({}, { forced: false });
  await guest.sit(await house.match('pilka_w_grze'));
  await guest.press(8);
  const before = await guest.atRest();
  await guest.page.locator('.prompt:not(.wait)').waitFor();
  const report = await guest.page.locator('.log').innerText();
  await guest.page.reload();
  await guest.page.locator('.prompt:not(.wait)').waitFor();
  expect((await guest.views())[0]?.ply).toBe(before?.ply);
  expect(await guest.page.locator('.log').innerText()).toBe(report);
  await house.restart();
  await guest.page.getByText('The line is down').waitFor({ timeout: 5000 }).catch(() => undefined); // it may be up again already
  await guest.page.getByText('The line is down').waitFor({ state: 'detached' });
  expect((await guest.views())[0]?.ply).toBe(before?.ply);
  expect(await guest.page.locator('.log').innerText()).toBe(report);
  await guest.press(4);
  await expect.poll(async () => (await guest.views())[0]?.ply).toBeGreaterThan(before?.ply ?? 0);
  expect(guest.errors.filter((text) => !/WebSocket|ERR_CONNECTION/.test(text))).toEqual([]);
});

test('alone against a bot the clock of Super Goal! can be stopped, and stops while one reads', async () => {
  const guest = await house.guest({}, { forced: false });
  const { page } = guest;
  await guest.sit(await house.match('super_goal', { options: { clock_mode: 'live', act_limit_ms: 600_000 } }));
  await page.locator('.prompt:not(.wait)').waitFor();
  const clock = () => page.locator('.clock span:visible').innerText();
  const goOn = page.getByRole('button', { name: 'Start the clock' });
  const runs = async () => {
    const before = await clock();
    await expect.poll(clock).not.toBe(before);
  };
  const stands = async () => {
    await goOn.waitFor();
    const holds = async (wait: number) => {
      const before = await clock();
      await page.waitForTimeout(wait);
      return (await clock()) === before;
    };
    await expect.poll(() => holds(1500)).toBe(true); // the server's word for when it stopped may come a moment later
    expect(await holds(2500)).toBe(true);
  };
  await runs();
  await page.getByRole('button', { name: 'Pause' }).click();
  await stands();
  await goOn.click();
  await runs();
  await page.getByRole('button', { name: 'Settings' }).click();
  await stands();
  await page.keyboard.press('Escape');
  await goOn.click();
  await runs();
  await page.keyboard.press('?');
  await stands();
  await goOn.click();
  await goOn.waitFor({ state: 'detached' });
  await runs();
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true }); // no tab of a headless browser is ever hidden
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await stands();
  expect(guest.errors).toEqual([]);
});

const focused = (page: Page, selector: string) => page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

/** Go on by Tab until the focus is there, once around the page at most. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let step = 0; step < 120 && !(await focused(page, selector)); step++) await page.keyboard.press('Tab');
}

/** Where Enter plays: a piece, a button of the question, or nothing at all (then it presses the ticket). What is taken back is chosen again, for ever. */
const PLAYS = 'body, [data-piece], [data-lit], .prompt .ticket, .prompt .acts button:not(.back)';

/** Move with the arrows and press Enter, until something is so. */
async function playByKeys({ page }: Guest, done: () => Promise<boolean>): Promise<void> {
  const keys = ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp'];
  const deadline = Date.now() + 1_100_000;
  for (let step = 0; !(await done()); step++) {
    if (Date.now() > deadline) throw new Error(`stuck at ${page.url()}: ${await page.locator('.prompt').allInnerTexts()}`);
    if (await page.locator('.prompt.wait').count()) {
      await page.waitForTimeout(15);
      continue;
    }
    if (await page.locator('dialog .reading').count()) await page.keyboard.press('Escape'); // a card that could be played a moment ago is read now
    if (step % 40 === 39) await tabTo(page, '.prompt .ticket, .prompt .acts button:not(.back)'); // or two pieces are picked in turn for ever
    else await page.keyboard.press(keys[step % keys.length] ?? 'Tab');
    if (!(await focused(page, PLAYS))) continue;
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
  }
}

test('a whole match with the keyboard alone', async () => {
  const guest = await house.guest();
  const { page } = guest;
  await guest.go();
  await page.locator('.sheet .go .ticket').waitFor();
  for (let step = 0; step < 80 && !(await focused(page, '.sheet .go .ticket')); step++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('.prompt').waitFor();
  await playByKeys(guest, async () => (await page.locator('dialog .sc').count()) > 0);
  for (let step = 0; step < 12 && !(await focused(page, 'dialog .ticket')); step++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => !document.querySelector('dialog .sc'));
  await page.locator('.prompt').waitFor();
  expect(guest.errors).toEqual([]);
});

/** Nobody hurries: the clock of Super Goal! stands still between decisions. */
const calm = (game: string) => ({ options: game === 'super_goal' ? { clock_mode: 'nominal' } : {} });

/** In the page, before it is loaded: whenever a question is lit, note where the focus is once the page is drawn. */
function watchFocus() {
  const lit: { lost: boolean; asked: string }[] = [];
  Object.assign(window, { lit });
  const mark = performance.mark.bind(performance);
  performance.mark = (name: string, options?: PerformanceMarkOptions) => {
    if (name === 'stage:lit')
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const prompt = document.querySelector('.prompt:not(.wait)');
          if (prompt) lit.push({ lost: document.activeElement === document.body || document.activeElement === null, asked: prompt.textContent ?? '' });
        }),
      );
    return mark(name, options);
  };
}

const litSoFar = (page: Page) => page.evaluate(() => (window as unknown as { lit: { lost: boolean; asked: string }[] }).lit);

test.each(GAMES.flatMap((game) => (['none', 'quick'] as const).map((speed) => [game, speed] as const)))('%s, animation %s: by keys alone the focus is never lost when a question is lit', async (game, speed) => {
  const guest = await house.guest({}, { speed });
  const { page } = guest;
  await page.addInitScript(watchFocus);
  await guest.sit(await house.match(game, calm(game)));
  await page.keyboard.press('Tab');
  await playByKeys(guest, async () => (await litSoFar(page)).length >= 14 || (await page.locator('dialog .sc').count()) > 0);
  const lit = await litSoFar(page);
  expect(lit.length).toBeGreaterThan(6);
  expect(lit.filter(({ lost }) => lost)).toEqual([]);
  expect(guest.errors).toEqual([]);
});

/** What must have happened by keys alone, as the report tells it: dice rolled, attackers sent forward. */
const DEEDS: Record<string, RegExp> = { super_goal: /rolled$/, kick_on: /^attack$/, kickards: /^laid$/, mcs: /^(opened|beaten|passed)$/ };

test.each(Object.entries(DEEDS))('%s is played with the keyboard alone', async (game, deed) => {
  const guest = await house.guest();
  await guest.sit(await house.match(game, calm(game)));
  const mine = async () => {
    const [view] = await guest.views();
    return (view?.ply ?? 0) > 12 && (view?.events.some((event) => deed.test(event.kind) && event.args.seat === 0) ?? false);
  };
  await playByKeys(guest, mine);
  expect(guest.errors).toEqual([]);
});

test.each(GAMES)('%s: what is dragged onto the table is played; a piece is read by Z', async (game) => {
  const guest = await house.guest({}, { forced: false });
  const { page } = guest;
  await guest.sit(await house.match(game, calm(game)));
  await guest.playUntil('[data-lit][draggable=true]', 60); // a first question may be answered by a button alone
  const before = await guest.atRest(); // or a bot's answer would lay the table anew under the hand
  const lit = page.locator('[data-lit][draggable=true]').first();
  await lit.focus();
  await page.keyboard.press('z');
  await page.locator('dialog .reading').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog .reading').waitFor({ state: 'detached' });
  await lit.dragTo(page.locator('main.ground'), { targetPosition: { x: 12, y: 60 } });
  await expect.poll(async () => (await guest.views())[0]?.ply).toBeGreaterThan(before?.ply ?? 0);
  expect(guest.errors).toEqual([]);
});

test.each(GAMES)('%s fits a phone', async (game) => {
  const guest = await house.guest({ viewport: PHONE, hasTouch: true, isMobile: true, deviceScaleFactor: 1 });
  await guest.sit(await house.match(game, calm(game)));
  await guest.press(12);
  await guest.page.locator('.prompt:not(.wait)').waitFor();
  expect(await guest.page.evaluate(() => [document.scrollingElement?.scrollWidth, document.scrollingElement?.scrollHeight])).toEqual([PHONE.width, PHONE.height]);
  const low = await guest.page.evaluate(() => {
    const acts = [...document.querySelectorAll('.prompt button, .ticker button, .sb button, .sb a')].map((node) => node.getBoundingClientRect());
    return acts.filter((box) => box.width && (box.height < 40 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1)).map((box) => JSON.stringify(box));
  });
  expect(low).toEqual([]);
  await guest.page.getByRole('button', { name: 'Open the match report' }).click();
  await guest.page.locator('.report.open').waitFor();
  await guest.axe();
  expect(guest.errors).toEqual([]);
});

test('on a phone a card that can be played is in sight with every question, and a hint folds the report away', async () => {
  const guest = await house.guest({ viewport: PHONE, hasTouch: true, isMobile: true, deviceScaleFactor: 1 }, { forced: false });
  const { page } = guest;
  await guest.sit(await house.match('mcs'));
  await page.locator('.prompt:not(.wait)').waitFor();
  const lit = () => page.locator('.hand [data-lit]').evaluateAll((cards) => cards.map((card) => card.getAttribute('data-piece')));
  const before = await lit();
  await page.locator('.hand [data-lit]').first().click();
  await page.locator('.prompt .ticket').click();
  await expect.poll(async () => (await lit()).filter((card) => before.includes(card)).length).toBe(0);
  await page.locator('.hand [data-lit]').first().waitFor({ state: 'attached' }); // the riders of the other colour, farther to the right
  await page.waitForFunction(() => [...document.querySelectorAll('.hand [data-lit]')].some((node) => node.getBoundingClientRect().left >= 0 && node.getBoundingClientRect().right <= innerWidth));
  await page.getByRole('button', { name: 'Open the match report' }).click();
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText('The bench says').waitFor();
  expect(await page.locator('.veil').count()).toBe(0);
  expect(guest.errors).toEqual([]);
});

test('a finished match: scrub, step, other eyes, play from here, save the file and open it again', async () => {
  const guest = await house.guest({ acceptDownloads: true });
  const { page } = guest;
  await guest.go(`#/replay/${await house.finished()}`);
  await page.locator('.replay').waitFor();
  const move = page.getByRole('slider', { name: 'Move' });
  await move.fill('20');
  await page.getByText('move 20 of').waitFor();
  await page.getByRole('button', { name: 'Next move' }).click();
  await page.getByText('move 21 of').waitFor();
  await page.getByRole('button', { name: 'One move back' }).click();
  const eyes = page.locator('.replay .btn', { has: page.locator('[href="#i-eye"]') });
  const seen: string[] = [];
  for (let turn = 0; turn < 3; turn++) {
    await eyes.click();
    await page.getByText('move 20 of').waitFor();
    seen.push(await eyes.innerText());
  }
  expect(new Set(seen).size).toBe(3);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByText('move 22 of').waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await guest.axe();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the match file' }).click()]);
  const text = readFileSync(await download.path(), 'utf8');
  expect(text).toBe(await house.matchFile());
  await page.getByRole('button', { name: 'Play from here' }).click();
  await page.locator('.prompt').waitFor();
  await guest.press(3);
  await guest.go();
  await page.locator('input[type=file]').setInputFiles({ name: 'again.match', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.locator('.replay').waitFor();
  await guest.go();
  const [, line = ''] = text.split('\n');
  await page.locator('input[type=file]').setInputFiles({ name: 'bad.match', mimeType: 'text/plain', buffer: Buffer.from(text.replace(line, 'nonsense')) });
  expect(await page.locator('[role=alert]').innerText()).toMatch(/\S+ \S+/);
  expect(guest.errors.filter((error) => !error.includes('422'))).toEqual([]);
});

test('hint, talk, a rule behind a line; concede asks again, and the sheet offers a rematch', async () => {
  const guest = await house.guest({}, { forced: false, chance: true });
  const { page } = guest;
  await guest.sit(await house.match('pilka_w_grze'));
  await guest.press(4);
  await page.locator('.prompt:not(.wait)').waitFor();
  // a hint that comes after the table has changed is thrown away: ask until one stands
  const bench = page.getByText('The bench says');
  for (let asked = 0; asked < 12 && !(await bench.count()); asked++) {
    await page.locator('.prompt:not(.wait)').waitFor();
    await page.keyboard.press('h');
    await bench.waitFor({ timeout: 5000 }).catch(() => undefined);
  }
  expect(await bench.count()).toBe(1);
  expect(await page.locator('.report .hintbox').count()).toBe(1); // beside the table, and not over it
  await page.locator('.log .line').first().click();
  await page.locator('.log .ref').first().click();
  await page.locator('article.cur').waitFor();
  await page.getByRole('button', { name: 'Say', exact: true }).click();
  await page.getByRole('button', { name: 'Well played!' }).click();
  await page.getByRole('button', { name: 'Concede' }).click();
  await page.getByRole('button', { name: 'Play on', exact: true }).click();
  expect((await guest.views())[0]?.over).toBe(false);
  await page.getByRole('button', { name: 'Concede' }).click();
  await page.locator('dialog .ticket', { hasText: 'Concede' }).click();
  await page.locator('dialog .sc').waitFor();
  await page.getByText('Conceded:').first().waitFor();
  await guest.axe();
  const before = page.url();
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.waitForFunction((old) => location.href !== old, before);
  await page.locator('.prompt').waitFor();
  expect((await guest.views())[0]?.over).toBe(false);
  expect(guest.errors).toEqual([]);
});
