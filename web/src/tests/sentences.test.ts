/** The client takes nothing out of a sentence: whatever the words say, the table is the same. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import Report from '../lib/Report.svelte';
import Scoreboard from '../lib/Scoreboard.svelte';
import type { View } from '../lib/wire';
import { openBoard, recordedScenes, stubMotion } from './fixtures';

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
  const parts = [render(board.kit.Table, { board }), render(board.kit.Hand, { board }), render(Report, { board, tab: 'report', clause: '', open: true }), render(Scoreboard, { view, Time: board.kit.Time, onrules: vi.fn(), onsettings: vi.fn() })];
  const node = document.createElement('div');
  node.append(...parts.map(({ container }) => container));
  return { shape: shape(node), node };
}

beforeEach(stubMotion);
afterEach(cleanup);

describe.each([...new Set(Object.values(recordedScenes()).map((scene) => scene.game))])('%s', (game) => {
  const scenes = Object.entries(recordedScenes()).filter(([, scene]) => scene.game === game);

  test.each(scenes)('%s is the same table, whatever its sentences say', async (_, { view }) => {
    const real = await drawn(game, view);
    cleanup();
    const odd = await drawn(game, garbled(view));
    expect(odd.shape).toBe(real.shape);
  });
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
const SENTENCE = String.raw`\b(detail|label|text|prompt|phase_name|title|name|clock|blurb)\b`;
const TAKEN = [
  new RegExp(String.raw`\.${SENTENCE}(\s*\?\?\s*''\s*\))?\)?\??\.(split|match|matchAll|replace|replaceAll|search|slice|substring|includes|indexOf|startsWith|endsWith|charAt|at)\(`),
  new RegExp(String.raw`\.(exec|test)\((String\()?[\w.?]*\.${SENTENCE}`),
  new RegExp(String.raw`(Number|parseInt|parseFloat)\([\w.?]*\.${SENTENCE}\b`),
  new RegExp(String.raw`facts\.(why|text|meaning|ability|who|does)[^,;]{0,12}\.(split|match|replace|slice)\(`),
];
/** Not the server's sentences: event and option codes, files, what a person types, sizes of type, a page's own address. */
const ALLOWED: Record<string, RegExp> = {
  'games/kick_on/CardFace.svelte': /longest/, // long words get smaller type
  'games/kick_on/Shelf.svelte': /wanted/,
  'lib/CoverArt.svelte': /initials/, // a title's letters as an ornament
};

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
