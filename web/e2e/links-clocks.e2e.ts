/** By link: the clocks that the server keeps, as people see them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { House } from './house';
import { expectNoErrors, type Friend, gather, playUntil } from './party';

const house = new House();
beforeAll(() => house.open());
afterAll(() => house.close());

const ply = (one: Friend) => one.shown.at(-1)?.ply ?? 0;
const times = ({ page }: Friend) => page.locator('[role=timer]').allInnerTexts();

test('so much for each move: a time that runs out ends the match, and the page says by which rule', async () => {
  const people = await gather(house, 'kickards', { clock: { kind: 'move', seconds: 5 } });
  for (const one of people) {
    await one.page.getByText(/Out of time: .+ Whoever lets the time run out loses\./).waitFor();
    expect(one.shown.at(-1)?.ended).toMatchObject({ by: 'time' });
  }
  expectNoErrors(...people);
});

test('so much for the match: moves add to it, and a line that is cut comes out of the grace', async () => {
  const people = await gather(house, 'kickards', { clock: { kind: 'budget', seconds: 600, increment: 300 } });
  const start = ply(people[0]);
  await playUntil(people, () => ply(people[0]) > start);
  const minutes = async (one: Friend) => (await times(one)).map((time) => Number.parseInt(time, 10));
  for (const one of people) await expect.poll(async () => Math.max(...(await minutes(one)))).toBeGreaterThanOrEqual(12); // of ten at the start
  const waitedFor = people.find((one) => one.shown.at(-1)?.choices.length) ?? people[0];
  const other = people.find((one) => one !== waitedFor) ?? people[1];
  await waitedFor.drop();
  await other.page.getByText(/not connected: we wait, 0:\d\d of grace/).waitFor();
  await waitedFor.comeBack();
  await other.page.getByText('not connected').waitFor({ state: 'detached' });
  expectNoErrors(...people);
});

test('by correspondence the time is shown in days', async () => {
  const people = await gather(house, 'kickards', { clock: { kind: 'days', seconds: 172_800 } });
  await expect.poll(async () => (await times(people[0])).length).toBeGreaterThan(0);
  for (const time of await times(people[0])) expect(time).toMatch(/^(2 d 0 h|1 d 23 h)$/);
  await people[0].page.getByRole('button', { name: 'Share' }).click();
  await people[0].page.getByText('Clock: 2 days a move. Whoever lets the time run out loses.').waitFor();
  expectNoErrors(...people);
});
