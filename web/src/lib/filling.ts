/** What has its default is left out on the wire: it is put back into whatever comes. */

import { DEFAULTS, type Change, type Piece, type View, type Zone } from './wire';

/** Whole parts of a view, from what was told of them. */
export function filled<Part extends object>(usual: object, parts: Part[]): Part[] {
  return parts.map((part) => ({ ...usual, ...part }));
}

const pieces = (given: Piece[]) => filled(DEFAULTS.Piece, given);
const zone = (given: Zone) => ({ ...given, pieces: pieces(given.pieces) });

/** A view with all its fields. */
export const wholeView = (view: View): View => ({
  ...view,
  seats: filled(DEFAULTS.SeatView, view.seats),
  zones: filled(DEFAULTS.Zone, view.zones).map(zone),
  counters: filled(DEFAULTS.Counter, view.counters),
  choices: filled(DEFAULTS.Choice, view.choices),
  events: filled(DEFAULTS.Happening, view.events),
});

/** A change with all fields of what it tells whole, and nothing where it tells nothing. */
export const wholeChange = ({ pieces: told = [], counters = [], choices = [], events = [], ...rest }: Change) => ({
  ...rest,
  pieces: pieces(told),
  counters: filled(DEFAULTS.Counter, counters),
  choices: filled(DEFAULTS.Choice, choices),
  events: filled(DEFAULTS.Happening, events),
});
