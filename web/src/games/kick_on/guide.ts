/** Where the guide's callouts belong: parts of this table, as they are drawn. */

export const parts: Record<string, string> = {
  attack: '.ground .ad .a',
  defence: '.ground .ad .d',
  cost: '.hand .co',
  type: '.hand .ty',
  line: '.ground .ps',
  strip: '.ground .strip',
};
