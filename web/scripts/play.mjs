/** Play matches to the end in a real browser against a running server, by pressing what is lit and nothing else.
 *  node scripts/play.mjs [address] [game …]
 */
import { chromium } from 'playwright-core';
import { findBrowser, FLAGS } from './browser.mjs';

const [address = 'http://127.0.0.1:8000', ...wanted] = process.argv.slice(2);
const LONGEST = Number(process.env.LONGEST ?? 240) * 1000;

const browser = await chromium.launch({ executablePath: findBrowser(), headless: true, args: FLAGS });
const games = wanted.length ? wanted : (await (await fetch(`${address}/api/games`)).json()).map((game) => game.name);
let problems = 0;

for (const game of games) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', locale: 'en-GB' });
  const page = await context.newPage();
  const say = (text) => {
    problems += 1;
    console.error(`${game}: ${text}`);
  };
  page.on('console', (message) => message.type() === 'error' && say(message.text()));
  page.on('pageerror', (error) => say(error.message));
  await page.addInitScript(() => localStorage.setItem('matchday.settings', JSON.stringify({ sound: false, speed: 'none' })));
  await page.goto(address);
  await page.locator(`.cover[data-game=${game}]`).click();
  await page.locator('.sheet .go .ticket').click();
  await page.locator('.prompt').waitFor();
  const start = Date.now();
  let presses = 0;
  while (Date.now() - start < LONGEST && !(await page.locator('dialog .sc').count())) {
    presses += (await page.evaluate(press)) ? 1 : 0;
    await page.waitForTimeout(15);
  }
  const ended = (await page.locator('dialog .sc').count()) > 0;
  if (!ended) say(`not over after ${presses} presses: ${await page.locator('.prompt').innerText()}`);
  console.log(`${game}: ${ended ? 'over' : 'stuck'} after ${presses} presses, ${Math.round((Date.now() - start) / 1000)} s`);
  await context.close();
}
await browser.close();
process.exitCode = problems ? 1 : 0;

/** In the page: press the ticket if a card is picked, else one of the lit things by lot. */
function press() {
  const prompt = document.querySelector('.prompt');
  if (!prompt || prompt.classList.contains('wait')) return false;
  const ticket = prompt.querySelector('.ticket');
  const lit = [...document.querySelectorAll('[data-lit], .prompt .acts .btn:not(.back)')];
  const all = ticket && (document.querySelector('[aria-pressed=true][data-lit]') || Math.random() < 0.5 || !lit.length) ? [ticket] : lit;
  const one = all[Math.floor(Math.random() * all.length)];
  one?.click();
  return Boolean(one);
}
