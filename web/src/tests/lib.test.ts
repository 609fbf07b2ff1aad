import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { phrases } from '../lib/api';
import { clockFace } from '../lib/clock';
import { identify, type Identities } from '../lib/identity';
import { markdown } from '../lib/markdown';
import { buttons, drawn, litElements, meant, narrow, press } from '../lib/picks';
import { found } from '../lib/search';
import type { Choice, View } from '../lib/wire';
import { asked, GAMES, tape } from './fixtures';

const choice = (action: number, ...elements: string[]): Choice => ({ action, label: `act ${action}`, notation: '', elements, final: true, facts: {}, detail: '' });

test('a search needs neither accents nor capitals', () => {
  expect(found('pilka swietna', 'Świetna Piłka w grze')).toBe(true);
  expect(found('cesped', 'El césped')).toBe(true);
  expect(found('cesped rojo', 'El césped')).toBe(false);
});

describe('picking', () => {
  const choices = [choice(1, 'hand.0'), choice(2, 'hand.1', 'hand.2'), choice(3, 'man.1', 'place.1'), choice(4, 'man.1', 'place.2'), choice(5)];

  test('one element that means one choice is enough', () => {
    expect(meant(choices, press(choices, [], 'hand.0'))?.action).toBe(1);
  });

  test('any of several copies means the same choice', () => {
    expect(meant(choices, press(choices, ['hand.1'], 'hand.2'))?.action).toBe(2);
    expect(press(choices, ['hand.1'], 'hand.2')).toEqual(['hand.2']);
  });

  test('an element of two choices asks for a second one', () => {
    const first = press(choices, [], 'man.1');
    expect(meant(choices, first)).toBeUndefined();
    expect(narrow(choices, first).map((one) => one.action)).toEqual([3, 4]);
    expect(meant(choices, press(choices, first, 'place.2'))?.action).toBe(4);
  });

  test('what is not lit clears the pick', () => {
    expect(press(choices, ['hand.0'], 'nowhere')).toEqual([]);
  });

  test('choices without a drawn element get a button', () => {
    expect(buttons(choices, (id) => id !== 'hand.0').map((one) => one.action)).toEqual([1, 5]);
    expect(litElements(choices).has('place.1')).toBe(true);
  });
});

test.each(readdirSync('fixtures').filter((name) => /^[a-z_]+\.json$/.test(name) && !/^(lists|scenes|faces|reels)/.test(name)))('every choice of %s can be reached', (name) => {
  for (const { seat: view } of tape(name.replace('.json', '')).views) {
    const elements = drawn(view);
    const plain = new Set(buttons(view.choices, (id) => elements.has(id)).map((one) => one.action));
    const pressed = new Set(
      view.choices.filter((one) => one.elements.some((id) => narrow(view.choices, [id]).includes(one) && elements.has(id))).map((one) => one.action),
    );
    for (const one of view.choices) expect(plain.has(one.action) || pressed.has(one.action), `${view.ply}: ${one.label}`).toBe(true);
  }
});

describe('which piece is which', () => {
  const view = (zones: Record<string, (string | null)[]>) =>
    ({ zones: Object.entries(zones).map(([id, faces]) => ({ id, pieces: faces.map((face, n) => ({ id: `${id}.${n}`, kind: 'card', face })) })) }) as unknown as View;
  const keys = (known: Identities, zone: string) => [...known.values()].filter((one) => one.zone === zone).map((one) => one.key);

  test('a card keeps its key from the hand to the table, and the others theirs', () => {
    const first = identify(new Map(), view({ hand: ['a', 'b', 'b'], turn: [] }));
    const [a, b, other] = keys(first, 'hand');
    const second = identify(first, view({ hand: ['b', 'b'], turn: ['a'] }));
    expect(keys(second, 'hand')).toEqual([b, other]);
    expect(keys(second, 'turn')).toEqual([a]);
    const third = identify(second, view({ hand: ['b'], turn: ['a', 'b'] }));
    expect(keys(third, 'hand')).toEqual([b]);
    expect(keys(third, 'turn')).toEqual([a, other]);
  });

  test('a card that turns over stays itself; hidden ones are not followed across the table', () => {
    const first = identify(new Map(), view({ shot: [null, null] }));
    expect(keys(identify(first, view({ shot: ['a', null] })), 'shot')).toEqual(keys(first, 'shot'));
    expect(keys(identify(first, view({ shot: [], save: [null] })), 'save').some((key) => keys(first, 'shot').includes(key))).toBe(false);
  });
});

test('elements are unique within a view', () => {
  const view = asked(tape('pilka_w_grze'), 'attack');
  const ids = view.zones.flatMap((zone) => zone.pieces.map((piece) => piece.id));
  expect(new Set(ids).size).toBe(ids.length);
});

test.each([[249_000, '4:09'], [3_900_000, '1:05:00'], [183_600_000, '2 d 3 h'], [0, '0:00']])('%s ms on the clock is %s', (ms, face) => {
  expect(clockFace(ms)).toBe(face);
});

test('clauses are escaped before they are set', () => {
  expect(markdown('**A** <b onclick=x>\n\n- one\n- *two*')).toBe('<p><b>A</b> &lt;b onclick=x&gt;</p><ul><li>one</li><li><i>two</i></li></ul>');
});

describe('labels', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.(ts|svelte)$/.test(name) && !/labels\.ts|tests/.test(name));
  const said = files.map((name) => ({ name, text: readFileSync(join('src', name), 'utf8') }));
  const lists = import.meta.glob<{ LABELS: readonly string[] }>(['../lib/labels.ts', '../games/*/labels.ts'], { eager: true });

  test.each(Object.entries(lists))('of %s are listed once and said there', (list, { LABELS }) => {
    const folder = list.includes('/games/') ? list.slice('../'.length, -'labels.ts'.length) : '';
    const text = said.filter(({ name }) => name.startsWith(folder)).map((file) => file.text).join('\n');
    expect(new Set(LABELS).size).toBe(LABELS.length);
    expect(LABELS.filter((label) => !text.includes(`'${label}'`))).toEqual([]);
  });
});

describe('tokens', () => {
  const styles = join(import.meta.dirname, '..');
  const sources = readdirSync(styles, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(css|svelte|ts)$/.test(name) && !name.startsWith('tests'));
  const text = sources.map((name) => readFileSync(join(styles, name), 'utf8')).join('\n');
  const defined = new Set(readFileSync(join(styles, 'styles/tokens.css'), 'utf8').match(/--[\w-]+(?=:)/g));

  test('each is used', () => {
    const used = new Set(text.match(/(?<=var\()--[\w-]+/g));
    const byName = ['--e-slap', '--turf-2']; // put together in code
    expect([...defined].filter((token) => !used.has(token) && !byName.includes(token))).toEqual([]);
  });

  test('none is used that nobody defines', () => {
    const elsewhere = new Set(text.match(/(?<=[\s"'{;:])--[\w-]+(?=['"]?\s*[:=])/g));
    const wanted = new Set(text.match(/(?<=var\()--[\w-]+(?=\))/g));
    expect([...wanted].filter((token) => !defined.has(token) && !elsewhere.has(token))).toEqual([]);
  });
});

test.each([
  ['#/match/abc', { page: 'match', parts: ['abc'] }],
  ['#/match/%E0%A4%A', { page: '', parts: [] }],
])('an address that nobody can read leads to the lobby: %s', async (hash, found) => {
  location.hash = hash;
  vi.resetModules();
  const { route } = await import('../lib/route.svelte');
  expect({ ...route }).toEqual(found);
  location.hash = '';
});

test.each([
  ['no line', () => Promise.reject(new Error('offline')), 0],
  ['a proxy’s page', () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })), 502],
  ['a page where data should be', () => Promise.resolve(new Response('<html>')), 200],
])('what is no answer of the server is told as that: %s', async (_, answer, status) => {
  vi.stubGlobal('fetch', answer);
  await expect(phrases('en')).rejects.toMatchObject({ status, message: 'The server does not answer.' });
  vi.unstubAllGlobals();
});

describe('styles that are loaded when they are needed', () => {
  const SOURCES = join(import.meta.dirname, '..');
  const files = (readdirSync(SOURCES, { recursive: true }) as string[]).map((file) => file.replaceAll('\\', '/'));
  const read = (file: string) => readFileSync(join(SOURCES, file), 'utf8').replace(/\/\*[^]*?\*\//g, '');
  /** Whose a file is: a game's, or the pages'. */
  const owner = (file: string) => /games\/(\w+)\//.exec(file)?.[1] ?? (file.startsWith('styles/') ? 'pages' : (file.split('/')[0] ?? ''));
  /** The classes that are a selector by themselves, so that they dress whoever bears them. */
  const alone = (css: string) => new Set([...css.replace(/:(?:is|has|not)\([^)]*\)/g, '').matchAll(/(?:^|[{},])\s*\.([a-z][\w-]*)(?=\s*[:{,])/g)].map(([, name = '']) => name));
  const scoped = (file: string) => new Set([.../<style>([^]*)<\/style>/.exec(read(file))?.[1]?.replace(/:global\([^)]*\)/g, '').matchAll(/\.([a-z][\w-]*)/g) ?? []].map(([, name = '']) => name));
  const needed = files.filter((file) => /^games\/\w+\/\w+\.css$|^styles\/lobby\.css$/.test(file));
  const components = files.filter((file) => /^games\/\w+\/\w+\.svelte$/.test(file));

  test.each(needed)('%s: no class of its own is styled by another game’s component, which would look different after it', (file) => {
    const own = alone(read(file));
    const both = components.filter((other) => owner(other) !== owner(file)).flatMap((other) => [...scoped(other)].filter((name) => own.has(name)).map((name) => `${other}: .${name}`));
    expect(both).toEqual([]);
  });
});

describe('contrast', () => {
  const css = readFileSync(join(import.meta.dirname, '../styles/tokens.css'), 'utf8').replace(/\/\*[^]*?\*\//g, '');
  /** The tokens that the block of a selector sets. */
  const block = (selector: string): Record<string, string> => {
    const body = css.slice(css.search(new RegExp(`${selector.replace(/[[\].]/g, '\\$&')}\\s*{`))).replace(/^[^{]*{([^}]*)}[^]*$/, '$1');
    return Object.fromEntries([...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]));
  };
  const printed = block(':root');
  const night = block(':root[data-theme=night]');
  const themes: Record<string, Record<string, string>> = {
    programme: printed,
    night: { ...printed, ...night },
    day: { ...printed, ...block(':root[data-theme=day]') },
    'a printed thing by night': { ...printed, ...night, ...block('.card, .cover, .resume, .plate, .champ, .die, .tac, .enr') },
  };

  const channel = (part: string) => {
    const share = parseInt(part, 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  const light = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = (colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit) : (colour.match(/[\da-f]{2}/gi) ?? [])).map(channel);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ratio = (one: string, two: string) => {
    const [more = 0, less = 0] = [light(one), light(two)].toSorted((a, b) => b - a);
    return (more + 0.05) / (less + 0.05);
  };
  const READABLE = 4.5;

  test('a dark system gets the evening paper whole', () => {
    expect(block(':root[data-theme=auto]')).toEqual(night);
  });

  test.each(Object.entries(themes))('of every text on the paper of %s is enough to be read', (_, theme) => {
    const texts = ['--ink', '--ink-2', '--ink-3', '--stamp', '--good', '--warn', '--bad'];
    expect(texts.filter((text) => ratio(theme[text] ?? '', theme['--paper'] ?? '') < READABLE)).toEqual([]);
  });

  test('of what is written into a field, and on a red ticket, is enough to be read', () => {
    for (const theme of [printed, { ...printed, ...night }]) expect(ratio(theme['--ink'] ?? '', theme['--field'] ?? '')).toBeGreaterThan(READABLE);
    expect(ratio('#ffffff', printed['--seal'] ?? '')).toBeGreaterThan(READABLE);
    expect(night).not.toHaveProperty('--seal');
  });

  test.each([['a game without colours of its own', {}] as const, ...GAMES.map(({ name, cover }) => [name, cover.colours] as const)])('of every text on the ground of %s is enough to be read', (_, colours) => {
    const own = Object.fromEntries(Object.entries(colours).map(([name, value]) => [`--${name}`, value]));
    for (const table of [{ ...printed, ...own }, { ...printed, ...own, ...block(':root[data-theme=day]') }]) {
      for (const ground of ['--ground-0', '--ground-1', '--ground-2', '--slat']) {
        const texts = ['--chalk', '--chalk-2', '--chalk-3', '--hot', '--good-d', '--warn-d', '--bad-d'];
        expect(texts.filter((text) => ratio(table[text] ?? '', table[ground] ?? '') < READABLE), ground).toEqual([]);
      }
    }
  });
});
