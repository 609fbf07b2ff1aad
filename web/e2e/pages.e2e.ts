/** Every page: nothing for axe to find, no error logged, and in three languages nothing left in English. */
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, GAMES, House, PHONE, PYTHON, ROOT } from './house';

const house = new House();
let finished = '';
beforeAll(async () => {
  await house.open();
  finished = await house.finished();
});
afterAll(() => house.close());

/** Every page, and what stands on it when it is complete. */
const PAGES = [
  ['#/', '.sheet .go .ticket'],
  ['#/rules/kickards', '.chapters .mini'],
  ['#/gallery', '.mini'],
  ['#/learn/kick_on', 'main .ticket'],
  ['#/puzzles/kick_on', 'main li a'],
  ['#/today', 'main .ticket'],
  ['#/decks', 'main h1'],
  ['#/match/none', 'main:not(.ground) h1'],
  ['#/replay/none', 'main:not(.ground) h1'],
  ['#/join/none/none', 'main:not(.ground) h1'],
  ['#/verify', 'main h1'],
  ['#/verify/none', 'main h1'],
] as const;
/** Those that are looked at in every theme. */
const THEMED = PAGES.filter(([hash]) => ['#/', '#/learn/kick_on', '#/puzzles/kick_on', '#/today'].includes(hash));

const VISITS = [
  ['programme', 'desktop', DESKTOP, PAGES],
  ['programme', 'phone', PHONE, PAGES],
  ['night', 'desktop', DESKTOP, THEMED],
  ['day', 'desktop', DESKTOP, THEMED],
] as const;

test.each(VISITS)('axe finds nothing on any page in the theme %s, %s', async (theme, _size, viewport, pages) => {
  const guest = await house.guest({ viewport }, { theme });
  for (const [hash, shown] of [...pages, [`#/replay/${finished}`, '.tablepage'] as const]) {
    await guest.goAnew(hash);
    await guest.page.locator(shown).first().waitFor();
    await guest.page.waitForLoadState('networkidle');
    expect(await guest.page.evaluate(() => document.scrollingElement?.scrollWidth), hash).toBeLessThanOrEqual(viewport.width);
    await guest.axe(hash);
  }
  expect(guest.errors.filter((error) => !error.includes('404'))).toEqual([]);
  await guest.leave();
});

test('axe finds nothing on the match of the day, whichever game it is', async () => {
  const guest = await house.guest();
  for (const game of GAMES) {
    const told = { date: '2026-11-18', game, title: game, team: 'Home', seat: 0, rival: 'Amateur', seed: 'any', seats: [] };
    await guest.page.route('**/api/today?*', (route) => route.fulfill({ json: told }));
    await guest.goAnew('#/today');
    await guest.page.locator('main .ticket').waitFor();
    await guest.axe(game);
  }
  expect(guest.errors).toEqual([]);
});

/** What may be the same in every language: names, and words that are. */
const SAME = /^(matchday|Kickards|Kick On|Super Goal!|Spot Kick|MCS|Piłka w grze!|English|Polski|Español|EN|PL|ES|VAR|Ola|Tomek|Bot|No\.? ?\d*|[A-Z]{2,3}-[A-Z]?\d+|Normal|Format|Amateur|Lobby|Tiki-taka|Rabona|Pressing|Foul|SHA-256|\d+ min)$/i;

async function words(guest: Awaited<ReturnType<House['guest']>>): Promise<string[]> {
  return guest.page.evaluate(() => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest('script, style, code')) found.add((node.nodeValue ?? '').replace(/\s+/g, ' ').trim());
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

interface Entry {
  english: RegExp;
  translated: RegExp;
}

/** A test that finds what the catalogues of a language could say in that language; a word may be the same in both. */
function englishIn(language: string): (text: string) => boolean {
  const pairs = JSON.parse(execFileSync(PYTHON, ['-c', CATALOGUE, language], { cwd: ROOT, encoding: 'utf8' })) as [string, string][];
  const said = new Set(pairs.map(([, translated]) => translated));
  const entries = pairs.flatMap(([english, translated]): Entry[] => (english === translated ? [] : [{ english: pattern(english), translated: pattern(translated) }])).filter(telling);
  return (text) => !said.has(text) && entries.some((entry) => entry.english.test(text) && !entry.translated.test(text));
}
const CATALOGUE = `
import json, sys
from babel.messages.pofile import read_po
from tools.catalogues import domains
pairs = set()
for domain in domains():
    with domain.path(sys.argv[1]).open("rb") as source:
        for message in read_po(source):
            english = message.id if isinstance(message.id, tuple) else (message.id,)
            said = message.string if isinstance(message.string, tuple) else (message.string,)
            if message.id:
                pairs |= {(one.split("|")[0], said[-1]) for one in english}
print(json.dumps(sorted(pairs)))
`;
/** A text with its places open. */
function pattern(text: string): RegExp {
  const parts = text.split(/\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`);
}
/** Of texts with places, those that say something of their own. */
const telling = ({ english }: Entry) => (english.source.match(/\p{L}{3,}/gu) ?? []).length >= (english.source.includes('.+') ? 2 : 1);

/** Sheets of a table, by the button that opens each in every language. */
const SHEETS = ['Settings', 'Say', 'Share', 'Concede'] as const;

test.each(['pl', 'es'] as const)('no table, sheet or dialog says in English what the catalogues can say: %s', async (language) => {
  const isEnglish = englishIn(language);
  const guest = await house.guest({}, { language, forced: false });
  const { page } = guest;
  const seen = new Map<string, string>();
  const look = async (where: string) => {
    for (const text of await words(guest)) if (!seen.has(text)) seen.set(text, where);
  };
  for (const game of GAMES) {
    const labels = (await (await fetch(`${house.address}/api/labels?lang=${language}`)).json()) as Record<string, string>;
    await guest.sit(await house.match(game, { seed: `${game} ${language}`, options: game === 'super_goal' ? { clock_mode: 'nominal' } : {} }));
    for (let step = 0; step < 10; step++) {
      await guest.press(1);
      await page.locator('.prompt:not(.wait)').waitFor();
      await look(`${game}, decision ${step}`);
    }
    for (const tab of await page.locator('.rtabs [role=tab]').all()) {
      await tab.click();
      await look(`${game}, report`);
    }
    for (const sheet of SHEETS) {
      await page.getByRole('button', { name: labels[sheet] ?? sheet, exact: true }).first().click();
      await page.locator('dialog').waitFor();
      await look(`${game}, ${sheet}`);
      if (sheet === 'Concede') await page.locator('dialog .ticket').click();
      else await page.keyboard.press('Escape');
      if (sheet !== 'Concede') await page.locator('dialog').waitFor({ state: 'detached' });
    }
    await page.locator('dialog .sc').waitFor();
    await look(`${game}, full time`);
  }
  for (const hash of ['#/decks', '#/gallery', '#/verify', '#/join/none/none']) {
    await guest.go(hash);
    await page.locator('main h1').waitFor();
    await page.waitForLoadState('networkidle');
    await look(hash);
  }
  await guest.go();
  for (const cover of await page.locator('.cover').all()) {
    await cover.click();
    const more = page.locator('.btn.rules');
    if ((await more.getAttribute('aria-expanded')) === 'false') await more.click();
    for (const against of await page.locator('.sheet [role=radiogroup]').first().getByRole('radio').all()) {
      await against.click();
      await look('lobby');
    }
  }
  await page.locator('nav button.link').click();
  await page.locator('dialog').waitFor();
  await look('lobby, settings');
  expect(seen.size).toBeGreaterThan(500);
  expect([...seen].filter(([text]) => isEnglish(text))).toEqual([]);
  expect(guest.errors.filter((error) => !error.includes('404'))).toEqual([]); // an invitation to nowhere
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

test('the lobby is left behind by its first keys, and the bar of the browser has the colour of what is below it', async () => {
  const guest = await house.guest();
  const { page } = guest;
  for (const [n, id] of ['form', 'fixtures'].entries()) {
    await guest.go();
    await page.reload(); // whoever comes anew begins at the top
    await page.locator('.sheet .go .ticket').waitFor();
    for (let step = 0; step <= n; step++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(id);
  }
  const bar = () => page.locator('meta[name=theme-color]').getAttribute('content');
  const colour = (selector: string, name: string) => page.locator(selector).first().evaluate((node, wanted) => getComputedStyle(node).getPropertyValue(wanted).trim(), name);
  const paper = await bar();
  expect(paper).toBe(await colour('body', '--paper'));
  await guest.sit(await house.match('kickards'));
  await expect.poll(bar).toBe(await colour('.tablepage', '--slat'));
  expect(await bar()).not.toBe(paper);
  await page.locator('.sb a.icon-btn').click();
  await page.locator('.sheet .go .ticket').waitFor();
  await expect.poll(bar).toBe(paper);
  expect(guest.errors).toEqual([]);
});

test.each([1181, 1280, 1421, 1440])('the levels of the bots fit their boxes in a window of %d', async (width) => {
  for (const language of ['en', 'pl', 'es']) {
    const guest = await house.guest({ viewport: { width, height: 720 } }, { language });
    await guest.go();
    await guest.page.locator('.opts.lv .opt').first().waitFor();
    const wide = await guest.page.locator('.opts.lv .opt').evaluateAll((boxes) => boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.textContent));
    expect(wide, language).toEqual([]);
    await guest.leave();
  }
});
