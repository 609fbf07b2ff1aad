/** Where the guide's callouts belong: parts of this table, as they are drawn. */

export const parts: Record<string, string> = {
  attack: '.hand .half.atk .ttl',
  defence: '.hand .half.def .ttl',
  count: '.hand .half.atk .ct',
  balls: '.hand .half.atk .sy',
  gloves: '.hand .half.def .sy',
  tries: '.ground .duel, .ground .box',
};
