/** What this table says besides the words of every page; see `lib/labels.ts`. */

export const LABELS = [
  "Amateur",
  "attack {n}",
  "costs {n}",
  "defence {n}",
  "Legend",
  "Pays 1. Put one down each turn.",
  "Professional",
  "Semi-professional",
] as const;
