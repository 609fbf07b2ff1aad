/** What goes over the wire. Written by `make wire` from the models of the server: change those, not this file. */

/** Ask what a bot would think of the choices. */
export interface AskHint {
  type: 'hint';
}

/** A match to be played on from a ply of another. */
export interface BranchOrder {
  ply: number;
  seats: SeatOrder[];
  hot_seat?: boolean;
}

/** Speak another language from now on. */
export interface ChangeLanguage {
  type: 'lang';
  lang: 'en' | 'pl' | 'es';
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

export type ClientMessage = Hello | Play | Undo | AskHint | ChangeLanguage;

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

/** A new match. */
export interface Created {
  id: string;
  seats: SeatKey[];
}

/** What was refused, and why; nothing has changed. */
export interface ErrorMessage {
  type: 'error';
  code: 'stale' | 'illegal' | 'not_your_move' | 'undo_refused' | 'bad_message' | 'bad_token' | 'not_found' | 'outdated' | 'not_stored';
  message: string;
}

/** A game to choose. */
export interface GameInfo {
  name: string;
  title: string;
  blurb: string;
  seats: number;
  options: GameOption[];
  levels: LevelInfo[];
}

/** A variant or house rule. */
export interface GameOption {
  name: string;
  label: string;
  meaning: string;
  default: boolean | number | string;
  /** Closed values, the default first; none for a number or a text. */
  values: OfferedValue[] | null;
  at_least: number;
  /** The range of a number; both 0 where it is none. */
  at_most: number;
  /** True for the rulebook's own variants, false for house rules. */
  variant: boolean;
  /** The clause it belongs to. */
  rule: string;
  /** The seat that alone knows the value, until play shows it. */
  secret_of: number | null;
  /** Whether any other text is taken besides the values, such as a deck written out. */
  free: boolean;
}

/** One event that this seat may see. */
export interface Happening {
  ply: number;
  kind: string;
  args: number[];
  text: string;
  rule: string;
}

/** Whether the server can be used. */
export interface Health {
  status: 'ok' | 'no database';
  version: string;
  /** Matches in memory. */
  tables: number;
  /** Open sockets. */
  people: number;
}

/** The first message; a later one changes the seat, for two people at one screen. */
export interface Hello {
  type: 'hello';
  /** Left out by a spectator. */
  token?: string | null;
  lang?: 'en' | 'pl' | 'es';
  /** The first ply whose events are wanted. */
  since?: number;
}

/** A legal action and what it is worth. */
export interface HintChoice {
  action: number;
  label: string;
  /** Expected share of the win; none where only an order is known. */
  value: number | null;
}

/** The seat's legal actions, the best first. */
export interface HintMessage {
  type: 'hint';
  choices: HintChoice[];
}

/** A bot to play against. */
export interface LevelInfo {
  level: string;
  label: string;
}

/** A match as everyone may know it. */
export interface MatchInfo {
  id: string;
  game: string;
  title: string;
  /** As a spectator knows them: secret ones at their default until the end. */
  options: Record<string, boolean | number | string>;
  seats: SeatInfo[];
  score: number[];
  over: boolean;
  /** Whether everything may be shown: the match is over, or came from a file. */
  open: boolean;
  waiting: number[];
  ply: number;
  hot_seat: boolean;
  /** The seats whose tokens were shown. */
  held: number[];
}

/** A match to be made. */
export interface MatchOrder {
  game: string;
  options?: Record<string, boolean | number | string>;
  seats: SeatOrder[];
  seed?: string | null;
  hot_seat?: boolean;
}

/** One value that an option takes. */
export interface OfferedValue {
  value: boolean | number | string;
  label: string;
  /** How many seats the table has with it, where that is another number than without. */
  seats: number | null;
}

/** A card, die, token or rider lying somewhere. */
export interface Piece {
  /** The element, unique within the view: choices name the elements they belong to. */
  id: string;
  kind: string;
  /** The component's code; None when only its back is seen. */
  face: string | null;
  name: string;
  /** Numbers and codes printed on it. */
  facts: Record<string, number | string>;
  /** Its condition: "chosen", "stopped", "spent". */
  marks: string[];
}

/** A move, made for a ply. */
export interface Play {
  type: 'play';
  ply: number;
  action: number;
  /** Taken, never believed: the server has a clock of its own. */
  elapsed?: number | null;
}

/** What is wrong, in words. */
export interface Problem {
  code: string;
  message: string;
  /** Where in a match file. */
  line: number | null;
}

/** One clause of the rules. */
export interface Rule {
  id: string;
  section: string;
  /** Markdown. */
  text: string;
}

/** Who sits on a seat. */
export interface SeatInfo {
  seat: number;
  name: string;
  kind: 'human' | 'bot';
  level: string;
}

/** A seat with its token, told once, to whoever made the match. */
export interface SeatKey {
  seat: number;
  token: string | null;
}

/** Who shall sit on a seat. */
export interface SeatOrder {
  kind?: 'human' | 'bot';
  name?: string;
  level?: string;
}

/** One seat as everyone sees it. */
export interface SeatView {
  seat: number;
  name: string;
  team: string;
  score: number;
  waiting: boolean;
}

export type ServerMessage = ViewMessage | ErrorMessage | ThinkingMessage | HintMessage;

/** A match in a list. */
export interface Summary {
  id: string;
  game: string;
  title: string;
  names: string[];
  score: number[];
  over: boolean;
  waiting: number[];
  updated: string;
  ply: number;
  /** The seats whose tokens were shown. */
  seats: number[];
  hot_seat: boolean;
}

/** A bot has begun to think. */
export interface ThinkingMessage {
  type: 'thinking';
  seat: number;
}

/** Take back the last choice. */
export interface Undo {
  type: 'undo';
  ply: number;
}

/** A match read from a file, to be replayed. */
export interface Uploaded {
  id: string;
}

/** Everything that one seat (or a spectator, whose seat is None) may see of a match. */
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

/** How the match stands. Everything that has happened from ply `since` on is in it. */
export interface ViewMessage {
  type: 'view';
  view: View;
  /** Events from this ply on that the client already has are to be dropped: a choice was taken back. */
  since: number;
  /** In play by the clock: milliseconds after which the plainest move is made for whoever is asked. */
  limit: number | null;
}

/** A place where pieces lie: a hand, a pile, a line of the pitch. */
export interface Zone {
  id: string;
  name: string;
  owner: number | null;
  count: number;
  pieces: Piece[];
}

export type SeatPlan = SeatOrder;
export type NewMatch = MatchOrder;
export type MatchRow = Summary;
export type Clause = Rule;
export type FromServer = ServerMessage;
export type ToServer = ClientMessage;
export type OptionValue = boolean | number | string;
export type ErrorCode = ErrorMessage['code'];
