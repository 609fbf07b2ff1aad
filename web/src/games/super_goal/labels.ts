/** What this table says besides the words of every page; see `lib/labels.ts`. */

export const LABELS = [
  "{n} in {of}",
  "Arm it",
  "Armed: played at the first chance",
  "balls won",
  "Champion die, {name}",
  "Champion die, yours",
  "Champion!",
  "champion plays",
  "Control",
  "Cross",
  "Defender",
  "Dice",
  "Faces: {faces}",
  "Keeper",
  "Last roll",
  "No die has been rolled yet.",
  "of {time}",
  "of {time}, {half}",
  "Out",
  "Own goal!",
  "Pass",
  "Pitch. Ball at {cell}; {team} attack.",
  "Play it: {power}",
  "possession",
  "Red card",
  "Roll the control",
  "Roll the cross",
  "Roll the pass",
  "saves",
  "Shoot-out",
  "Shot",
  "shots",
  "then the ball is lost",
  "then the defender rolls",
  "until the ball is lost or out",
  "Your chance to step in",
  "goal",
  "own goal",
  "penalty",
  "to be saved",
  "to lose the ball",
  "to score",
  "to win the ball",
] as const;

type Own = (typeof LABELS)[number];

declare module '../../lib/labels' {
  interface TableLabels {
    super_goal: Own;
  }
}
