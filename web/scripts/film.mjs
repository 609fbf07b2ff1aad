/** Film strips of the stage: one picture for every beat of the decisive moments of recorded matches, into build/film.
 *  node scripts/film.mjs [part of a name …]. Time is stopped for each picture, so that nothing depends on the machine. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findBrowser, FLAGS } from './browser.mjs';

const here = fileURLToPath(new URL('..', import.meta.url));
const out = process.env.OUT ?? join(here, 'build/film');
const port = Number(process.env.PORT ?? 8124);
const only = process.argv.slice(2);
const STEP = 40;
const MOST = 700;

/** A name, the game, whose eyes, the event that ends it, and how many moves before it the tape begins. */
const FILMS = [
  ['kickards-goal', 'kickards', 'goal', (event) => event.args.seat === 0, 3],
  ['kickards-conceded', 'kickards', 'goal', (event) => event.args.seat === 1, 3],
  ['kickards-miss', 'kickards', 'miss', (event) => event.args.seat === 0, 2],
  ['pilka-goal', 'pilka_w_grze', 'goal', (event) => event.args.seat === 0, 3],
  ['pilka-conceded', 'pilka_w_grze', 'goal', (event) => event.args.seat === 1, 3],
  ['pilka-saved', 'pilka_w_grze', 'saved', (event) => event.args.seat === 1, 2],
  ['super-goal-goal', 'super_goal', 'goal', (event) => event.args.seat === 0, 4],
  ['super-goal-conceded', 'super_goal', 'goal', (event) => event.args.seat === 1, 4],
  ['super-goal-saved', 'super_goal', 'keeper_rolled', (event) => event.args.face === 0, 4],
  ['kick-on-goal', 'kick_on', 'goal', (event) => event.args.seat === 0, 4],
  ['kick-on-conceded', 'kick_on', 'goal', (event) => event.args.seat === 1, 4],
  ['kick-on-held', 'kick_on', 'no_goal', () => true, 4],
  ['mcs-attack', 'mcs', 'attack_won', () => true, 2],
  ['mcs-held', 'mcs', 'attack_lost', () => true, 2],
  ['mcs-trouble', 'mcs', 'trouble', () => true, 1],
  ['mcs-heat', 'mcs', 'heat_result', () => true, 2],
];

const server = spawn(process.execPath, [join(here, 'scripts/fake.mjs')], { env: { ...process.env, PORT: String(port) }, stdio: ['ignore', 'pipe', 'inherit'] });
await new Promise((ready) => server.stdout.once('data', ready));
mkdirSync(out, { recursive: true });
const browser = await chromium.launch({ executablePath: findBrowser(), headless: true, args: FLAGS });
try {
  for (const [size, viewport] of [['desktop', { width: 1440, height: 900 }], ['phone', { width: 390, height: 844 }]]) {
    for (const [name, game, kind, test, before] of FILMS) {
      if (only.length && !only.some((word) => `${name}-${size}`.includes(word))) continue;
      const { views } = JSON.parse(readFileSync(join(here, `fixtures/${game}.json`), 'utf8'));
      const ply = views.findIndex(({ seat }) => seat.events.some((event) => event.kind === kind && test(event)));
      if (ply < 0) console.log(`${name}: not in the tape`);
      else await film(`${name}-${size}`, game, Math.max(0, ply - before), ply, viewport);
    }
  }
} finally {
  await browser.close();
  server.kill();
}

async function film(name, game, from, to, viewport) {
  const context = await browser.newContext({ viewport, locale: 'en-GB' });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.log(`${name}: ${error.message}`));
  const id = `${game}@${from}!`;
  await page.clock.install();
  await page.addInitScript(([held]) => {
    localStorage.setItem('matchday.seats', JSON.stringify([held]));
    localStorage.setItem('matchday.settings', JSON.stringify({ forced: false, sound: false, speed: 'normal' }));
  }, [{ id, game, seats: [{ seat: 0, token: 'token0' }], hotSeat: false, solo: false }]);
  await page.goto(`http://127.0.0.1:${port}/#/match/${id}`);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.waitForTimeout(700);
  const seen = [];
  let last = '';
  for (let n = 0; n < MOST; n++) {
    const beat = await page.evaluate(() => document.querySelector('[data-banner]')?.dataset.banner ?? document.querySelector('[data-scene]')?.dataset.beat ?? '');
    if (beat && beat !== last) {
      await page.waitForTimeout(350); // what is drawn by the style sheets comes to rest
      await page.clock.runFor(STEP);
      await page.screenshot({ path: join(out, `${name}-${String(seen.length).padStart(2, '0')}-${beat.replaceAll(' ', '_')}.png`) });
      seen.push(beat);
    }
    last = beat;
    const lit = await page.evaluate(() => document.querySelector('.prompt:not(.wait)') !== null);
    if (lit && seen.some((one) => one === 'verdict' || one === 'feast' || one === 'hurt')) break;
    if (lit) await page.evaluate(() => (document.querySelector('.prompt .ticket') ?? document.querySelector('.prompt .acts .btn') ?? document.querySelector('[data-lit]'))?.click());
    await page.clock.runFor(STEP);
  }
  console.log(`${name} (plies ${from} to ${to}): ${seen.join(', ')}`);
  await context.close();
}
