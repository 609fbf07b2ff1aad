import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { complete, flies, place, takeOff, type Flight } from '../lib/flight';
import { set } from '../lib/settings.svelte';

interface Flown {
  node: HTMLElement;
  frames: Keyframe[];
  delay: number;
  finish: () => void;
}
const flown: Flown[] = [];
const undo: (() => void)[] = [];

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  set('speed', 'normal');
  flown.length = 0;
  Element.prototype.animate = function (this: HTMLElement, frames: Keyframe[], options: KeyframeAnimationOptions) {
    const one = { node: this, frames, delay: Number(options.delay), finish: vi.fn(), finished: new Promise(() => undefined) };
    flown.push(one);
    return one as never;
  } as never;
});
afterEach(() => {
  for (const stop of undo.splice(0)) stop();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function box(x: number, width = 100): HTMLElement {
  const node = document.body.appendChild(document.createElement('div'));
  node.getBoundingClientRect = () => new DOMRect(x, 0, width, 140);
  return node;
}

/** Lay a piece: gives back how to take it away. */
function lay(key: string, x: number, flight: Flight = {}): () => void {
  const node = box(x);
  const stop = flies(key, flight)(node) ?? (() => undefined);
  const away = () => (stop(), node.remove());
  undo.push(away);
  return away;
}
const spot = (name: string, x: number) => undo.push(place(name)(box(x, 50)) ?? (() => undefined));
globalThis.DOMRect ??= class {
  constructor(
    readonly x: number,
    readonly y: number,
    readonly width: number,
    readonly height: number,
  ) {}
} as never;

test('a piece flies from where its key was seen last', async () => {
  const away = lay('ace', 300);
  takeOff();
  away();
  lay('ace', 20);
  await tick();
  expect(flown.map(({ frames }) => frames[0]?.transform)).toEqual(['translate(280px, 0px) scale(1)']);
  complete();
  expect(flown[0]?.finish).toHaveBeenCalledOnce();
});

test('new pieces are dealt from their pile one after the other, others stay', async () => {
  spot('pile', 900);
  lay('old', 10, { from: 'pile' });
  takeOff();
  lay('one', 120, { from: 'pile' });
  lay('two', 230, { from: 'pile' });
  lay('lone', 340);
  await tick();
  expect(flown.map(({ frames, delay }) => [frames[0]?.transform, delay])).toEqual([
    ['translate(780px, 0px) scale(0.5)', 0],
    ['translate(670px, 0px) scale(0.5)', 60],
  ]);
});

test('a piece that goes leaves a copy which carries no name', async () => {
  spot('discard', 700);
  const away = lay('gone', 10, { to: 'discard' });
  takeOff();
  away();
  await tick();
  expect(flown[0]?.node.inert).toBe(true);
  expect(flown[0]?.frames[1]?.transform).toBe('translate(690px, 0px) scale(0.5)');
});

test('a piece that shows its face turns over where it lies', async () => {
  lay('card', 10, { side: 'back' })();
  const away = lay('card', 10, { side: 'back' });
  takeOff();
  away();
  lay('card', 10, { side: 'front' });
  await tick();
  expect(flown.map(({ frames }) => frames.map((frame) => frame.transform))).toEqual([[undefined, 'rotateY(90deg)'], ['rotateY(90deg)', undefined]]);
});

test('several turn over from left to right, one after the other: the back goes down, the face comes up', async () => {
  const away = [['two', 130], ['one', 10]].map(([key, x]) => lay(String(key), Number(x), { side: 'back' }));
  takeOff();
  for (const one of away) one();
  lay('two', 130, { side: 'front' });
  lay('one', 10, { side: 'front' });
  await tick();
  expect(flown.map(({ node, delay }) => [node.inert === true, delay])).toEqual([[true, 70], [false, 70 + 190], [true, 0], [false, 190]]);
  complete();
  expect(document.body.children).toHaveLength(2);
  set('speed', 'quick');
});

test('with motion reduced pieces fade in place; switched off, nothing moves', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const away = lay('ace', 300);
  takeOff();
  away();
  lay('ace', 20);
  await tick();
  expect(flown.map(({ frames }) => frames[0])).toEqual([{ opacity: 0 }]);
  set('speed', 'none');
  takeOff();
  await tick();
  expect(flown.length).toBe(1);
});
