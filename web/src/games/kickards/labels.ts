/** What this table says besides the words of every page; see `lib/labels.ts`. */

export const LABELS = [] as const;
