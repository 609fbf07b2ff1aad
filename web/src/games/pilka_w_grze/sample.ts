/** A card to show the states on. */
import type { Piece } from '../../lib/wire';

export const SAMPLE: Piece = {
  id: 'state',
  kind: 'card',
  face: 'RW3/LFD1',
  name: '',
  facts: { attack: 'RW', balls: 3, attack_count: 18, defence: 'LFD', gloves: 1, defence_count: 18 },
  marks: [],
};
