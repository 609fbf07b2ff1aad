/** What has happened, folded for the report: a line for a duel, a shot, a heat, and what led to it as its details. */

import type { GameKit, Weight } from './kit';
import type { Happening } from './wire';

/** How a game folds its report, by the kinds of events. */
export interface Folding<Kind extends string = string> {
  /** With these a new line begins. */
  opens: Kind[];
  /** Their sentences are the line; all others are its details. A line without any is told by its last event. */
  tells: Kind[];
  /** These take in all lines since the last break: what they end is one story then. */
  gathers?: Kind[];
}

export interface Entry {
  /** Stays with it while it grows. */
  key: string;
  weight: Weight;
  /** The minute, or what the game counts instead; or else its first move. */
  time: string;
  ply: number;
  /** The event that a headline is of. */
  head?: Happening;
  /** The sentences of the line. */
  texts: string[];
  /** All that it folds, in order. */
  events: Happening[];
}

/** Headlines and breaks where the game says so, else by the names that events have everywhere. */
export function weigh(kit: GameKit, event: Happening): Weight {
  if (kit.weight) return kit.weight(event);
  if (/goal$|^heat_(won|over)/.test(event.kind)) return 'headline';
  return /half|kick_off|full_time|extra_time|heat|period/.test(event.kind) ? 'break' : 'line';
}

/** Fold what has happened, the oldest first. An event without a minute of its own has that of the one before. */
export function fold(events: Happening[], kit: GameKit): Entry[] {
  const { folding } = kit;
  const [opens, tells, gathers] = [folding?.opens, folding?.tells, folding?.gathers].map((kinds) => new Set<string>(kinds));
  const entries: Entry[] = [];
  let time = '';
  let open: Entry | undefined;
  /** What has come after a break and is no line by itself: a detail of the next one. */
  let loose: Happening[] = [];
  events.forEach((event, n) => {
    time = event.time || time;
    const weight = weigh(kit, event);
    if (weight === 'hidden') return;
    if (weight === 'break') {
      entries.push({ key: `${event.ply} ${n}`, weight, time, ply: event.ply, texts: [event.text], events: [event] });
      open = undefined;
      return;
    }
    if (!open && folding && weight === 'line' && !opens?.has(event.kind) && !tells?.has(event.kind)) {
      loose.push(event);
      return;
    }
    if (!open || !folding || opens?.has(event.kind)) {
      entries.push((open = { key: `${event.ply} ${n}`, weight: 'line', time, ply: event.ply, texts: [], events: loose }));
      loose = [];
    }
    open.events.push(event);
    open.time = time;
    if (weight === 'headline') Object.assign(open, { weight, head: event });
    if (gathers?.has(event.kind)) {
      const last = entries.findLastIndex((entry) => entry.weight === 'break' || (entry !== open && gathers.has(entry.head?.kind ?? '')));
      const before = entries.splice(last + 1, entries.length - last - 2);
      open.events = [...before.flatMap((entry) => entry.events), ...open.events];
    }
  });
  for (const entry of entries) if (entry.weight !== 'break') entry.texts = sentences(entry, tells ?? new Set(), gathers ?? new Set());
  return entries;
}

/** What the line of an entry says: each sentence once. */
function sentences({ events, head }: Entry, tells: Set<string>, gathers: Set<string>): string[] {
  const own = head && gathers.has(head.kind) ? events.slice(events.indexOf(head)) : events;
  const told = own.filter((event) => tells.has(event.kind) || event === head);
  const texts = (told.length ? told : events.slice(-1)).map((event) => event.text);
  return [...new Set(texts)].filter(Boolean);
}
