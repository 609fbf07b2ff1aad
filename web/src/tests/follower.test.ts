import { expect, test } from 'vitest';
import { changed, Follower } from '../lib/follower';
import type { Counter, Piece, View, Zone } from '../lib/wire';

const piece = (id: string, face: string | null = null): Piece => ({ id, kind: 'card', face, name: '', facts: {}, marks: [] });
const zone = (id: string, pieces: Piece[], count = pieces.length): Zone => ({ id, name: id.toUpperCase(), owner: null, count, pieces });
const counter = (id: string, value: number): Counter => ({ id, name: id, value, owner: null, of: null, text: '', facts: {} });
const view = (zones: Zone[], more: Partial<View> = {}): View => ({
  game: 'some', title: 'Some', seat: 0, ply: 1, phase: 'act', phase_name: 'Act', prompt: '?', consequence: '', clock: '', over: false, result: null, ended: null,
  seats: [], counters: [], choices: [], can_undo: false, events: [], faces: null, ...more, zones,
}); // prettier-ignore

const A1 = piece('a.1', 'A');
const A2 = piece('a.2', 'B');

test('a piece that is turned over is told alone, and all others stay the same objects', () => {
  const before = view([zone('a', [A1, A2]), zone('b', [])]);
  const after = changed(before, { ply: 2, pieces: [piece('a.2')] });
  expect(after).toEqual(view([zone('a', [A1, piece('a.2')]), zone('b', [])], { ply: 2 }));
  expect(after.zones[0]?.pieces[0]).toBe(A1);
  expect(after.zones[1]).toBe(before.zones[1]);
});

test('a piece goes from one zone to another, and a zone comes with its name and owner', () => {
  const before = view([zone('a', [A1, A2])]);
  const after = changed(before, { ply: 2, zones: [{ id: 'a', count: 1, pieces: ['a.2'] }, { id: 'b', name: 'B', owner: 1, count: 1, pieces: ['a.1'] }], zone_ids: ['b', 'a'] });
  expect(after.zones).toEqual([{ ...zone('b', [A1]), owner: 1 }, zone('a', [A2])]);
});

test('zones and counters that are not named any more are gone', () => {
  const before = view([zone('a', []), zone('b', [])], { counters: [counter('x', 1), counter('y', 2)] });
  const after = changed(before, { ply: 2, zone_ids: ['b'], counters: [counter('y', 3)], counter_ids: ['y'] });
  expect(after.zones).toEqual([zone('b', [])]);
  expect(after.counters).toEqual([counter('y', 3)]);
});

test('what is told plainly takes the place of what was, and events are the new ones alone', () => {
  const event = { ply: 1, kind: 'goal', args: {}, text: 'Goal!', rule: '', clock: '', time: '' };
  const before = view([], { events: [event], choices: [{ action: 1, label: 'A', notation: 'a', elements: [], final: true, facts: {}, detail: '' }], result: null });
  expect(changed(before, { ply: 2, actions: [], over: true, result: [1, 0] })).toEqual(view([], { ply: 2, over: true, result: [1, 0] }));
});

test('choices are known by their actions, and those that stay the same are not told again', () => {
  const choice = (action: number, label: string) => ({ action, label, notation: label, elements: [], final: true, facts: {}, detail: '' });
  const before = view([], { choices: [choice(1, 'A'), choice(2, 'B')] });
  const after = changed(before, { ply: 2, choices: [choice(3, 'C')], actions: [2, 3] });
  expect(after.choices).toEqual([choice(2, 'B'), choice(3, 'C')]);
  expect(after.choices[0]).toBe(before.choices[1]);
});

test('of a seat only what is different is told', () => {
  const seat = (number: number, waiting: boolean) => ({ seat: number, name: 'A', team: 'A', score: 0, waiting, person: '', kind: 'person' as const });
  const before = view([], { seats: [seat(0, true), seat(1, false)] });
  expect(changed(before, { ply: 2, seats: [{ seat: 0, waiting: false, score: 1 }] }).seats).toEqual([{ ...seat(0, false), score: 1 }, seat(1, false)]);
});

test('what is left out as it is usual is put back, in a view and in a step', () => {
  const bare = { id: 'a.1', kind: 'card' } as Piece;
  const first = view([{ id: 'a', name: 'A' } as Zone, { id: 'b', name: 'B', count: 1, pieces: [bare] } as Zone]);
  const follower = new Follower();
  const rest = { since: 2, limit: null, time: null };
  const whole = follower.read({ type: 'view', version: 1, view: first, ...rest })?.view;
  expect(whole?.zones).toEqual([{ ...zone('a', []), name: 'A' }, zone('b', [piece('a.1')])]);
  const change = { ply: 2, pieces: [{ ...bare, face: 'A' }], counters: [{ id: 'x', name: 'x', value: 1 } as Counter], counter_ids: ['x'] };
  const after = follower.read({ type: 'step', builds_on: 1, version: 2, change, ...rest })?.view;
  expect(after?.zones[1]?.pieces).toEqual([A1]);
  expect(after?.counters).toEqual([counter('x', 1)]);
  expect(after?.events).toEqual([]);
});

test('a change that names what nobody knows is an error, not half a table', () => {
  expect(() => changed(view([zone('a', [])]), { ply: 2, zones: [{ id: 'a', pieces: ['a.9'] }] })).toThrow('nothing is called a.9');
});

test('a step that was lost, or came twice, changes nothing', () => {
  const follower = new Follower();
  const rest = { since: 2, limit: null, time: null };
  const step = { type: 'step' as const, builds_on: 4, version: 5, change: { ply: 2 }, ...rest };
  expect(follower.read(step)).toBeUndefined();
  expect(follower.read({ type: 'view', version: 4, view: view([]), ...rest })?.view.ply).toBe(1);
  expect(follower.read({ ...step, builds_on: 3 })).toBeUndefined();
  expect(follower.read(step)?.view.ply).toBe(2);
  expect(follower.read(step)).toBeUndefined();
  expect(follower.read({ ...step, builds_on: 5, version: 6, change: { ply: 3 } })?.view.ply).toBe(3);
});
