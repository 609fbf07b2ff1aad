/** By link: what people ask each other, seats that change hands, who may watch, and decks of one's own. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { House } from './house';
import { expectNoErrors, expectSameTable, Friend, gather, invite, playUntil, watch } from './party';

const house = new House();
beforeAll(() => house.open());
afterAll(() => house.close());

const ply = (one: Friend) => one.shown.at(-1)?.ply ?? 0;

/** Open the sheet behind the flag and press something there. */
async function ask({ page }: Friend, what: string): Promise<void> {
  await page.getByRole('button', { name: /^Undo.* or concede$/ }).click();
  await page.locator('dialog').getByRole('button', { name: what, exact: true }).click();
}

/** Play until somebody may ask to take back a move, and ask; gives who has asked and who is asked. */
async function askToTakeBack(people: [Friend, Friend, ...Friend[]]): Promise<[Friend, Friend]> {
  for (let tries = 0; tries < 20; tries++) {
    const start = ply(people[0]);
    await playUntil(people, () => ply(people[0]) > start);
    await expectSameTable(people);
    for (const [asks, asked] of [[people[0], people[1]], [people[1], people[0]]] as const) {
      await ask(asks, 'Ask to take back a move');
      await asks.page.locator('.dock-note, .prompt:has-text("A move is taken back only")').first().waitFor();
      if (await asks.page.locator('.dock-note').count()) return [asks, asked];
    }
  }
  throw new Error('nothing could be taken back');
}

const answer = ({ page }: Friend, how: string) => page.locator('.dock-note').getByRole('button', { name: how }).click();

test('a move is taken back by consent, or not; a line that is cut is told; one person is muted; one resigns', async () => {
  const people = await gather(house, 'mcs', { options: { heats: 5 } });
  const [host, friend] = people;
  const spectator = await watch(house, host);
  const [asks, asked] = await askToTakeBack(people);
  await asked.page.getByText('would like to take back a move').waitFor();
  await spectator.page.getByText('would like to take back a move').waitFor();
  expect(await spectator.page.locator('.dock-note button').count()).toBe(0);
  const before = ply(asks);
  await answer(asked, 'Decline');
  await asks.page.locator('.prompt').getByText('would rather not').waitFor();
  expect(ply(asks)).toBe(before);

  await ask(asks, 'Ask to take back a move');
  await asks.page.getByText('You have asked to take back a move').waitFor();
  await asked.page.reload(); // what is on offer is told again
  await answer(asked, 'Agree');
  for (const one of [...people, spectator]) await expect.poll(() => ply(one)).toBeLessThan(before);
  await expectSameTable(people);
  const back = ply(asks);
  await playUntil(people, () => ply(host) > back);
  await expectSameTable(people);

  await friend.drop();
  await host.page.getByText('not connected').waitFor();
  await spectator.page.getByText('not connected').waitFor();
  await friend.comeBack();
  await host.page.getByText('not connected').waitFor({ state: 'detached' });

  await say(friend, 'Nice <i>weather</i>');
  await host.page.getByText('Nice <i>weather</i>').waitFor();
  await spectator.page.getByText('Nice <i>weather</i>').waitFor();
  await host.page.getByRole('button', { name: 'Say' }).click();
  await host.page.getByLabel(/^Mute what/).check();
  await host.page.keyboard.press('Escape');
  await say(friend, 'Can you hear me?');
  await spectator.page.getByText('Can you hear me?').waitFor();
  await friend.page.getByRole('button', { name: 'Say' }).click();
  await friend.page.getByRole('button', { name: 'Well played' }).click();
  await host.page.getByText('Well played').waitFor(); // a phrase still comes
  expect(await host.page.getByText('Can you hear me?').count()).toBe(0);

  await ask(friend, 'Concede');
  await Promise.all([...people, spectator].map((one) => one.page.getByText('Conceded:').first().waitFor()));
  expect(await host.page.locator('dialog h2').innerText()).toMatch(/you win/i);
  expectNoErrors(...people, spectator);
});

async function say({ page }: Friend, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Say' }).click();
  await page.getByLabel('In your own words').fill(words);
  await page.locator('dialog form .ticket').click();
}

test('nobody else may watch; a seat on another device; a seat handed over; a draw', async () => {
  const people = await gather(house, 'kickards', { spectators: false });
  const [host, friend] = people;
  const stranger = await Friend.come(house);
  await stranger.page.goto(host.page.url());
  await stranger.page.getByText('No seat here').waitFor();
  expect(stranger.shown).toEqual([]);

  const privately = await sharedLink(host, 'Make a private link', 'Your seat on another device');
  const device = await Friend.come(house);
  await device.page.goto(privately);
  await device.page.getByRole('button', { name: 'Sit down' }).click();
  await device.waitForTable();
  await expectSameTable([host, device, friend]);

  const token = await host.page.evaluate(() => (JSON.parse(localStorage.getItem('matchday.seats') ?? '[]') as { seats: { token: string }[] }[])[0]?.seats[0]?.token ?? '');
  const opens = async () => (await fetch(`${house.address}/api/matches/${/match\/([^/]+)/.exec(host.page.url())?.[1]}/view`, { headers: { Authorization: `Bearer ${token}` } })).status;
  expect(await opens()).toBe(200);
  const away = await sharedLink(host, 'Make a link to hand over', 'Hand your seat over');
  const heir = await Friend.come(house);
  await heir.page.goto(away);
  await heir.page.getByText('you take over a seat').waitFor();
  await heir.page.getByLabel('Your name').fill('Zosia');
  await heir.page.getByRole('button', { name: 'Sit down' }).click();
  await heir.waitForTable();
  for (const old of [host, device]) await old.page.getByText('This seat was handed over').waitFor();
  expect(await opens()).toBe(401);
  await host.page.reload();
  await host.page.getByText('No seat here').waitFor();

  const start = ply(heir);
  await playUntil([heir, friend], () => ply(friend) > start);
  await expectSameTable([heir, friend]);
  await ask(heir, 'Offer a draw');
  await friend.page.getByText('Zosia would like a draw').waitFor();
  await answer(friend, 'Agree');
  await Promise.all([heir, friend].map((one) => one.page.getByText('A draw by agreement').first().waitFor()));
  await host.page.reload();
  await host.waitForTable(); // when it is over anybody may look
  expectNoErrors(friend, heir);
});

/** Make a link in the sheet Share. */
async function sharedLink({ page }: Friend, button: string, label: string): Promise<string> {
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText('After 30 days without a move the match is over').waitFor();
  await page.getByRole('button', { name: button }).click();
  const link = await page.getByLabel(label).inputValue();
  await page.keyboard.press('Escape');
  return link;
}

test('Kick On: a friend brings a deck of his own, and it is nobody else’s business', async () => {
  const [host, friend] = await Promise.all([Friend.come(house), Friend.come(house)]);
  const known = (await (await fetch(`${house.address}/api/games/kick_on/cards`)).json()) as { decks: { option: string; deck: object }[] };
  const { option } = await house.post<{ option: string }>('/api/games/kick_on/decks/check', { ...known.decks.find((deck) => deck.option === 'garra')?.deck, name: 'Tomek’s secret' });
  await friend.guest.go();
  await friend.page.evaluate((kept) => localStorage.setItem('matchday.decks', JSON.stringify([{ name: 'Tomek’s secret', squad: [], starters: [], cards: {}, option: kept }])), option);
  const [link = ''] = await invite(host, 'kick_on');
  await friend.page.goto(link);
  await friend.page.getByLabel('Your deck').selectOption({ label: 'Tomek’s secret' });
  await friend.guest.axe();
  await friend.page.getByRole('button', { name: 'Sit down' }).click();
  await host.page.getByLabel('Your deck').selectOption('samba');
  await host.page.getByRole('button', { name: 'I am ready' }).click();
  await Promise.all([host, friend].map((one) => one.waitForTable()));
  await playUntil([host, friend], () => ply(host) > 6);
  expect(JSON.stringify(host.shown)).not.toContain('secret');
  expect(await host.page.content()).not.toContain('Tomek’s secret');

  await ask(host, 'Concede');
  await host.page.getByText('Conceded:').first().waitFor();
  const file = await (await fetch(`${house.address}/api/matches/${/match\/([^/]+)/.exec(host.page.url())?.[1]}/file`)).text();
  expect(file).toContain('deck_0=samba');
  expect(file).toContain('deck_1=Tomek’s secret');
  expectNoErrors(host, friend);
});
