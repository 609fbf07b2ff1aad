/** Short names for the printed halves. A code that a designer has added shows the name that the server gives. */

import type { Label } from '../../lib/labels';
import type { Piece } from '../../lib/wire';
import { speaks, t } from '../../lib/words.svelte';

const SHORT: Record<string, Label> = {
  RW: 'Right wing',
  LW: 'Left wing',
  ONE: 'One-two',
  THR: 'Through ball',
  LNG: 'Long switch',
  DRI: 'Dribbling',
  COR: 'Corner kick',
  FRK: 'Free kick',
  PEN: 'Penalty',
  LFD: 'Left flank',
  RFD: 'Right flank',
  PRS: 'Pressing',
  DBL: 'Double marking',
  OFF: 'Offside trap',
  FOU: 'Tactical foul',
};

/** Three letters for each half of a tactic card. */
const TACTICS: Record<string, Label> = { QUI: 'QUI', INT: 'INT', LSH: 'LSH', CLR: 'CLR', THW: 'THW', SUB: 'SUB' };

/** The same in one word. */
const TACTIC_NAMES: Record<string, Label> = {
  QUI: 'Fast break',
  INT: 'Intercept',
  LSH: 'Long-range',
  CLR: 'Clear',
  THW: 'Throw-in',
  SUB: 'Change',
};

/** A code of a tactic as this language abbreviates it. */
export function tacticCode(code: string): string {
  const label = TACTICS[code];
  return label ? t(label) : code;
}

/** What a tactic is called in one word; a designer's own by its code. */
export function tacticName(code: string): string {
  const label = TACTIC_NAMES[code];
  return label ? t(label) : code;
}

export const SPECIALS = new Set(['DRI', 'COR', 'FRK', 'PEN']);

export type HalfOf = 'attack' | 'defence';

/** What is printed on one half of a card. */
export function half(piece: Piece, which: HalfOf) {
  const code = String(piece.facts[which] ?? '');
  const label = SHORT[code];
  const full = String(piece.facts[`${which}_name`] ?? code);
  return {
    code,
    title: label && speaks(label) ? t(label) : full,
    count: Number(piece.facts[`${which}_count`] ?? 0),
    symbols: Number(piece.facts[which === 'attack' ? 'balls' : 'gloves'] ?? 0),
  };
}

/** The phases in which the lower half of a card is used. */
const DEFENDING = new Set(['reply', 'shot_defence', 'setpiece_defence']);

export function usesDefence(phase: string, attacking: boolean): boolean {
  return DEFENDING.has(phase) ? !attacking : !attacking && phase !== 'formation';
}
