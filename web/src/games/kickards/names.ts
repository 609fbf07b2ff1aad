/** Short forms for the printed cards, and their colours. */

import { seatClub, type Club } from '../../lib/clubs';
import type { Label } from '../../lib/labels';
import { homeOf } from '../../lib/people';
import type { Piece, View } from '../../lib/wire';
import { speaks, t } from '../../lib/words.svelte';

export const POSITIONS = [1, 2, 3, 4, 5, 6] as const;

/** Rows have to fit on a card: a shot that a designer has added shows its full name. */
const SHORT: Record<string, Label> = {
  LONG: 'Long shot|row',
  VOLLEY: 'Volley|row',
  MOVING: 'First-time|row',
  RUN: 'Run & shoot|row',
  CURL: 'Curled shot|row',
  DRIVE: 'Laces drive|row',
  CUT: 'Cut inside|row',
  FREEK: 'Free kick|row',
  HEAD: 'Header|row',
  TURN: 'Turn & shoot|row',
  DRIB: 'Dribble|row',
  TAP: 'Tap-in|row',
};
const TINTS: Record<string, { letter: string; icon: string }> = {
  green: { letter: 'G', icon: 'i-up' },
  yellow: { letter: 'Y', icon: 'i-die' },
  red: { letter: 'R', icon: 'i-x' },
};

export interface Row {
  position: number;
  name: string;
  full: string;
  /** What a special row does. */
  does: string;
  /** Empty for a plain row. */
  tint: string;
  icon: string;
  percent: number;
}

/** One of the six rows of a footballer. */
export function row(piece: Piece, position: number): Row {
  const fact = (key: string) => piece.facts[`row.${position}${key}`];
  const label = SHORT[String(fact('.code'))];
  const tint = TINTS[String(fact('.tint'))];
  const full = String(fact('.name') ?? '');
  return { position, name: label && speaks(label) ? t(label) : full, full: String(fact('') ?? full), does: String(fact('.does') ?? ''), tint: tint?.letter ?? '', icon: tint?.icon ?? '', percent: Number(fact('.percent') ?? 0) };
}

export const rows = (piece: Piece): Row[] => POSITIONS.map((position) => row(piece, position));

/** The second sign beside every colour. */
export const SHAPES: Record<string, string> = { red: 'p-red', blue: 'p-blue', green: 'p-green' };

export const surname = (piece: Piece) => String(piece.facts.surname ?? piece.name);

/** Green helps the attack, red hurts it, brown is uncertain; a coach card is slate. */
export function tone(piece: Piece): string {
  if (piece.marks.includes('coach') || piece.id.startsWith('coach')) return '#33506e';
  const value = Number(piece.facts.tone ?? 0);
  return value > 0 ? '#1c7a48' : value < 0 ? '#b3281a' : '#8a6a00';
}

/** The side to which a footballer belongs, from the place where he lies. */
export function sideOf(piece: Piece): number | undefined {
  const side = /^(?:hand|used|sent_off)\.(\d)/.exec(piece.id)?.[1];
  return side === undefined ? undefined : Number(side);
}

/** Home plays in blue, away in red (KC-001). */
export const clubOf = (view: View, seat: number): Club => club(seat === homeOf(view));

export const club = (home: boolean): Club => seatClub('kickards', home ? 0 : 1);
