/** Every scene of every game while it is played, beat by beat, in the language with most to read: nothing off the stage or under something
 *  else, no text cut or printed over another. The stage stands still at each beat until it has been looked at: verdicts, with all that has led
 *  to them, and banners at nine sizes, what comes before at three. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { View } from '../src/lib/wire';
import { fixture, hold, KINDS, Screens, sized, sizes, wanted } from './sizes';

interface Reel {
  game: string;
  language: string;
  views: View[];
}
interface Held {
  beat: string;
  go: () => void;
}
const reels = Object.entries(fixture<Record<string, Reel>>('reels')).filter(([key]) => wanted(key));
const games = [...new Set(reels.map(([, { game }]) => game))];
/** What is played over the table, and what is said of it. */
const PARTS = ['.tablepage:not(:has([data-banner])) .scene', '.tablepage [data-banner]', '.tablepage .prompt'];

/** What keeps taps away would be all that lies under a point. */
const LOOKED_AT = '.glass { display: none } .scene *, [data-banner] * { pointer-events: auto }';

const screens = new Screens();
beforeAll(() => screens.begin());
afterAll(() => screens.end());

/** In the page, before it is loaded: stand still at every beat. */
function holdStill() {
  globalThis.stageHeld = (beat) => new Promise((go) => Object.assign(window, { held: { beat, go } }));
}
/** The beat at which it stands; none when all has been played. */
const heldAt = (page: Page) => page.waitForFunction(() => (window as unknown as { held?: Held }).held).then((held) => held.evaluate((one) => one?.beat));
const goOn = (page: Page) =>
  page.evaluate(() => {
    const table = window as unknown as { held?: Held };
    const { held } = table;
    delete table.held;
    held?.go();
  });

/** A table that shows the views of a reel one by one, each when it is told to. */
async function open(key: string, { game, language, views }: Reel): Promise<{ page: Page; next: () => boolean }> {
  const page = await screens.page(language, [hold(key, { game, seat: 0 })], { speed: 'normal' });
  await page.addInitScript(holdStill);
  let shown = 0;
  let show: () => void = () => undefined;
  await page.routeWebSocket(/./, (socket) => {
    show = () => socket.send(JSON.stringify({ type: 'view', view: views[shown] }));
    socket.onMessage((text) => (JSON.parse(String(text)) as { type: string }).type === 'hello' && show());
  });
  await page.goto(`${screens.address}/#/match/${key}`);
  await page.locator('.prompt').waitFor();
  await page.addStyleTag({ content: LOOKED_AT });
  return { page, next: () => (++shown < views.length ? (show(), true) : false) };
}

describe.each(games)('%s', (game) => {
  test('is played on every screen', async () => {
    const seen = new Set<string>();
    for (const [key, reel] of reels.filter(([, one]) => one.game === game)) {
      const { page, next } = await open(key, reel);
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      while (next()) {
        for (let beat = await heldAt(page); beat; beat = await heldAt(page)) {
          const [name, word] = await page.evaluate(() => ['.scene, [data-banner]', '[data-verdict], [data-banner] :is(b, h2)'].map((part) => document.querySelector(part)?.textContent?.trim() ?? ''));
          const what = name && `${beat} ${word}`;
          // what is laid one by one is seen whole in the end
          if (what && !/ (\d|[B-D])$/.test(beat) && !seen.has(what)) {
            seen.add(what);
            for (const size of word ? sizes : sizes.filter((one) => KINDS.includes(one))) expect.soft(await sized(page, size, `${key}-${seen.size}-${beat}`.replaceAll(' ', '_'), ...PARTS), `${key}, ${beat}, at ${size}`).toEqual([]);
          }
          await goOn(page);
        }
        await goOn(page);
      }
      expect(errors).toEqual([]);
      await page.context().close();
    }
    expect(seen.size).toBeGreaterThan(5);
  });
});
