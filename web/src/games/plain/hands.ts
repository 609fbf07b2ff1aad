/** The zones that belong into a person's dock: their own cards, held or to be played. */

import type { Board } from '../../lib/board.svelte';
import type { Zone } from '../../lib/wire';

export function hands(board: Board): Zone[] {
  const mine = board.view.zones.filter((zone) => zone.owner === board.me);
  const held = mine.filter((zone) => /^hand|^dice|^tray/.test(zone.id));
  return held.length ? held : mine.filter((zone) => zone.count > 0).slice(0, 1);
}
