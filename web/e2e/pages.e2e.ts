/** Every page: nothing for axe to find, no error logged, and in three languages nothing left in English. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, House, PHONE } from './house';

const house = new House();
let finished = '';
beforeAll(async () => {
  await house.open();
  finished = await house.finished();
});
afterAll(() => house.close());

const PAGES = ['#/', '#/rules/kickards', '#/gallery', '#/decks', '#/match/none', '#/replay/none', '#/join/none/none', '#/verify', '#/verify/none'];

test.each([['desktop', DESKTOP], ['phone', PHONE]] as const)('axe finds nothing on any page, %s', async (size, viewport) => {
  const others = ['#/', `#/replay/${finished}`];
  for (const [theme, pages] of [['programme', [...PAGES, `#/replay/${finished}`]], ['night', others], ['day', others]] as const) {
    const guest = await house.guest({ viewport }, { theme });
    for (const hash of pages) {
      await guest.go(hash);
      await guest.page.locator('main').first().waitFor();
      await guest.page.waitForLoadState('networkidle');
      expect(await guest.page.evaluate(() => document.scrollingElement?.scrollWidth), hash).toBeLessThanOrEqual(viewport.width);
      await guest.axe();
    }
    expect(guest.errors.filter((error) => !error.includes('404'))).toEqual([]);
    await guest.leave();
    if (size === 'phone') break;
  }
});

/** What may be the same in every language: names, and words that are. */
const SAME = /^(matchday|Kickards|Kick On|Super Goal!|MCS|Piłka w grze!|English|Polski|Español|EN|PL|ES|VAR|Ola|Tomek|Bot|No\.? ?\d*|[A-Z]{2,3}-[A-Z]?\d+|Normal|Format|Amateur|Lobby|Tiki-taka|Rabona|Pressing|Foul|SHA-256|\d+ min)$/i;

async function words(guest: Awaited<ReturnType<House['guest']>>): Promise<string[]> {
  return guest.page.evaluate(() => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest('script, style')) found.add((node.nodeValue ?? '').replace(/\s+/g, ' ').trim());
    }
    for (const node of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
      for (const name of ['aria-label', 'title', 'placeholder']) found.add(node.getAttribute(name) ?? '');
    }
    return [...found].filter((text) => /\p{L}{3}/u.test(text));
  });
}

/** Names of people and places are the same everywhere. */
const names = new Set<string>();
beforeAll(async () => {
  const pieces = (await (await fetch(`${house.address}/api/games/kick_on/faces`)).json()) as { name: string; kind: string; facts: Record<string, string> }[];
  for (const { name, kind, facts } of pieces) if (kind === 'player') for (const text of [name, facts.nation, facts.shirt, `${name}: read`]) names.add(text ?? '');
});

test.each(['pl', 'es'] as const)('nothing is left in English: %s', async (language) => {
  const match = await house.match('pilka_w_grze', { seed: 'three languages' });
  const [english, other] = await Promise.all([house.guest({}, { language: 'en' }), house.guest({}, { language })]);
  for (const hash of ['#/', '#/decks', '#/match/none', '#/verify', `#/match/${match.created.id}`, `#/replay/${finished}`]) {
    const seen: string[][] = [];
    for (const guest of [english, other]) {
      if (hash.includes(match.created.id)) await guest.sit(match);
      else await guest.go(hash);
      await guest.page.locator('main:not(.ground) h1, .tablepage').first().waitFor();
      await guest.page.waitForLoadState('networkidle');
      await guest.page.waitForTimeout(300);
      if (hash === '#/') await guest.page.locator('nav button.link').click();
      seen.push(await words(guest));
    }
    const [told = [], translated = []] = seen;
    expect(translated.length).toBeGreaterThan(2);
    expect(translated.filter((text) => told.includes(text) && !SAME.test(text) && !names.has(text)), hash).toEqual([]);
  }
  expect(await other.page.evaluate(() => document.documentElement.lang)).toBe(language);
});

test('the language comes from the browser, and is switched by one press', async () => {
  const guest = await house.guest({ locale: 'es-ES' }, {});
  await guest.go();
  await guest.page.getByRole('button', { name: 'ES', exact: true }).waitFor();
  expect(await guest.page.evaluate(() => document.documentElement.lang)).toBe('es');
  await guest.page.getByRole('button', { name: 'PL', exact: true }).click();
  await guest.page.waitForFunction(() => document.documentElement.lang === 'pl');
  expect(guest.errors).toEqual([]);
});
