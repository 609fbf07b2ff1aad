/** Nothing leaks into the page: under two hidden worlds that look alike to a seat its whole DOM is the same. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { House, PYTHON, ROOT } from './house';

interface Offered {
  address: string;
  matches: { game: string; id: string; seat: number; token: string }[];
}

const house = new House();
let server: ChildProcess;
let lines: Interface;
let offered: Offered;
/** The next line that the server prints; it stops only when something is wrong. */
const nextLine = async () => String((await Promise.race([once(lines, 'line'), stopped]))[0]);
let stopped: Promise<never>;

beforeAll(async () => {
  await house.open();
  server = spawn(PYTHON, [join(ROOT, 'web/e2e/worlds.py')], { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, PYTHONPATH: [ROOT, process.env.PYTHONPATH].filter(Boolean).join(':') } });
  if (!server.stdout) throw new Error('no output');
  lines = createInterface({ input: server.stdout });
  stopped = once(server, 'exit').then(() => Promise.reject(new Error('the server of two worlds has stopped')));
  stopped.catch(() => undefined);
  for (let line = await nextLine(); ; line = await nextLine()) {
    if (!line.startsWith('{')) continue;
    offered = JSON.parse(line) as Offered;
    break;
  }
}, 240_000);
afterAll(async () => {
  server.stdin?.end();
  server.kill('SIGKILL');
  await house.close();
});

test('the page of a seat is the same in both worlds, in every game', async () => {
  const guest = await house.guest({}, { forced: false });
  const { page } = guest;
  for (const [number, { game, id, seat, token }] of offered.matches.entries()) {
    const seen: string[] = [];
    for (const world of ['one', 'two']) {
      const laid = nextLine();
      server.stdin?.write(`${number} ${world}\n`);
      await laid;
      await page.goto(`${offered.address}/#/`);
      await page.evaluate((held) => localStorage.setItem('matchday.seats', JSON.stringify([held])), { id, game, seats: [{ seat, token }], hotSeat: false, solo: false });
      await page.goto(`${offered.address}/#/match/${id}`);
      await page.reload();
      await page.locator('.prompt').waitFor();
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(300);
      seen.push(await page.evaluate(() => document.body.outerHTML));
    }
    expect(seen[0]?.length, game).toBeGreaterThan(5000);
    expect(seen[1], game).toBe(seen[0]);
  }
  expect(offered.matches.map((match) => match.game)).toEqual(['kickards', 'pilka_w_grze', 'kick_on', 'mcs']); // Super Goal! has no secrets
  expect(guest.errors).toEqual([]);
});
