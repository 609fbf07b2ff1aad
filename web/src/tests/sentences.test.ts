/** The client takes nothing out of a sentence: whatever the words say, the table is the same. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import Prompt from '../lib/Prompt.svelte';
import Report from '../lib/Report.svelte';
import Scoreboard from '../lib/Scoreboard.svelte';
import type { View } from '../lib/wire';
import { openBoard, recordedScenes, stubMotion } from './fixtures';
import { watch } from './watch';

/** Words as long as before, with other letters and other numbers, and no sign left that one could cut them at but a hyphen. */
function nonsense(text: string): string {
  return text.replace(/[^\s-]/gu, (sign) => (/\d/.test(sign) ? String((Number(sign) + 5) % 10) : /\p{Lu}/u.test(sign) ? 'Q' : 'z'));
}

/** Facts in words: they are for people, like every sentence. Everything else among the facts is a number or a code. */
const SAID =
  /^(why|text|meaning|ability|does|badge|role|short|nation|shirt|type_name|timing|when|effect_name|edge_name|helmet|who|surname|first_name|title|sum|(attack|defence)_name|\w\.rider|row\.\d(\.name|\.does)?|side\.\d\.(name|meaning))$/;
/** On a tactic card the text stands under the name of its half. */
const TACTIC = /^(attack|defence)$/;

type Facts = View['choices'][number]['facts'];
const facts = (given: Facts, more = /^$/): Facts => Object.fromEntries(Object.entries(given).map(([name, value]) => [name, typeof value === 'string' && (SAID.test(name) || more.test(name)) ? nonsense(value) : value]));

/** The same view with nonsense for every sentence, name and title. */
function garbled(view: View): View {
  return {
    ...view,
    title: nonsense(view.title),
    phase_name: nonsense(view.phase_name),
    prompt: nonsense(view.prompt),
    consequence: nonsense(view.consequence),
    clock: nonsense(view.clock),
    seats: view.seats.map((seat) => ({ ...seat, name: nonsense(seat.name), person: nonsense(seat.person), team: nonsense(seat.team) })),
    zones: view.zones.map((zone) => ({
      ...zone,
      name: nonsense(zone.name),
      pieces: zone.pieces.map((piece) => ({ ...piece, name: nonsense(piece.name), facts: facts(piece.facts, piece.kind === 'tactic' ? TACTIC : undefined) })),
    })),
    counters: view.counters.map((counter) => ({ ...counter, name: nonsense(counter.name), text: nonsense(counter.text), facts: facts(counter.facts) })),
    choices: view.choices.map((choice) => ({ ...choice, label: nonsense(choice.label), detail: nonsense(choice.detail) })),
    events: view.events.map((event) => ({ ...event, text: nonsense(event.text), clock: nonsense(event.clock) })),
  };
}

/** What a table is but for its words: elements, classes, styles, what is lit, what is offered. */
function shape(node: Element): string {
  if (node.matches('.bust')) return 'portrait'; // drawn from the name of whom it shows
  const told = [...node.attributes].filter(({ name }) => !/^(aria-label|title|id|for|aria-labelledby|aria-controls)$/.test(name)).map(({ name, value }) => `${name}=${value}`);
  return `<${node.tagName} ${told.sort().join(' ')}>${[...node.children].map(shape).join('')}</>`;
}

async function drawn(game: string, view: View): Promise<{ shape: string; node: Element }> {
  const board = await openBoard(game, view);
  const parts = [render(board.kit.Table, { board }), render(board.kit.Hand, { board }), render(Prompt, { board }), render(Report, { board, tab: 'report', clause: '', open: true }), render(Scoreboard, { view, Time: board.kit.Time, onrules: vi.fn(), onsettings: vi.fn() })];
  const node = document.createElement('div');
  node.append(...parts.map(({ container }) => container));
  return { shape: shape(node), node };
}

/** Every string of a view that says something or stands for something; ids, kinds, phases and marks are names of places. */
function strings({ title, phase, phase_name, prompt, consequence, clock, seats, zones, counters, choices, events }: View): string[] {
  const pieces = zones.flatMap((zone) => zone.pieces);
  const said = [
    [title, phase_name, prompt, consequence, clock],
    seats.flatMap((seat) => [seat.name, seat.person, seat.team]),
    zones.map((zone) => zone.name),
    pieces.flatMap((piece) => [piece.name, piece.face ?? '', ...Object.values(piece.facts)]),
    counters.flatMap((counter) => [counter.name, counter.text, ...Object.values(counter.facts)]),
    choices.flatMap((choice) => [choice.label, choice.detail, choice.notation, ...Object.values(choice.facts)]),
    events.flatMap((event) => [event.text, event.clock, event.time]),
  ];
  const places = new Set([...[...pieces, ...counters, ...zones].map(({ id }) => id), ...pieces.flatMap(({ kind, marks }) => [kind, ...marks]), ...events.map(({ kind }) => kind), phase]);
  return said.flat().filter((one): one is string => typeof one === 'string' && one.length > 1 && !places.has(one));
}

/** Ornaments: smaller type for long words, a portrait drawn from whom it shows; and the client's own words, which may be the same. */
const ORNAMENTS = /^\/src\/(games\/kick_on\/CardFace\.svelte|art\/draw\.ts|lib\/words\.svelte\.ts): /;

/** Whose strings were cut up while something was done. */
async function cuts(views: View[], act: () => unknown): Promise<string[]> {
  const stop = watch(views.flatMap(strings));
  try {
    await act();
  } finally {
    stop();
  }
  return stop().filter((one) => !ORNAMENTS.test(one));
}

beforeEach(stubMotion);
afterEach(async () => {
  cleanup();
  await new Promise((done) => setTimeout(done)); // whoever waits to be told of the tests is let in
});

describe.each([...new Set(Object.values(recordedScenes()).map((scene) => scene.game))])('%s', (game) => {
  const scenes = Object.entries(recordedScenes()).filter(([, scene]) => scene.game === game);

  test.each(scenes)('%s is the same table, whatever its sentences say, and none is cut up or read letter by letter', async (_, { view }) => {
    let real = '';
    expect(await cuts([view], async () => (real = (await drawn(game, view)).shape))).toEqual([]);
    cleanup();
    const odd = await drawn(game, garbled(view));
    expect(odd.shape).toBe(real);
  });

  test('nothing is cut up where pieces are read, choices are named and matches compared', async () => {
    const views = scenes.map(([, { view }]) => view);
    const { kit } = await openBoard(game, views[0] as View);
    const pieces = new Map(views.flatMap((view) => view.zones.flatMap((zone) => zone.pieces.map((piece) => [`${piece.kind} ${piece.face}`, { piece, view }] as const))));
    const found = await cuts(views, () => {
      for (const one of pieces.values()) render(kit.Reading, one);
      for (const view of views) for (const choice of view.choices) kit.act?.(view, choice);
      for (const view of views) kit.comparisons?.(view.events, view);
    });
    expect(found).toEqual([]);
  });
});

test.each([
  ['cut at a sign', (text: string) => text.split(',')],
  ['read by its first letter', (text: string) => text.charAt(0)],
  ['searched', (text: string) => text.includes('(bot)')],
  ['matched', (text: string) => /(\d+) %/.exec(text)],
  ['read letter by letter', (text: string) => [...text]],
])('the watch finds a string that is %s', (_, act) => {
  const stop = watch(['D2, 50 % (bot)'], /sentences\.test\.ts/);
  act('D2, 50 % (bot)');
  act('something else');
  expect(stop()).toHaveLength(1);
});

test.each([
  ['pilka_w_grze.attack', '.note .n', (facts: Facts) => [facts.unseen, facts.fouls]],
  ['super_goal.act', '.rk b', (facts: Facts) => [`${facts.lost} %`]],
] as const)('%s: numbers come from facts, not from words', async (name, where, told) => {
  const scene = recordedScenes()[name];
  if (!scene) throw new Error(`no ${name}`);
  const { node } = await drawn(scene.game, garbled(scene.view));
  const shown = new Set([...node.querySelectorAll(where)].map((one) => one.textContent));
  const known = new Set(scene.view.choices.flatMap((choice) => told(choice.facts)).map(String));
  expect(shown.size).toBeGreaterThan(0);
  expect([...shown].filter((one) => !known.has(one))).toEqual([]);
});

/** Cutting, searching or reading numbers out of what is said to people. */
const SENTENCE = String.raw`\b(detail|label|text|prompt|consequence|phase_name|title|name|person|team|clock|blurb|notation|face|facts(\??\.\w+|(\?\.)?\[[^\]]+\]))`;
const CUT = '(split|match|matchAll|replace|replaceAll|search|slice|substring|includes|indexOf|startsWith|endsWith|charAt|at)';
const TAKEN = [
  new RegExp(String.raw`${SENTENCE}(\s*\?\?\s*''\s*)?\)*\??\.${CUT}\(`),
  new RegExp(String.raw`\.(exec|test)\((String\()?([\w.?]*\.)?${SENTENCE}\b`),
  new RegExp(String.raw`(Number|parseInt|parseFloat)\([\w.?]*\.(detail|label|text|prompt|title|name|clock|blurb|notation|face)\b`),
  new RegExp(String.raw`(\[\.\.\.|#each |\bof )(String\()?[\w.?]*${SENTENCE}(\s*\?\?\s*''\s*)?\)*(\]|\)| as )`),
  /\.(prompt|phase_name|label|detail|text|title|blurb)\)?\s*[!=]==/,
];
/** Not the server's sentences: event and option codes, files, what a person types, sizes of type, a page's own address. */
const ALLOWED: Record<string, RegExp> = {
  'games/kick_on/CardFace.svelte': /longest/, // long words get smaller type
  'games/kick_on/Shelf.svelte': /wanted/,
  'lib/CoverArt.svelte': /initials/, // a title's letters as an ornament
  'lib/check.ts': /Seat\.map|Brought\.flatMap/, // lines of a match file
  'lib/fair.ts': /areWords/, // what a person types
  'lib/links.ts': /\(join\|match\|replay\)/, // a link that a person pastes
  'lib/markdown.ts': /ESCAPES/, // clauses of a rulebook, set in type
  'lib/matchfile.ts': /signs|Brought\.filter/,
  'lib/words.svelte.ts': /text = label|n === 1|places\[name\]/, // the client's own labels
};

test.each([
  "row.names.map((name) => name.replace(/ \\(.*\\)$/, ''))",
  "String(top?.facts.orders ?? '').split(' ')",
  "String(piece.facts.tracks).split('')",
  "piece.face?.charAt(0) ?? ''",
  "choice.notation.startsWith('buy-')",
  '/^roll:(\\w+)/.exec(choice.notation)',
  'view.prompt === before.prompt',
  '{#each String(piece.facts.tracks) as letter (letter)}',
  '[...piece.facts[`row.${n}`]]',
])('a source with %s would be found', (line) => {
  expect(TAKEN.some((pattern) => pattern.test(line))).toBe(true);
});

test('no source cuts a sentence up', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.(ts|svelte)$/.test(name) && !/tests\//.test(name));
  const found = files.flatMap((name) =>
    readFileSync(join('src', name), 'utf8')
      .split('\n')
      .filter((line) => TAKEN.some((pattern) => pattern.test(line)) && !ALLOWED[name]?.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
