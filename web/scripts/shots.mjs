/** Pictures of every page at 1440 x 900 and 390 x 844, from recorded matches, into build/shots; axe looks at each.
 *  node scripts/shots.mjs [--readme] [part of a name …]: with --readme the few small ones of docs/shots are made anew. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { chromium } from 'playwright-core';
import { findBrowser, FLAGS } from './browser.mjs';

const here = fileURLToPath(new URL('..', import.meta.url));
const out = join(here, 'build/shots');
const port = Number(process.env.PORT ?? 8123);
const only = process.argv.slice(2).filter((word) => word !== '--readme');
/** The pictures of the README, and how wide they are there. */
const README = process.argv.includes('--readme') ? { 'lobby-desktop': 760, 'pilka_w_grze-desktop': 760, 'kickards-desktop': 760, 'kick_on-desktop': 760, 'super_goal-desktop': 760, 'mcs-desktop': 760, 'kickards-phone': 300 } : {};
const LARGEST = 60_000;

const tape = JSON.parse(readFileSync(join(here, 'fixtures/pilka_w_grze.json'), 'utf8'));
/** The first ply at which seat 0 is asked in a phase, after a while. */
const find = (test, from = 0) => tape.views.findIndex((page, ply) => ply >= from && test(page.seat));
const asked = (phase, from) => find((view) => view.phase === phase && view.choices.length > 1, from);
const used = (view) => view.counters.find((counter) => counter.id === 'actions').value;

const hold = (id, game = 'pilka_w_grze', extra = {}) => ({ id, game, seats: [{ seat: 0, token: 'token0' }], hotSeat: false, solo: false, ...extra });
const goals = (view) => view.seats[0].score + view.seats[1].score;
const limit = (view) => view.counters.find((counter) => counter.id === 'actions').of;
const attack = find((view) => view.phase === 'attack' && view.choices.length > 2 && used(view) === 2 && limit(view) === 3 && goals(view) > 0);
const wide = find((view) => view.phase === 'attack' && view.choices.length > 2 && used(view) === 2 && limit(view) > 3);
const at = (ply) => `pilka_w_grze@${ply}`;

/** The table of another game in mid-match, where it has been recorded. */
function later(game) {
  const path = join(here, `fixtures/${game}.json`);
  if (!existsSync(path)) return [];
  const { views } = JSON.parse(readFileSync(path, 'utf8'));
  /** The fullest hand at a real decision, once play is under way. */
  const full = ({ seat }) => (seat.choices.length > 2 ? seat.zones.filter((zone) => zone.owner === 0 && zone.id.startsWith('hand')).reduce((sum, zone) => sum + zone.pieces.length, 1) : 0);
  const some = views.map((page, ply) => [full(page), ply]).slice(Math.floor(views.length / 4));
  const [held, ply] = some.reduce((best, one) => (one[0] > best[0] ? one : best), [0, -1]);
  return !held ? [] : [{ name: game, hash: `#/match/${game}@${ply}` }];
}

/** Decisions of one recorded match, each by the test that finds it: name, test of a view, and what else the page needs. */
function scenes(game, wanted) {
  const path = join(here, `fixtures/${game}.json`);
  if (!existsSync(path)) return [];
  const { views } = JSON.parse(readFileSync(path, 'utf8'));
  return wanted.flatMap(([name, test, more = {}]) => {
    const ply = views.findIndex((page, n) => test(page.seat, n / views.length));
    return ply < 0 ? [] : [{ name: `${game}-${name}`, hash: `#/match/${game}@${ply}`, ...more }];
  });
}
const asks = (phase, least = 2) => (view, late) => late > 0.1 && view.phase === phase && view.choices.length >= least;
const chosen = (view) => view.zones.flatMap((zone) => zone.pieces).filter((piece) => piece.marks.includes('chosen')).length;
const pick = (selector) => (page) => page.locator(selector).first().click();

const kickards = scenes('kickards', [
  ['coach', (view) => view.phase === 'coach_pick'],
  ['attack', (view) => view.phase === 'attack' && chosen(view) > 1],
  ['colours', asks('stars'), { act: pick('[data-piece^="colour"]') }],
  ['event', asks('exchange')],
  ['var', asks('var_before')],
  ['buy', asks('buy', 4), { act: pick('.bon[data-lit] >> nth=1') }],
  ['buy-day', asks('buy', 4), { settings: { theme: 'day' } }],
  ['position', asks('position')],
  ['used', asks('buy', 4), { act: (page) => page.getByRole('button', { name: /Used pile/ }).last().click({ timeout: 2000 }).catch(() => undefined) }],
  ['fulltime', (view) => view.over],
]);
const kickOn = scenes('kick_on', [
  ['talk', asks('talk')],
  ['attack', (view) => view.phase === 'attackers' && chosen(view) > 3],
  ['attack-day', (view) => view.phase === 'attackers' && chosen(view) > 3, { settings: { theme: 'day' } }],
  ['defence', asks('defenders', 3)],
  ['dice', (view) => view.phase === 'roll_window' && view.choices.length > 1],
  ['fouler', asks('fouler')],
  ['showers', asks('talk'), { act: (page) => page.getByRole('button', { name: /^Showers/ }).last().click() }],
  ['fulltime', (view) => view.over],
]);
const plays = (notation) => (view) => view.choices.some((choice) => choice.notation === notation);
const superGoal = scenes('super_goal', [
  ['shoot', plays('shot'), { act: pick('[data-piece="die.pass"]') }],
  ['polish', asks('act', 3), { settings: { language: 'pl' }, act: pick('.dbtn.play') }],
  ['declare', plays('roll:pass:x2'), { act: pick('[data-piece="die.cross"]') }],
  ['side', asks('side')],
  ['interrupt', asks('interrupt')],
  ['tackle', asks('defend')],
  ['fulltime', (view) => view.over],
]);
const mcs = scenes('mcs', [
  ['beat', asks('beat', 3), { act: pick('.hand .card.play') }],
  ['polish', asks('beat'), { settings: { language: 'pl' } }],
  ['pick', asks('pick', 4), { act: pick('.hand .card.play') }],
  ['attack', asks('attack', 3), { act: pick('.hand .card.play') }],
  ['defend', asks('defend')],
  ['target', asks('target')],
  ['exchange', asks('exchange')],
  ['fulltime', (view) => view.over],
]);

/** Every question that is ever asked, and every moment with a banner, as they were found over many matches. */
const found = Object.entries(JSON.parse(readFileSync(join(here, 'fixtures/scenes.json'), 'utf8'))).map(([key, { game, view }]) => ({
  name: `scene-${key}`,
  hash: `#/match/${key}`,
  held: { game, seats: [{ seat: view.seat, token: 'token0' }] },
  wait: key.includes('moment') ? 700 : 0,
}));

const pages = [
  { name: 'lobby', hash: '#/', full: true },
  { name: 'lobby-night', hash: '#/', full: true, settings: { theme: 'night' } },
  { name: 'pilka_w_grze', hash: `#/match/${at(attack)}`, act: (page) => page.locator('.hand .card.play').first().click() },
  { name: 'pilka_w_grze-polish', hash: `#/match/${at(attack)}`, settings: { language: 'pl' } },
  { name: 'pilka_w_grze-day', hash: `#/match/${at(attack)}`, settings: { theme: 'day' } },
  { name: 'pilka_w_grze-wide', hash: `#/match/${at(wide)}` },
  { name: 'pilka_w_grze-reply', hash: `#/match/${at(asked('reply'))}` },
  { name: 'pilka_w_grze-shot', hash: `#/match/${at(asked('shot_attack') + 1)}` },
  { name: 'pilka_w_grze-save', hash: `#/match/${at(asked('shot_defence'))}` },
  { name: 'pilka_w_grze-formation', hash: `#/match/${at(0)}` },
  { name: 'pilka_w_grze-rules', hash: `#/match/${at(attack)}`, act: (page) => page.getByRole('button', { name: /^(Rules|Settings)$/ }).first().click() },
  { name: 'pilka_w_grze-hint', hash: `#/match/${at(attack)}`, act: (page) => page.keyboard.press('h') },
  { name: 'fulltime', hash: `#/match/${at(tape.views.length - 1)}` },
  { name: 'shutter', hash: `#/match/${at(attack)}`, held: { seats: [{ seat: 0, token: 'token0' }, { seat: 1, token: 'token1' }], hotSeat: true } },
  { name: 'replay', hash: '#/replay/pilka_w_grze', act: async (page) => { await page.locator('input[type=range]').fill(String(attack)); } },
  { name: 'settings', hash: '#/', act: (page) => page.getByRole('button', { name: 'Settings' }).first().click() },
  { name: 'rulebook', hash: '#/rules/pilka_w_grze' },
  { name: 'gallery', hash: '#/gallery', full: true },
  { name: 'decks', hash: '#/decks' },
  { name: 'lobby-house', hash: '#/', full: true, act: (page) => page.getByRole('button', { name: 'House rules' }).click() },
  { name: 'talk', hash: `#/match/${at(attack)}`, wide: true, act: (page) => page.getByRole('button', { name: 'Say', exact: true }).click() },
  { name: 'concede', hash: `#/match/${at(attack)}`, wide: true, act: (page) => page.getByRole('button', { name: 'Concede' }).click() },
  { name: 'chance', hash: `#/match/${at(attack)}`, settings: { chance: true } },
  { name: 'join', hash: '#/join/gathering/Xw3pQ7', held: { id: 'elsewhere' } },
  { name: 'join-mine', hash: '#/join/gathering/Xw3pQ7/mine', held: { id: 'elsewhere' } },
  { name: 'join-taken', hash: '#/join/gathering/Xw3pQ7' },
  { name: 'gathering', hash: '#/match/gathering', held: { invites: { 1: 'Xw3pQ7' } } },
  { name: 'gathering-night', hash: '#/match/gathering', held: { invites: { 1: 'Xw3pQ7' } }, settings: { theme: 'night' } },
  { name: 'share', hash: `#/match/${at(attack)}`, wide: true, act: (page) => page.getByRole('button', { name: 'Share' }).first().click() },
  { name: 'verify', hash: '#/verify' },
  { name: 'verify-match', hash: '#/verify/pilka_w_grze' },
  { name: 'closed', hash: '#/match/none', missing: true },
  { name: 'lobby-link', hash: '#/', full: true, act: (page) => page.getByRole('radio', { name: /link/ }).click() },
  { name: 'plain', hash: `#/match/plain@${attack}` },
  ...kickards,
  ...kickOn,
  ...['kickards', 'kick_on', 'super_goal', 'mcs'].flatMap(later),
  ...superGoal,
  ...mcs,
  ...found,
  ...['kickards.buy', 'kick_on.attackers', 'mcs.beat', 'super_goal.act', 'pilka_w_grze.attack'].map((key) => ({ name: `watched-${key}`, hash: `#/match/${key}`, held: { id: 'elsewhere' } })),
  ...['kickards.buy', 'kick_on.attackers', 'mcs.beat', 'super_goal.act', 'pilka_w_grze.attack'].map((key) => ({ ...found.find((one) => one.name === `scene-${key}`), name: `narrow-${key}`, size: { width: 1024, height: 768 } })),
];

const server = spawn(process.execPath, [join(here, 'scripts/fake.mjs')], { env: { ...process.env, PORT: String(port) }, stdio: ['ignore', 'pipe', 'inherit'] });
await new Promise((ready) => server.stdout.once('data', ready));
mkdirSync(out, { recursive: true });
let problems = 0;

const shared = await chromium.launch({ executablePath: findBrowser(), headless: true, args: FLAGS });
try {
  for (const [size, viewport, scale] of [['desktop', { width: 1440, height: 900 }, 1], ['phone', { width: 390, height: 844 }, 2]]) {
    for (const shot of pages) {
      if ((shot.wide || shot.size) && size === 'phone') continue;
      if (only.length && !only.some((word) => `${shot.name}-${size}`.includes(word))) continue;
      const context = await shared.newContext({ viewport: shot.size ?? viewport, deviceScaleFactor: scale, hasTouch: size === 'phone', reducedMotion: 'reduce', locale: 'en-GB' });
      const page = await context.newPage();
      page.on('console', (message) => message.type() === 'error' && !(shot.missing && message.text().includes('404')) && report(shot.name, size, message.text()));
      page.on('pageerror', (error) => report(shot.name, size, error.message));
      const id = shot.hash.split('/')[2] ?? '';
      const seats = [hold(id, 'pilka_w_grze', shot.held), ...['pilka_w_grze@60', 'mcs', 'kick_on', 'kickards'].filter((other) => other !== id).map((other) => hold(other, other))];
      await page.addInitScript(
        ([kept, settings]) => {
          localStorage.setItem('matchday.seats', JSON.stringify(kept));
          localStorage.setItem('matchday.settings', JSON.stringify({ forced: false, sound: false, ...settings }));
        },
        [seats, shot.settings ?? {}],
      );
      await page.goto(`http://127.0.0.1:${port}/${shot.hash}`);
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => document.fonts.ready);
      await page.waitForTimeout(250 + (shot.wait ?? 0));
      if (shot.act) { await shot.act(page); await page.waitForTimeout(450); }
      await page.screenshot({ path: join(out, `${shot.name}-${size}.png`), fullPage: Boolean(shot.full) });
      if (README[`${shot.name}-${size}`]) await small(shared, `${shot.name}-${size}`, README[`${shot.name}-${size}`], viewport);
      const { violations } = await new AxeBuilder({ page }).analyze();
      for (const one of violations) report(shot.name, size, `axe ${one.id}: ${one.nodes.length} × ${one.help} — ${one.nodes[0].target} ${one.nodes[0].failureSummary?.split('\n')[1] ?? ''}`);
      await context.close();
    }
  }
} finally {
  await shared.close();
  server.kill();
}

/** The top of a picture, as a small WebP for the README. */
async function small(browser, name, width, { width: full, height }) {
  const page = await browser.newPage();
  const png = readFileSync(join(out, `${name}.png`)).toString('base64');
  const url = await page.evaluate(
    async ([data, wide, high]) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const canvas = Object.assign(document.createElement('canvas'), { width: 2 * wide, height: 2 * high });
      const scale = image.width / (2 * wide);
      canvas.getContext('2d').drawImage(image, 0, 0, image.width, 2 * high * scale, 0, 0, 2 * wide, 2 * high);
      for (let quality = 0.8; ; quality -= 0.1) {
        const url = canvas.toDataURL('image/webp', quality);
        if (url.length * 0.75 < 59_000 || quality < 0.2) return url;
      }
    },
    [png, width, Math.round((width * height) / full)],
  );
  const bytes = Buffer.from(url.split(',')[1], 'base64');
  mkdirSync(join(here, '../docs/shots'), { recursive: true });
  writeFileSync(join(here, `../docs/shots/${name}.webp`), bytes);
  if (bytes.length > LARGEST) report(name, 'readme', `${bytes.length} bytes are too many`);
  await page.close();
}

function report(name, size, text) {
  problems += 1;
  console.error(`${name} (${size}): ${text}`);
}
console.log(`pictures in ${out.replace(here, '')}; ${problems} problems`);
process.exitCode = problems ? 1 : 0;
