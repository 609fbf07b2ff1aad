/** How the things of a speedway meeting look: helmets, edges of fight cards, effect symbols, lap cards. */

import type { Club } from '../../lib/clubs';
import type { Piece, View, Zone } from '../../lib/wire';

export const LETTERS = ['R', 'B', 'Y', 'W'] as const;

export interface HelmetLook {
  colour: string;
  shade: string;
  /** What can be read on it. */
  ink: string;
  /** A sign besides the colour: arc, bars, zigzag, dot. */
  sign: string;
}

const HELMETS: Record<string, HelmetLook> = {
  R: { colour: '#cf2b27', shade: '#7e1210', ink: '#fff', sign: 'M11 30c6-3 12-3 18 0' },
  B: { colour: '#2a5fd0', shade: '#143a8c', ink: '#fff', sign: 'M11 29h17M12 36h15' },
  Y: { colour: '#f5c518', shade: '#b88c00', ink: '#1b1814', sign: 'M12 27l5 5 5-5 5 5' },
  W: { colour: '#f6f2e8', shade: '#b9b09c', ink: '#1b1814', sign: 'M17 31a3 3 0 1 0 6 0a3 3 0 1 0-6 0' },
};

export function helmetLook(letter: string): HelmetLook {
  return HELMETS[letter] ?? { colour: '#4b4f55', shade: '#2c2f33', ink: '#fff', sign: '' };
}

/** The letter of a rider's helmet. */
export function letterOf(piece: Piece): string {
  return String(piece.facts.letter ?? '');
}

const TRACKS = ['A', 'B', 'C', 'D'];

/** The four tracks of a fight card, and which of them it rides on. */
export const tracksOf = (piece: Piece | undefined): { letter: string; on: boolean }[] => TRACKS.map((letter) => ({ letter, on: Boolean(piece?.facts[`track.${letter}`]) }));

/** A running order that facts tell place by place, the leader first. */
export const orderOf = (facts: Piece['facts'], name: string): string[] => LETTERS.flatMap((_, n) => (facts[`${name}.${n + 1}`] === undefined ? [] : [String(facts[`${name}.${n + 1}`])]));

interface Edge {
  kind: string;
  icon: string;
}

const EDGES: Record<string, Edge> = {
  amber: { kind: 'O', icon: 'p-blue' },
  violet: { kind: 'V', icon: 'p-red' },
  turquoise: { kind: 'T', icon: 'p-green' },
  graphite: { kind: 'G', icon: 'p-gold' },
};

export function edgeOf(piece: Piece): Edge {
  return EDGES[String(piece.facts.edge)] ?? { kind: 'G', icon: 'p-gold' };
}

/** Effects that are drawn; the others are written as they are printed. */
const EFFECTS: Record<string, string> = { '>': 'i-over', z: 'i-steal', u: 'i-fall', d: 'i-wrench', p: 'i-straight', w: 'i-bend', f: 'i-flag' };

export function effectIcon(symbol: string): string {
  return EFFECTS[symbol] ?? '';
}

export const LAPS: Record<string, { icon: string; colour: string }> = {
  straight: { icon: 'i-straight', colour: '#2f6b8f' },
  bend: { icon: 'i-bend', colour: '#a9462a' },
  finish: { icon: 'i-flag', colour: '#1b1814' },
};

/** What has befallen a rider, as a sign on his plate. */
export const MARKS: Record<string, string> = { first: 'i-lock', last: 'i-lock', fall: 'i-fall', defect: 'i-wrench', aimed: 'i-captain', no_card: 'i-block' };

export function surname(piece: Piece): string {
  return String(piece.facts.surname ?? '');
}

export function zoneOf(view: View, id: string): Zone | undefined {
  return view.zones.find((zone) => zone.id === id);
}

/** Whose helmets are whose: the owner of each colour's riders. */
export function ownerOf(view: View, letter: string): number | null {
  return zoneOf(view, `pool.${letter}`)?.owner ?? null;
}

/** The clubs of the two sides, the host's first, as the scoreboard names them. */
export function clubsOf(view: View): [string, string] {
  const named = (...letters: string[]) => [...new Set(letters.map((letter) => ownerOf(view, letter)))].map((seat) => view.seats[seat ?? -1]?.team ?? '').join(' / ');
  return [named('R', 'B'), named('Y', 'W')];
}

/** A side wears the colours of its helmets, which go by lot. */
export function clubOf(view: View, seat: number): Club {
  const [one = '', two = one] = lettersOf(view, seat);
  return { main: helmetLook(one).colour, trim: two === one ? helmetLook(one).ink : helmetLook(two).colour };
}

export function lettersOf(view: View, seat: number): string[] {
  return LETTERS.filter((letter) => ownerOf(view, letter) === seat);
}
