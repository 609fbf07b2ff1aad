import { expect, test } from 'vitest';
import { type ByKind, follows, ofKind, ofSeat } from '../lib/told';
import type { Event } from '../games/kickards/wire';

const told = { ply: 1, text: '', rule: '', clock: '', time: '' };
const events: Event[] = [
  { ...told, kind: 'laid', args: { seat: 0, count: 2 } },
  { ...told, kind: 'k6', args: { die: 5, position: 4 } },
  { ...told, kind: 'laid', args: { seat: 1, count: 1 } },
  { ...told, kind: 'miss', args: { seat: 1 } },
  { ...told, kind: 'ended', args: {} },
];

test('events are picked by kind and by seat, and read by the names of their kind', () => {
  expect(ofKind(events, 'laid').map((event) => event.args.count)).toEqual([2, 1]);
  expect(ofSeat(events, 1, 'laid', 'miss').map((event) => event.kind)).toEqual(['laid', 'miss']);
  expect(ofKind(events, 'k6', 'ended')).toHaveLength(2);
});

test('what follows from an event is found by its kind', () => {
  const table: ByKind<Event, number> = { k6: ({ die, position }) => 10 * die + position, laid: ({ count }) => count };
  expect(events.map((event) => follows(table, event))).toEqual([2, 54, 1, undefined, undefined]);
});

test('a name that a kind does not have is no type', () => {
  const [rolled] = ofKind(events, 'k6');
  // @ts-expect-error the d6 belongs to nobody
  expect(rolled?.args.seat).toBeUndefined();
  // @ts-expect-error and cannot be counted by seat
  expect(ofSeat(events, 0, 'k6')).toEqual([]);
  // @ts-expect-error no such kind
  expect(ofKind(events, 'kick_out')).toEqual([]);
});
