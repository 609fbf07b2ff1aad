/** By link: whole matches of every other game, with a line that is cut and a seat that is opened twice; three and four people; a clock that runs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { House, PHONE } from './house';
import { expectNoErrors, expectOnlyPublic, expectSameTable, Friend, gather, invite, playOut, playUntil, watch } from './party';

const house = new House();
beforeAll(() => house.open());
afterAll(() => house.close());

const anyOf = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;

const MATCHES = [
  ['mcs', { heats: 5 }],
  ['super_goal', { clock_mode: 'nominal', halves_ms: 300000 }],
  ['kickards', {}],
  ['kick_on', {}],
] as const;

test.each(MATCHES)('%s: two browsers and a spectator', async (game, options) => {
  const people = await gather(house, game, { options, viewport: PHONE });
  const spectator = await watch(house, people[0], { viewport: PHONE });

  const moment = 2 + Math.floor(Math.random() * 12);
  await playUntil(people, () => spectator.shown.length > moment);
  const unlucky = anyOf(people);
  await unlucky.drop();
  await unlucky.comeBack();
  await expectSameTable(people);

  const twice = anyOf(people);
  const twin = await twice.openAgain();
  await expectSameTable([twice, twin]);
  const ply = twice.shown.at(-1)?.ply ?? 0;
  const hands = people.map((one) => (one === twice ? twin : one));
  await playUntil(hands, () => (twice.shown.at(-1)?.ply ?? 0) > ply);
  await expectSameTable([...people, twin]);
  await twin.page.close();

  await playOut(people, [spectator]);
  expect(await spectator.light()).toBe(0);
  expect(await people[0].light()).toBeGreaterThan(0);
  expectOnlyPublic(spectator, people);
  expectNoErrors(...people, twin, spectator);
});

test('MCS with four browsers', async () => {
  const people = await gather(house, 'mcs', { friends: 3, options: { players: 4, heats: 5 }, viewport: PHONE });
  await playUntil(people, () => people[0].shown.length > 10);
  await expectSameTable(people);
  const seats = await Promise.all(people.map(async (one) => (await one.guest.views())[0]?.seat));
  expect(seats.toSorted()).toEqual([0, 1, 2, 3]);
  expect(await playOut(people)).toMatch(/^\d+( : \d+){3}$/);
  expectNoErrors(...people);
});

test('MCS with three seats: a friend comes, and a bot takes the place of another who does not', async () => {
  const host = await Friend.come(house);
  const friend = await Friend.come(house);
  const [link = ''] = await invite(host, 'mcs', { friends: 2, options: { players: 3, heats: 5 } });
  await friend.page.goto(link);
  await friend.page.getByRole('button', { name: 'Sit down' }).click();
  await friend.page.getByText(/Waiting for .+, .+/).waitFor(); // who is waited for is always said
  await host.page.getByRole('button', { name: 'A bot instead' }).click();
  await host.page.getByRole('button', { name: 'I am ready' }).click();
  const people = [host, friend];
  await Promise.all(people.map((one) => one.waitForTable()));
  expect(host.shown.at(-1)?.seats.filter((seat) => seat.kind === 'bot')).toHaveLength(1);
  expect(await playOut(people)).toMatch(/^\d+( : \d+)+$/);
  expectNoErrors(...people);
});

test('Super Goal! live: the server’s clock plays on for whoever lets it run, and both see the same time', async () => {
  const people = await gather(house, 'super_goal', { options: { halves_ms: 300000, min_roll_ms: 10000, act_limit_ms: 2000 }, viewport: PHONE });
  const spectator = await watch(house, people[0], { viewport: PHONE });
  const time = (one: Friend) => one.shown.at(-1)?.clock;
  const start = people[0].shown.at(-1)?.ply ?? 0;
  await expect.poll(() => people[0].shown.at(-1)?.ply, { timeout: 600_000 }).toBeGreaterThan(start); // nobody presses
  await playOut(people, [spectator]);
  expect(new Set([...people, spectator].map(time)).size).toBe(1);
  expect(await spectator.light()).toBe(0);
  expectNoErrors(...people, spectator);
});
