/** The lobby and every table at nine sizes, from recorded matches in the language with the longest words: nothing to act
 *  with outside the window, no piece outside its ground, no text cut. SCREENS=<folder> keeps the pictures. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { View } from '../src/lib/wire';
import { fixture, hold, KINDS, Screens, sized, sizes, SIZES, wanted } from './sizes';

/** Where the lobby once fell to a word a line. */
const BETWEEN = ['1100x700', '1200x800', '1366x768'];
const NOTCH = 44;

interface Scene {
  game: string;
  seat: number;
  view: View;
  pl?: View;
  es?: View;
}
const scenes = fixture<Record<string, Scene>>('scenes');
const words = (view: View | undefined) => JSON.stringify(view?.choices ?? '').length + 3 * (view?.prompt.length ?? 0);
const pictured = Object.entries(scenes).filter(([key, { es }]) => es && wanted(key));
const longest = ({ pl, es }: Scene) => (words(pl) > words(es) ? 'pl' : 'es');

const screens = new Screens();
beforeAll(() => screens.begin());
afterAll(() => screens.end());
const open = (language: string, hash: string, held: Record<string, unknown>[] = []): Promise<Page> => screens.open(language, hash, held);

describe.each(pictured)('%s', (key, scene) => {
  test('fits every screen', async () => {
    const page = await open(longest(scene), `#/match/${key}`, [hold(key, scene)]);
    await page.locator('.prompt').waitFor();
    await page.waitForLoadState('networkidle');
    for (const size of sizes) {
      expect.soft(await sized(page, size, key), `${key} at ${size}`).toEqual([]);
    }
    await page.context().close();
  });
});

describe.runIf(wanted('lobby'))('the lobby', () => {
  test.each(['pl', 'es'])('fits every screen in %s', async (language) => {
    const page = await open(language, '#/', ['pilka_w_grze@60', 'mcs', 'kick_on', 'kickards'].map((id) => hold(id, { game: id, seat: 0 })));
    await page.locator('.cover').first().waitFor();
    await page.waitForLoadState('networkidle');
    for (const size of [...sizes, ...(sizes.length === SIZES.length ? BETWEEN : [])]) {
      await page.evaluate(() => scrollTo(0, 0));
      expect.soft(await sized(page, size, `lobby-${language}`), `lobby in ${language} at ${size}`).toEqual([]);
      const covers = await page.locator('.cover').evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().width));
      expect.soft(Math.min(...covers), `the narrowest cover at ${size}`).toBeGreaterThan(110);
      const kickOff = await page.locator('.go .ticket').evaluate((node) => node.getBoundingClientRect().bottom / innerHeight);
      expect.soft(kickOff, `Kick off in the first screen at ${size}`).toBeLessThanOrEqual(1);
      const lines = await page.locator('.lead').evaluate((node) => node.getBoundingClientRect().height / parseFloat(getComputedStyle(node).lineHeight));
      expect.soft(lines, `lines of the lead at ${size}`).toBeLessThan(5.5);
    }
    await page.context().close();
  });
});

describe.runIf(wanted('sheets'))('sheets and pages', () => {
  test.each(['pilka_w_grze', 'kickards', 'kick_on', 'super_goal', 'mcs'])('the full-time sheet of %s is whole on every kind of screen', async (game) => {
    const { views } = fixture<{ views: unknown[] }>(game);
    const id = `${game}@${views.length - 1}`;
    const page = await open('es', `#/match/${id}`, [hold(id, { game, seat: 0 })]);
    await page.locator('.ft table').waitFor();
    await page.locator('.ft .chart').waitFor();
    for (const size of KINDS) expect.soft(await sized(page, size, `full-time-${game}`, '.ft'), `${id} at ${size}`).toEqual([]);
    await page.context().close();
  });

  test('the rules tell the game in order, with its pieces, on every kind of screen', async () => {
    const page = await open('pl', '#/rules/mcs');
    await page.locator('.chapters .mini').first().waitFor();
    for (const size of KINDS) expect.soft(await sized(page, size, 'rules', '.book'), `rules at ${size}`).toEqual([]);
    await page.context().close();
  });

  test('nothing to read or press lies under a notch', async () => {
    const key = 'mcs.beat';
    const page = await open('en', '#/', [hold(key, scenes[key] as Scene)]);
    await page.setViewportSize({ width: 844, height: 390 });
    await (await page.context().newCDPSession(page)).send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 0, left: NOTCH, right: NOTCH, bottom: 21 } });
    for (const [hash, shown] of [['#/', '.cover'], ['#/rules/mcs', '.chapters .mini'], ['#/gallery', '.mini'], [`#/match/${key}`, '.prompt']] as const) {
      await page.evaluate((next) => (location.hash = next), hash);
      await page.locator(shown).first().waitFor();
      expect.soft(await page.evaluate(notched, NOTCH), hash).toEqual([]);
    }
    await page.context().close();
  });
});

/** In the page: what stands in the strips of a lying phone that its notch may cover; rows that slide may run into them. */
function notched(notch: number): string[] {
  return [...document.querySelectorAll('button, a[href], input, h1, h2, p')]
    .filter((node) => node.checkVisibility() && !node.closest('.covers, .skip, .sr'))
    .filter((node) => {
      const box = node.getBoundingClientRect();
      return box.width > 1 && box.bottom > 0 && box.top < innerHeight && (box.left < notch - 1 || box.right > innerWidth - notch + 1);
    })
    .map((node) => `${node.tagName} ${node.className} “${(node.textContent ?? '').slice(0, 30)}”`);
}

describe.runIf(wanted('order'))('styles', () => {
  test('of other pages change no picture of a table, whatever was opened before', async () => {
    const tables = ['kick_on.attackers', 'super_goal.act', 'kickards.buy', 'mcs.beat', 'pilka_w_grze.attack'].map((key) => [key, scenes[key] as Scene] as const);
    const held = tables.map(([key, scene]) => hold(key, scene));
    const before = await open('en', '#/decks', held);
    for (const hash of ['#/decks', '#/gallery', '#/rules/mcs', '#/', ...tables.map(([key]) => `#/match/${key}`)]) {
      await before.evaluate((next) => (location.hash = next), hash);
      await before.waitForLoadState('networkidle');
      await before.locator('main').first().waitFor();
    }
    for (const [key] of tables) {
      const alone = await open('en', `#/match/${key}`, held);
      await before.evaluate((next) => (location.hash = next), `#/match/${key}`);
      for (const page of [before, alone]) await page.locator(`.tablepage.${key.split('.')[0] ?? ''} .prompt`).waitFor();
      const boxes = await Promise.all([before, alone].map((page) => page.evaluate(laid)));
      expect(boxes[0], key).toEqual(boxes[1]);
      await alone.context().close();
    }
    await before.context().close();
  });
});

/** In the page: every element of the table, where it lies and in which colours. */
async function laid(): Promise<string[]> {
  await document.fonts.ready;
  for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
  return [...document.querySelectorAll('.tablepage *')].map((node) => {
    const [box, css] = [node.getBoundingClientRect(), getComputedStyle(node)];
    return [node.tagName, node.getAttribute('class'), ...[box.x, box.y, box.width, box.height].map(Math.round), css.color, css.backgroundColor, css.borderTopWidth, css.fontSize].join(' ');
  });
}
