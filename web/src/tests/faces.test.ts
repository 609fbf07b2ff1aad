/** The catalogue of faces: asked for once, printed on every view, and whatever comes after a view waits with it. */
import { afterEach, expect, test, vi } from 'vitest';
import { whole } from '../lib/faces';
import { type Heard, SeatSocket } from '../lib/socket';
import type { Face, View } from '../lib/wire';
import { until } from './fixtures';

const FACES: Face[] = [{ code: 'RW', kind: 'card', name: 'Right wing', facts: { balls: 2, count: 18 } }];
const piece = (id: string, face: string | null, more = {}) => ({ id, kind: 'card', face, name: '', facts: {}, marks: [], ...more });
const slim = (digest: string, by: 'game' | 'match' = 'game') =>
  ({
    game: 'chess',
    seats: [],
    counters: [],
    choices: [],
    events: [],
    zones: [{ id: 'hand.0', name: 'Hand', owner: 0, count: 3, pieces: [piece('a', 'RW', { name: 'Mine', facts: { balls: 3, why: 'no' } }), piece('b', 'RW'), piece('c', null), piece('d', 'LW')] }],
    faces: { by, language: 'pl', digest },
  }) as unknown as View;

/** A server of catalogues that answers when it is told to. */
function server() {
  const asked: { path: string; answer: (status?: number) => void }[] = [];
  vi.stubGlobal('fetch', (path: string) => new Promise<Response>((resolve) => asked.push({ path, answer: (status = 200) => resolve(new Response(JSON.stringify(FACES), { status })) })));
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

test('a piece has what its face says, and what it says itself counts more', async () => {
  const asked = server();
  const both = [whole(slim('one'), 'm1'), whole(slim('one'), 'm2')];
  expect(asked.map(({ path }) => path)).toEqual(['/api/games/chess/faces?lang=pl&v=one']);
  asked[0]?.answer();
  const [view] = await Promise.all(both);
  expect(view?.zones[0]?.pieces.map(({ name, facts }) => [name, facts])).toEqual([
    ['Mine', { balls: 3, count: 18, why: 'no' }],
    ['Right wing', { balls: 2, count: 18 }],
    ['', {}],
    ['', {}],
  ]);
  await whole(slim('one'), 'm3');
  expect(asked).toHaveLength(1);
});

test('a choice without a label is called as its pieces are, each name once; one that has a label keeps it', async () => {
  const asked = server();
  const choice = (action: number, label: string, ...elements: string[]) => ({ action, notation: '', label, elements, final: true, facts: {}, detail: '' });
  const view = { ...slim('names'), choices: [choice(1, '', 'a', 'b', 'b'), choice(2, 'Pass'), choice(3, '', 'b')] };
  const first = whole(view, 'm1');
  asked[0]?.answer();
  const { choices } = await first;
  expect(choices.map(({ label }) => label)).toEqual(['Mine, Right wing', 'Pass', 'Right wing']);
});

test('options that print other cards have a catalogue of their own; one that did not come is asked for again', async () => {
  const asked = server();
  const first = whole(slim('two', 'match'), 'm1');
  expect(asked[0]?.path).toBe('/api/matches/m1/faces?lang=pl&v=two');
  asked[0]?.answer(503);
  await expect(first).rejects.toThrow();
  const again = whole(slim('two', 'match'), 'm1');
  asked[1]?.answer();
  expect((await again).zones[0]?.pieces[1]?.name).toBe('Right wing');
});

test('a line hands on what has come in its order, and hangs up where no faces come', async () => {
  const asked = server();
  const lines: FakeSocket[] = [];
  class FakeSocket {
    onmessage: (event: { data: string }) => void = () => undefined;
    close = vi.fn();
    constructor() {
      lines.push(this);
    }
    hears(...messages: unknown[]) {
      for (const message of messages) this.onmessage({ data: JSON.stringify(message) });
    }
  }
  vi.stubGlobal('WebSocket', FakeSocket);
  const heard: Heard[] = [];
  const socket = new SeatSocket('m1', null, 'en', { heard: (message) => heard.push(message), line: vi.fn() }, () => 0);
  lines[0]?.hears({ type: 'thinking', seat: 1 }, { type: 'view', version: 1, since: 0, limit: null, time: null, view: slim('three') }, { type: 'thinking', seat: 0 });
  expect(heard.map(({ type }) => type)).toEqual(['thinking']);
  asked[0]?.answer();
  await until(() => expect(heard.map(({ type }) => type)).toEqual(['thinking', 'view', 'thinking']));
  lines[0]?.hears({ type: 'view', version: 1, since: 0, limit: null, time: null, view: slim('three') });
  expect(heard).toHaveLength(4); // at once: the faces are known
  lines[0]?.hears({ type: 'view', version: 1, since: 0, limit: null, time: null, view: slim('four') });
  asked[1]?.answer(503);
  await until(() => expect(lines[0]?.close).toHaveBeenCalled());
  expect(heard).toHaveLength(4);
  socket.close();
});
