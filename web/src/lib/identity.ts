/** Which piece of one view is which of the next. Ids name places, and cards have no identity but their face: of equal
 *  ones any may be the one that moved. Nothing is learnt from this that the two views do not show.
 */

import type { Piece, View } from './wire';

interface Known {
  key: string;
  zone: string;
  piece: Piece;
}

export type Identities = Map<string, Known>;

let made = 0;

/** The keys of a view's pieces by their ids: a piece keeps its key as far as it can be followed. */
export function identify(before: Identities, view: View): Identities {
  const left = new Set(before.values());
  const now: Omit<Known, 'key'>[] = view.zones.flatMap((zone) => zone.pieces.map((piece) => ({ zone: zone.id, piece })));
  const keys = new Map<string, string>();
  const same = (one: Piece, two: Piece) => one.kind === two.kind && one.face === two.face;
  /** In a row that lost or gained a card the others close up: their ids say nothing. */
  const whole = (zone: string) => now.filter((one) => one.zone === zone).length === [...before.values()].filter((old) => old.zone === zone).length;
  const steady = new Set(view.zones.map((zone) => zone.id).filter(whole));
  const ways: ((old: Known, one: Omit<Known, 'key'>) => boolean)[] = [
    (old, one) => steady.has(one.zone) && old.piece.id === one.piece.id && same(old.piece, one.piece), // lies where it lay
    (old, one) => old.zone === one.zone && same(old.piece, one.piece), // moved up in its row
    (old, one) => old.piece.id === one.piece.id && old.piece.kind === one.piece.kind && (old.piece.face === null || one.piece.face === null), // turned over
    (old, one) => one.piece.face !== null && same(old.piece, one.piece), // went to another place
  ];
  for (const way of ways) {
    for (const one of now) {
      const old = keys.has(one.piece.id) ? undefined : [...left].find((known) => way(known, one));
      if (!old) continue;
      left.delete(old);
      keys.set(one.piece.id, old.key);
    }
  }
  return new Map(now.map((one) => [one.piece.id, { ...one, key: keys.get(one.piece.id) ?? `piece ${++made}` }]));
}
