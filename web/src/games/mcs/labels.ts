/** What this table says besides the words of every page; see `lib/labels.ts`. */

export const LABELS = [
  "Every line that is not shut leads past.",
  "Lap {n}",
  "no defence",
  "Past him!",
  "Shut!",
  "The attack",
  "Trouble!",
  "{line} open",
  "{line} shut",
  "{name} holds",
  "{name}, on top",
  "any {edge}: {n} unseen",
  "at the tape",
  "At the tapes",
  "Attack",
  "Attack with {tracks}",
  "attack?",
  "attacks",
  "attacks held off",
  "choosing…",
  "Defence",
  "defence?",
  "defect",
  "Defend with {tracks}",
  "double wins",
  "Exchange {n}",
  "fall",
  "falls and defects",
  "Finish on the first lap",
  "first place safe",
  "Heat {n}",
  "heats won",
  "If it stands",
  "in sight",
  "is attacked",
  "Keep them all",
  "It stands {points}.",
  "Lap {n}, now",
  "Lay {card}",
  "left behind",
  "no card this lap",
  "No fight cards in hand.",
  "One possible order",
  "passes on the straight",
  "pts",
  "Run-off",
  "Send out {rider}",
  "The bend is open: the leader may lay the first card.",
  "The highest number leaves the gate first; the others line up behind.",
  "Your fight cards",
  "Your riders left",
  "{n} points ({list})",
] as const;

type Own = (typeof LABELS)[number];

declare module '../../lib/labels' {
  interface TableLabels {
    mcs: Own;
  }
}
