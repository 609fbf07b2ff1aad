/** What goes over the wire. Kept equal to `engine/view.py` by hand until it is generated from the server's OpenAPI. */

/** A card, die, token or rider lying somewhere. */
export interface Piece {
  /** The element, unique within the view: choices name the elements they belong to. */
  id: string;
  kind: string;
  /** The component's code; null when only its back is seen. */
  face: string | null;
  name: string;
  /** Numbers and codes printed on it. */
  facts: Record<string, number | string>;
  /** Its condition: "chosen", "stopped", "spent". */
  marks: string[];
}

/** A place where pieces lie: a hand, a pile, a line of the pitch. */
export interface Zone {
  id: string;
  name: string;
  owner: number | null;
  count: number;
  pieces: Piece[];
}

/** A number that everyone at the table may read. */
export interface Counter {
  id: string;
  name: string;
  value: number;
  owner: number | null;
  /** What it counts up to, or the total it is part of. */
  of: number | null;
  /** The value in words, where a bare number says too little. */
  text: string;
}

/** One legal action. */
export interface Choice {
  action: number;
  label: string;
  notation: string;
  /** The pieces or places to click for it; empty for a button. */
  elements: string[];
  /** What follows from it, or the odds, in a line. */
  detail: string;
}

/** One event that this seat may see. */
export interface Happening {
  ply: number;
  kind: string;
  args: number[];
  text: string;
  rule: string;
}

/** One seat as everyone sees it. */
export interface SeatView {
  seat: number;
  name: string;
  team: string;
  score: number;
  waiting: boolean;
}

/** Everything that one seat (or a spectator, whose seat is null) may see of a match. */
export interface View {
  game: string;
  title: string;
  seat: number | null;
  ply: number;
  phase: string;
  phase_name: string;
  prompt: string;
  clock: string;
  over: boolean;
  result: number[] | null;
  seats: SeatView[];
  zones: Zone[];
  counters: Counter[];
  choices: Choice[];
  can_undo: boolean;
  events: Happening[];
}

export type OptionValue = boolean | number | string;

export interface GameOption {
  name: string;
  label: string;
  meaning: string;
  default: OptionValue;
  values: { value: OptionValue; label: string }[] | null;
  at_least: number;
  at_most: number;
  variant: boolean;
  rule: string;
  /** The seat that alone knows the value, until play shows it. */
  secret_of?: number | null;
  /** Whether any other text is taken besides the values. */
  free?: boolean;
}

export interface GameInfo {
  name: string;
  title: string;
  blurb: string;
  seats: number;
  options: GameOption[];
  levels?: { level: string; label: string }[];
}

export interface SeatPlan {
  kind: 'human' | 'bot';
  name: string;
  level?: string;
}

export interface NewMatch {
  game: string;
  options: Record<string, OptionValue>;
  seats: SeatPlan[];
  seed?: string;
  hot_seat: boolean;
}

export interface Created {
  id: string;
  seats: { seat: number; token: string | null }[];
}

export interface MatchRow {
  id: string;
  game: string;
  title: string;
  names: string[];
  score: number[];
  over: boolean;
  waiting: number[];
  updated: string;
  ply: number;
}

export interface Clause {
  id: string;
  section: string;
  text: string;
}

export interface HintChoice {
  action: number;
  label: string;
  /** Expected share of the win; null where only an order is known. */
  value: number | null;
}

export type ErrorCode = 'stale' | 'illegal' | 'not_your_move' | 'undo_refused' | 'bad_message' | 'bad_token' | 'not_found' | 'outdated' | 'not_stored';

export type FromServer =
  | { type: 'view'; view: View; /** Events from this ply on that we already have are to be dropped. */ since?: number; /** By the clock: milliseconds until the plainest move is made. */ limit?: number | null }
  | { type: 'error'; code: ErrorCode; message: string }
  | { type: 'thinking'; seat: number }
  | { type: 'hint'; choices: HintChoice[] };

export type ToServer =
  | { type: 'hello'; token: string | null; lang: string; since: number }
  | { type: 'play'; ply: number; action: number; elapsed?: number }
  | { type: 'undo'; ply: number }
  | { type: 'hint' }
  | { type: 'lang'; lang: string };
