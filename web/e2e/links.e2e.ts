/** By link: two browsers and a spectator, from the invitation to the rematch. */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServerMessage, View } from '../src/lib/wire';
import { type Guest, House, PHONE } from './house';

const house = new House();
beforeAll(() => house.open());
afterAll(() => house.close());

/** Everything that the server shows a page from now on. */
function viewsSent({ page }: Guest): View[] {
  const views: View[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(String(payload)) as ServerMessage;
      if (message.type === 'view') views.push(message.view);
    }),
  );
  return views;
}

/** Count in the page what only somebody who plays may ever see, from the first moment on. */
async function watchForLight({ page }: Guest): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = { light: 0 };
    Object.assign(window, { seen });
    const look = () => (seen.light += document.querySelectorAll('[data-lit], .prompt:not(.wait), .prompt .acts button').length);
    new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
  });
  return () => page.evaluate(() => (window as unknown as { seen: { light: number } }).seen.light);
}

/** Both press what is lit until it is enough. */
async function playOn(people: Guest[], enough: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 80_000;
  while (!(await enough())) {
    if (Date.now() > deadline) throw new Error(`stuck: ${await people[0]?.page.locator('.prompt').innerText()}`);
    for (const one of people) await one.touch();
  }
}

/** What the server shows somebody once no press is under way any more. */
async function atRest(guest: Guest): Promise<View | undefined> {
  let [before] = await guest.views();
  for (;;) {
    await guest.page.waitForTimeout(1000);
    const [now] = await guest.views();
    if (isDeepStrictEqual(now, before)) return now;
    before = now;
  }
}

test('two browsers and a spectator, a reload in the middle, fair dice, and a rematch', async () => {
  const [host, friend, spectator, late] = await Promise.all([house.guest(), house.guest({ viewport: PHONE }), house.guest(), house.guest()]);
  const ownLight = await watchForLight(host);
  await host.go();
  await host.page.locator('.cover[data-game=pilka_w_grze]').click();
  await host.page.getByRole('radio', { name: /By a link/ }).click();
  await host.page.getByLabel('Your name').fill('Ola <b>');
  await host.page.getByRole('button', { name: 'For the match' }).click();
  await host.axe();
  await host.page.locator('.sheet .go .ticket').click();
  const link = await host.page.getByLabel('Link for').inputValue();
  await host.axe();

  await friend.page.goto(link);
  await friend.page.getByText('a match with Ola <b>.').waitFor();
  await friend.page.getByLabel('Your name').fill('Tomek');
  await friend.page.getByLabel(/words of your own/).fill('green boots');
  await friend.axe();
  await friend.page.getByRole('button', { name: 'Sit down' }).click();
  await friend.page.getByText('Waiting for Ola').waitFor();
  await late.page.goto(link);
  await late.page.getByRole('button', { name: 'Sit down' }).click();
  await late.page.getByText('This invitation was used already').waitFor();
  await host.page.getByText('Everyone has come').waitFor();
  await host.page.getByLabel(/words of your own/).fill('red scarf');
  await host.page.getByRole('button', { name: 'I am ready' }).click();
  await Promise.all([host, friend].map((one) => one.page.locator('.prompt').waitFor()));

  await host.page.getByRole('button', { name: 'Share' }).click();
  await host.axe();
  const watch = await host.page.getByLabel('For spectators').inputValue();
  await host.page.keyboard.press('Escape');
  const shown = viewsSent(spectator);
  const light = await watchForLight(spectator);
  await spectator.page.goto(watch);
  await spectator.page.locator('.prompt').waitFor();
  await host.page.getByText('Watching: 1').waitFor();
  expect(await spectator.page.getByRole('button', { name: /Say|Concede|Hint/ }).count()).toBe(0);

  await playOn([host, friend], async () => shown.length > 12);
  const before = await atRest(friend);
  await friend.page.reload();
  await friend.page.locator('.prompt').waitFor();
  expect((await friend.views())[0]).toEqual(before);
  const faces = (view?: View) => (view?.zones ?? []).filter((zone) => zone.id.startsWith('hand.')).flatMap((zone) => zone.pieces.filter((piece) => piece.face !== null || piece.name));
  expect(faces(before).length).toBeGreaterThan(0);

  const over = (one: Guest) => one.page.locator('dialog .sc b');
  await playOn([host, friend], async () => (await over(host).count()) > 0);
  await Promise.all([friend, spectator].map((one) => over(one).waitFor()));
  const scores = await Promise.all([host, friend, spectator].map((one) => over(one).innerText()));
  expect(new Set(scores).size).toBe(1);
  expect(await light()).toBe(0);
  expect(await ownLight()).toBeGreaterThan(0);
  const live = shown.filter((view) => !view.over);
  expect(live.length).toBeGreaterThan(20);
  expect(live.filter((view) => view.seat !== null || view.choices.length)).toEqual([]);
  expect(live.flatMap(faces)).toEqual([]);

  const first = friend.page.url();
  await host.page.getByRole('button', { name: 'Rematch' }).click();
  await friend.page.locator('dialog .offer .yes').click();
  await Promise.all([host, friend, spectator].map((one) => one.page.waitForFunction((old) => location.href !== old, first)));
  await Promise.all([host, friend, spectator].map((one) => one.page.locator('.prompt').waitFor()));
  expect([(await host.views())[0]?.seat, (await friend.views())[0]?.seat]).toEqual([1, 0]);

  await friend.go(first.replace(/.*#\/match/, '#/verify'));
  await friend.page.getByText('Your words were mixed in').waitFor();
  expect(await friend.page.locator('h1').innerText()).toMatch(/nothing is broken/i);
  await friend.axe();
  for (const one of [host, friend, spectator]) expect(one.errors).toEqual([]);
  expect(late.errors.filter((error) => !error.includes('404'))).toEqual([]);
}, 150_000);
