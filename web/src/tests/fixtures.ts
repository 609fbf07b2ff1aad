/** Recorded views: run `make web-fixtures` (or `make web-test`) once to have them. */

import { readFileSync } from 'node:fs';
import type { View } from '../lib/wire';

export interface Tape {
  game: string;
  moves: { seat: number; action: number }[];
  views: { seat: View; other: View }[];
}

export function tape(game: string): Tape {
  return JSON.parse(readFileSync(`fixtures/${game}.json`, 'utf8')) as Tape;
}

export function asked(recorded: Tape, phase: string): View {
  const found = recorded.views.find(({ seat }) => seat.phase === phase && seat.choices.length > 1);
  if (!found) throw new Error(`nobody was asked in ${phase}`);
  return found.seat;
}
