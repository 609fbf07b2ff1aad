/** Where the guide's callouts belong: parts of this table, as they are drawn. */

export const parts: Record<string, string> = {
  number: "[data-piece^='pool.'] .n, .hand-side .rl b, .strip .rl b",
  order: '.ground .order li:not(.gate)',
  letters: '.hand .up .tr',
  effect: '.hand .lo .ef, .hand .lo .wheel',
  edge: '.hand .edge',
  gate: '.ground .order .gate',
  laps: '.ground .laps',
};
