/** By link, from the lobby to the rematch: two browsers, a spectator, and somebody who comes too late. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { View } from '../src/lib/wire';
import { House, PHONE } from './house';
import { expectNoErrors, expectOnlyPublic, expectSameTable, Friend, playOut, playUntil } from './party';

const house = new House();
beforeAll(() => house.open());
afterAll(() => house.close());

test('two browsers and a spectator, a reload in the middle, fair dice, and a rematch', async () => {
  const [host, friend, spectator, late] = await Promise.all([Friend.come(house), Friend.come(house, { viewport: PHONE }), Friend.come(house), Friend.come(house)]);
  const people = [host, friend];
  await host.guest.go();
  await host.page.locator('.cover[data-game=pilka_w_grze]').click();
  await host.page.getByRole('radio', { name: /By a link/ }).click();
  await host.page.getByLabel('Your name').fill('Ola <b>');
  await host.page.getByRole('button', { name: 'For the match' }).click();
  await host.guest.axe();
  await host.page.locator('.sheet .go .ticket').click();
  const link = await host.page.getByLabel('Link for').inputValue();
  await host.guest.axe();

  await friend.page.goto(link);
  await friend.page.getByText('a match with Ola <b>.').waitFor();
  await friend.page.getByLabel('Your name').fill('Tomek');
  await friend.page.getByLabel(/words of your own/).fill('green  boots 👨‍👩‍👧 ');
  await friend.guest.axe();
  await friend.page.getByRole('button', { name: 'Sit down' }).click();
  await friend.page.getByText('Waiting for Ola').waitFor();
  await late.page.goto(link);
  await late.page.getByRole('button', { name: 'Sit down' }).click();
  await late.page.getByText('This invitation was used already').waitFor();
  await host.page.getByText('Everyone has come').waitFor();
  await host.page.getByLabel(/words of your own/).fill('red scarf');
  await host.page.getByRole('button', { name: 'I am ready' }).click();
  await Promise.all(people.map((one) => one.waitForTable()));

  await host.page.getByRole('button', { name: 'Share' }).click();
  await host.guest.axe();
  const watch = await host.page.getByLabel('For spectators').inputValue();
  await host.page.keyboard.press('Escape');
  await spectator.page.goto(watch);
  await spectator.waitForTable();
  await host.page.getByText('Watching: 1').waitFor();
  expect(await spectator.page.getByRole('button', { name: /Say|Concede|Hint/ }).count()).toBe(0);

  await playUntil(people, () => spectator.shown.length > 12);
  const [before] = await friend.guest.views();
  await friend.page.reload();
  await friend.waitForTable();
  expect((await friend.guest.views())[0]).toEqual(before);
  await expectSameTable(people);
  const faces = (view?: View) => (view?.zones ?? []).filter((zone) => zone.id.startsWith('hand.')).flatMap((zone) => zone.pieces.filter((piece) => piece.face !== null));
  expect(faces(before).length).toBeGreaterThan(0);

  await playOut(people, [spectator]);
  expect(await spectator.light()).toBe(0);
  expect(await host.light()).toBeGreaterThan(0);
  expect(spectator.shown.length).toBeGreaterThan(20);
  expectOnlyPublic(spectator, people);

  const first = friend.page.url();
  await host.page.getByRole('button', { name: 'Rematch' }).click();
  await friend.page.locator('dialog .dock-note .yes').click();
  await Promise.all([...people, spectator].map((one) => one.page.waitForFunction((old) => location.href !== old, first)));
  await Promise.all([...people, spectator].map((one) => one.waitForTable()));
  expect([(await host.guest.views())[0]?.seat, (await friend.guest.views())[0]?.seat]).toEqual([1, 0]);

  await friend.guest.go(first.replace(/.*#\/match/, '#/verify'));
  await friend.page.getByText('So nobody could choose these dice').waitFor();
  await friend.page.getByText('moves are legal').waitFor();
  expect(await friend.page.locator('h1').innerText()).toMatch(/nothing is broken/i);
  await friend.guest.axe();

  // a host who grinds words of his own, or leaves out the friend's, gives a file that is right in itself
  const file = await (await fetch(`${house.address}/api/matches/${/match\/([^/]+)/.exec(first)?.[1]}/file`)).text();
  expect(file).toContain('green  boots');
  for (const [old, other, told] of [['red scarf', 'red scarf 399', 'has opened is not what its hash had sealed'], [/\[Hash "\w+"\]/, '[Hash ""]', 'hashes are not those that you were shown']] as const) {
    await friend.page.route('**/file', (route) => route.fulfill({ body: file.replace(old, other), contentType: 'text/plain' }));
    await friend.page.reload();
    await friend.page.getByText(told).waitFor();
    expect(await friend.page.locator('h1').innerText()).toMatch(/something is broken/i);
    await friend.page.unroute('**/file');
  }
  expectNoErrors(...people, spectator);
  expect(late.errors().filter((error) => !error.includes('404'))).toEqual([]);
});
