/** What goes over the wire. Written by `make wire` from the models of the server: change those, not this file. */

/** Answer what somebody has proposed. */
export interface Answer {
  type: 'answer';
  what: 'undo' | 'draw' | 'rematch';
  accept: boolean;
}

/** Ask which of the present choices would lose much: for whoever plays alone against bots. */
export interface AskCoach {
  type: 'coach';
}

/** Ask what a bot would think of the choices. */
export interface AskHint {
  type: 'hint';
}

/** Look elsewhere for a while, or be back. While nobody who plays looks on, time stands in a game that runs by the clock. Who moves is back. */
export interface Away {
  type: 'away';
  away: boolean;
}

/** A bonus for the line-up. */
export interface Bonus {
  label: string;
  met: boolean;
}

/** A match to be played on from a ply of another. */
export interface BranchOrder {
  ply: number;
  seats: SeatOrder[];
  hot_seat?: boolean;
  spectators?: boolean;
  clock?: ClockOrder | null;
}

/** Everything on the shelf: cards and players as they look on the table, ready-made decks, labels to filter by. */
export interface CardSetInfo {
  cards: OfferedCard[];
  players: Piece[];
  decks: ReadyMadeDeck[];
  limits: DeckLimits;
  types: Coded[];
  rarities: Coded[];
  positions: Coded[];
}

/** What is different from the view before. What is left out has stayed as it was. */
export interface Change {
  ply: number;
  phase?: string;
  phase_name?: string;
  prompt?: string;
  consequence?: string;
  clock?: string;
  over?: boolean;
  result?: number[] | null;
  ended?: Ended | null;
  can_undo?: boolean;
  seats?: SeatChange[];
  /** Those that are new or look different, wherever they lie. */
  pieces?: Piece[];
  zones?: ZoneChange[];
  /** All zones in their order, where others are there than before or in another order. */
  zone_ids?: string[];
  /** Those that are new or read different. */
  counters?: Counter[];
  counter_ids?: string[];
  /** Those that are new or different; an action is what a choice is known by. */
  choices?: Choice[];
  /** The actions of all choices in their order, where others are there than before or in another order. */
  actions?: number[];
  /** Those that are new, as in a view; none if it is left out. */
  events?: Happening[];
}

/** Speak another language from now on. */
export interface ChangeLanguage {
  type: 'lang';
  lang: 'en' | 'pl' | 'es';
}

/** One step of a game as it is told to a newcomer. */
export interface Chapter {
  title: string;
  /** Where to read on; may be empty. */
  clause: string;
  /** Markdown. */
  text: string;
  /** Faces of the game's catalogue, kind and code with a point between them. */
  pictures: string[];
}

/** One legal action. */
export interface Choice {
  action: number;
  notation: string;
  /** What it is called. Where pieces come without their print, one that is called as its elements are may leave it to them: then it is their names, each once, with commas between. */
  label: string;
  /** The pieces or places to click for it; empty for a button. */
  elements: string[];
  /** False for a step of a choice that the seat has still to complete: it can be taken back, whatever others do. */
  final: boolean;
  /** Chances, costs and what is left, by their names. */
  facts: Record<string, number | string>;
  /** The same for people: what follows from it, or the odds, in a line. */
  detail: string;
}

export type ClientMessage = Hello | Look | Play | Undo | AskHint | AskCoach | ChangeLanguage | Concede | Talk | Pong | MakeOffer | Answer | Away | Pace;

/** What was agreed about time. */
export interface ClockInfo {
  kind: 'move' | 'budget' | 'days';
  seconds: number;
  increment: number;
}

/** What is agreed about time. Whoever has none left loses. */
export interface ClockOrder {
  /** So much for each move; so much for all, and an increment after each move; or days for each move. */
  kind: 'move' | 'budget' | 'days';
  seconds: number;
  increment?: number;
}

/** What the coach would warn of at one question; nothing where no choice loses much. */
export interface CoachMessage {
  type: 'coach';
  ply: number;
  /** The action that the coach would take. */
  best: number;
  notes: CoachNote[];
}

/** A choice that loses much, by what the seat knows. */
export interface CoachNote {
  action: number;
  /** What it gives away, and what would keep it. */
  text: string;
}

/** A code with its label in the person's language. */
export interface Coded {
  code: string;
  label: string;
}

/** Give the match up. At a table of more people a bot takes the seat over. */
export interface Concede {
  type: 'concede';
  ply: number;
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
  /** What else is to be known of it, by its names. */
  facts: Record<string, number | string>;
}

/** The course of a match that is over. Ask again while it is not ready. */
export interface Course {
  ready: boolean;
  /** How much of the work is done, 0 to 1. */
  done: number;
  points: CoursePoint[];
  turning: TurningPoint[];
  mistakes: LikelyMistake[];
}

/** How a match stood after so many moves. */
export interface CoursePoint {
  ply: number;
  /** The match clock in a few signs. */
  time: string;
  /** Each seat's expected share of the win, as a spectator saw it. */
  public: number[];
  /** The same from each seat's own eyes. */
  eyes: number[][];
}

/** What is told of a game before it is played. */
export interface CoverInfo {
  /** The short one. */
  title: string;
  tag: string;
  stock: string;
  players: string;
  /** Minutes until one can play; 0 where nobody knows. */
  learn: number;
  /** Minutes that a match takes; 0 where nobody knows. */
  length: number;
  /** The sign on the backs of its cards. */
  mark: string;
  /** The colour behind the title; empty where the client's own will do. */
  bar: string;
  /** The client's colours that this game has otherwise, by their names. */
  colours: Record<string, string>;
  /** The address of the picture, where somebody has drawn one. */
  art: string | null;
}

/** A new match. */
export interface Created {
  id: string;
  seats: SeatKey[];
}

/** All that is to be said of a deck. */
export interface DeckCheck {
  legal: boolean;
  findings: DeckFinding[];
  figures: DeckFigures;
  /** The value of the option `deck_0` or `deck_1` that plays it. */
  option: string;
  /** The text of its file, to be kept. */
  file: string;
}

/** What can be said of a deck before it is played. */
export interface DeckFigures {
  types: TypeCount[];
  /** How many cards cost 0, 1, 2 …, Energy left out. */
  curve: number[];
  bonuses: Bonus[];
  /** Of the starters in the field. */
  attack: number;
  /** Of all starters. */
  defence: number;
  formation: string;
  points: number;
}

/** One thing that is wrong with a deck, or unwise. */
export interface DeckFinding {
  code: string;
  text: string;
  /** Whether the deck can be played all the same. */
  warning: boolean;
  /** The cards and players it is about. */
  ids: string[];
}

/** The numbers that a deck must keep to, house rules apart. */
export interface DeckLimits {
  deck: number;
  copies: number;
  legend_copies: number;
  squad: number;
  starters: number;
}

/** A deck to be checked, whatever is wrong with it. */
export interface DeckOrder {
  name?: string;
  squad?: string[];
  starters?: string[] | null;
  cards?: Record<string, number>;
  /** The house rules of the table it is meant for. */
  options?: Record<string, boolean | number | string>;
}

/** A deck file, or a deck in one line. */
export interface DeckText {
  text: string;
}

/** A proposal is off. */
export interface DeclinedMessage {
  type: 'declined';
  what: 'draw' | 'rematch' | 'undo';
  /** Who has declined or withdrawn it. */
  seat: number;
}

/** How a match ended otherwise than by its rules. */
export interface Ended {
  by: 'abandon' | 'concede' | 'draw' | 'time';
  /** The seat that lost by it; none for a draw, and where everyone has left. */
  seat: number | null;
}

/** What was refused, and why; nothing has changed. */
export interface ErrorMessage {
  type: 'error';
  code: 'bad_message' | 'bad_request' | 'bad_token' | 'busy' | 'illegal' | 'no_spectators' | 'not_dealt' | 'not_found' | 'not_possible' | 'not_stored' | 'not_your_move' | 'outdated' | 'stale' | 'too_often' | 'undo_refused';
  message: string;
}

/** What is printed on a card, a die or a token: the same in every view, so it is told once, in a catalogue. */
export interface Face {
  code: string;
  kind: string;
  name: string;
  facts: Record<string, number | string>;
}

/** A bot for a seat that nobody has taken. */
export interface FillOrder {
  seat: number;
  level?: string;
}

/** A game to choose. */
export interface GameInfo {
  name: string;
  title: string;
  blurb: string;
  seats: number;
  options: GameOption[];
  levels: LevelInfo[];
  cover: CoverInfo;
  /** Seat by seat. */
  teams: TeamInfo[];
  presets: PresetInfo[];
  /** The option with which the game plays the other side by itself, wherever it has not its default. */
  automat: string | null;
  /** Options that have the first seat at home, for whoever has asked already who sits there. */
  first_at_home: Record<string, boolean | number | string>;
  /** The rules draw lots for it: a seat is chosen by its team, not as home or away. */
  home_by_lot: boolean;
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
  /** False where it follows from who sits where, and nobody need choose. */
  asked: boolean;
}

/** The match waits for people: until everyone has sealed, then until everyone has opened; then views follow. */
export interface GatheringMessage {
  type: 'gathering';
  commitment: string;
  /** What everyone has sealed, once it is fixed: then everyone opens, and it is dealt. */
  hashes: string[] | null;
  seats: SeatInfo[];
}

/** What a part of a piece means. */
export interface GuideCallout {
  part: string;
  text: string;
}

/** What is said at a table when a kind of decision is asked for the first time. */
export interface GuideDecision {
  phase: string;
  text: string;
  clause: string;
  /** Whether what the bots would choose is to be marked. */
  marked: boolean;
}

/** The guide of a game, for whoever plays it for the first time. */
export interface GuideInfo {
  decisions: GuideDecision[];
  callouts: GuideCallout[];
}

/** One event that this seat may see. */
export interface Happening {
  ply: number;
  kind: string;
  /** Its numbers by the names that the game gives them. */
  args: Record<string, number>;
  text: string;
  rule: string;
  /** The match clock when it happened. */
  clock: string;
  /** The same in a few signs; nothing where the clock stood still. */
  time: string;
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
  /** Why the first of them, in a sentence or two, by its chances. */
  reason: string;
  /** Why, in the game's own words; nothing where only the chances speak for it. */
  because: string;
}

/** A code that gives a token for a seat, once. */
export interface Invitation {
  seat: number;
  code: string;
}

/** An invitation to be made. */
export interface InviteOrder {
  /** A seat that nobody has taken yet; one's own if left out. */
  seat?: number | null;
  /** For one's own seat: whether one's own tokens open it no more once the invitation is used. */
  handover?: boolean;
}

/** An invitation, used. */
export interface JoinOrder {
  code: string;
  name?: string;
}

/** A lesson in the list of a game's lessons. */
export interface LessonInfo {
  name: string;
  title: string;
  goal: string;
  minutes: number;
  steps: number;
}

/** Where a learner stands: nothing of it is kept by the server. */
export interface LessonOrder {
  /** The learner's own choices so far; only the last may be a wrong one. */
  actions?: number[];
  /** The last ply that the learner has seen; none for whoever comes to the table. */
  since?: number | null;
}

/** The table of a lesson, and what is said there. */
export interface LessonTable {
  /** Of every ply that the learner has not seen, or for whoever comes to the table the last alone. */
  views: View[];
  step: number;
  steps: number;
  done: boolean;
  /** What is to be done, or at the end what was learnt. */
  ask: Remark;
  /** What is said to the step that was just done. */
  answer: Remark | null;
  /** What is said to the last choice, if it was a wrong one: it was not played. */
  wrong: Remark | null;
  /** The choices that stand. */
  taken: number[];
  /** The choices that are right here, the best first. */
  right: number[];
}

/** A bot to play against. */
export interface LevelInfo {
  level: string;
  label: string;
  meaning: string;
  default: boolean;
}

/** A choice that was probably not the best, by what the seat knew. */
export interface LikelyMistake {
  /** The match before the move. */
  ply: number;
  seat: number;
  played: string;
  better: string;
  /** How much of the win it gave away. */
  loss: number;
  /** The expected share of the win with what would have been better. */
  chance: number;
}

/** Ask for a whole view: a step builds on another version than the one that is here. */
export interface Look {
  type: 'look';
  /** The first ply whose events are wanted. */
  since?: number;
}

/** Propose what needs everybody's consent: to take back one's last move, a draw, or another match. */
export interface MakeOffer {
  type: 'offer';
  what: 'undo' | 'draw' | 'rematch';
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
  /** Set where it did not end by its rules. */
  ended: Ended | null;
  /** Whether everything may be shown: the match is over, or came from a file. */
  open: boolean;
  waiting: number[];
  ply: number;
  hot_seat: boolean;
  /** False while people gather: there is nothing to look at yet. */
  dealt: boolean;
  /** Whose the dice are: `joint` are mixed from the server's secret and what everyone has sealed first (`first`: from open words, as it was done before), `host` were drawn by the server alone, `known` ones somebody may know. */
  dice: 'known' | 'host' | 'first' | 'joint';
  /** SHA-256 of the secret that the dice are mixed from, known before the deal. */
  commitment: string | null;
  /** What everyone has sealed, once it is fixed; empty for bots. */
  hashes: string[] | null;
  /** While people gather: what belongs to the seats whose tokens were shown, such as their decks. */
  own: Record<string, boolean | number | string>;
  /** Whether anyone may watch while it is played. */
  spectators: boolean;
  clock: ClockInfo | null;
  /** Days without a move after which the match is over and whoever was to move has lost; none where it waits on. */
  abandon_days: number | null;
  /** Whether a draw can be agreed on. */
  draws: boolean;
  /** The match that the same people play next. */
  rematch: string | null;
  /** The seats whose tokens were shown. */
  held: number[];
}

/** A match to be made. */
export interface MatchOrder {
  game: string;
  options?: Record<string, boolean | number | string>;
  seats: SeatOrder[];
  /** For trying things out alone; dice are fair only without it. */
  seed?: string | null;
  hot_seat?: boolean;
  /** Wait until everyone is ready before anything is dealt; so it is whenever friends are invited. */
  gather?: boolean;
  /** Whether anyone who knows the match's address may watch while it is played. */
  spectators?: boolean;
  clock?: ClockOrder | null;
}

/** Somebody has proposed something. It stands until it is answered or, but for another match, somebody moves. */
export interface OfferMessage {
  type: 'offer';
  what: 'draw' | 'rematch' | 'undo';
  seat: number;
  /** The seats that agree so far. */
  agreed: number[];
  /** But for another match it stands at this ply alone. */
  ply: number;
}

/** A card of the set. */
export interface OfferedCard {
  piece: Piece;
  /** How many copies a deck may hold. */
  most: number;
}

/** One value that an option takes. */
export interface OfferedValue {
  value: boolean | number | string;
  label: string;
  /** How many seats the table has with it, where that is another number than without. */
  seats: number | null;
}

/** What somebody has sealed, opened: everyone's hash is fixed. */
export interface OpenOrder {
  /** Any words in one line; they are kept sign by sign. */
  words?: string;
  /** 256 bits that nobody could guess. */
  nonce: string;
}

/** How a match stands from somebody's own eyes. */
export interface Outlook {
  ply: number;
  /** Each seat's expected share of the win; none while the game is still being compiled. */
  chances: number[] | null;
}

/** Say how moves are followed: one by one as they are shown, or at once, without animation. Bots whom nobody follows need not wait. */
export interface Pace {
  type: 'pace';
  at_once: boolean;
}

/** A card, die, token or rider lying somewhere. What is printed on it stands in the catalogue of faces under its kind and face. Where a piece comes without its print, `name` and `facts` are only what differs from the printed face or is no part of it. */
export interface Piece {
  /** The element, unique within the view: choices name the elements they belong to. */
  id: string;
  kind: string;
  /** The component's code; None when only its back is seen. */
  face: string | null;
  name: string;
  /** Numbers, codes and words by their names: what is printed on it, and how it stands. */
  facts: Record<string, number | string>;
  /** Its condition: "chosen", "stopped", "spent". */
  marks: string[];
}

/** To be answered at once by a pong with the same number. */
export interface PingMessage {
  type: 'ping';
  n: number;
}

/** A move, made for a ply. */
export interface Play {
  type: 'play';
  ply: number;
  action: number;
}

/** The answer to a ping, to be given at once: so the server measures how long messages are on their way. */
export interface Pong {
  type: 'pong';
  n: number;
}

/** Who is connected. */
export interface PresenceMessage {
  type: 'presence';
  /** For each seat. */
  here: boolean[];
  /** Spectators. */
  watching: number;
}

/** A ready-made way to play. */
export interface PresetInfo {
  name: string;
  label: string;
  meaning: string;
  /** What it changes; nothing for the rulebook as printed, which is the first. */
  options: Record<string, boolean | number | string>;
}

/** Where the catalogue of faces is that the pieces of a view come without. */
export interface Print {
  /** Whose it is: the game's own, or one that the options of the match have changed. */
  by: 'game' | 'match';
  language: string;
  /** Changes whenever anything in the catalogue does. */
  digest: string;
}

/** What is wrong, in words. */
export interface Problem {
  code: string;
  message: string;
  /** Where in a match file. */
  line: number | null;
}

/** Whether a try was right, and why. */
export interface PuzzleAnswer {
  right: boolean;
  best: number;
  /** The explanation, sentence by sentence. */
  told: string[];
  /** All choices, the best first. */
  ranked: RankedChoice[];
}

/** One hint. */
export interface PuzzleHint {
  text: string;
  /** The actions among which the answer is. */
  left: number[];
}

/** A puzzle to be solved. */
export interface PuzzleInfo {
  id: string;
  difficulty: 1 | 2 | 3;
  /** The difficulty in words. */
  label: string;
  /** What is to be found. */
  goal: string;
  /** How many hints there are. */
  hints: number;
  /** What the seat sees, and what it may do. */
  view: View;
}

/** One puzzle in a list. */
export interface PuzzleRow {
  id: string;
  difficulty: 1 | 2 | 3;
  /** The difficulty in words. */
  label: string;
}

/** What somebody takes for the answer. */
export interface PuzzleTry {
  action: number;
}

/** What one choice is worth. */
export interface RankedChoice {
  action: number;
  label: string;
  /** Its expected share of the win. */
  share: number;
}

/** A deck that comes with the game. */
export interface ReadyMadeDeck {
  /** The value of the option `deck_0` or `deck_1` that plays it. */
  option: string;
  label: string;
  deck: WrittenDeck;
}

/** Somebody is ready to begin, and has sealed what they add to the dice. */
export interface ReadyOrder {
  /** Of the opening: words, a nonce and these options, for this commitment and this seat. See `docs/fair-dice.md`. */
  hash: string;
  /** What belongs to the seat alone (`secret_of`), such as its deck: nobody else is told. */
  options?: Record<string, boolean | number | string>;
}

/** Something that is said to a learner, and the clause to read on at; that may be empty. */
export interface Remark {
  text: string;
  clause: string;
}

/** The same people play again: the seat's token opens the seat there too. */
export interface RematchMessage {
  type: 'rematch';
  id: string;
  seat: number | null;
}

/** One clause of the rules. */
export interface Rule {
  id: string;
  section: string;
  /** Markdown. */
  text: string;
  /** Where it comes from: stated by the rulebook, inferred from it, decided by us; empty where nothing is said. */
  origin: '' | 'S' | 'I' | 'D';
  /** What the editors say of that, for referees. */
  note: string;
}

/** Something was said at the table. Whoever comes to it is told the latest again. */
export interface SaidMessage {
  type: 'said';
  seat: number;
  /** In the listener's language, where it is a phrase. */
  text: string;
  phrase: string | null;
}

/** What is different of a seat. */
export interface SeatChange {
  seat: number;
  name?: string;
  team?: string;
  score?: number;
  waiting?: boolean;
  person?: string;
  kind?: 'automat' | 'bot' | 'person';
}

/** Who sits on a seat. */
export interface SeatInfo {
  seat: number;
  name: string;
  kind: 'automat' | 'bot' | 'human';
  level: string;
  /** False while the seat waits for whoever is invited. */
  taken: boolean;
  /** False while people gather and this one is not ready. */
  ready: boolean;
  /** False while people gather and this one has not opened what they have sealed; a bot has nothing to open. */
  opened: boolean;
  /** Whether somebody on this seat is connected now; a bot always is. */
  here: boolean;
}

/** A seat with its token, told once. */
export interface SeatKey {
  seat: number;
  token: string | null;
  /** The code of the invitation, for a friend's seat. */
  invite: string | null;
}

/** Who shall sit on a seat. */
export interface SeatOrder {
  /** A friend is invited by a link; whoever makes the match gets the tokens of all other people. */
  kind?: 'human' | 'bot' | 'friend';
  name?: string;
  level?: string;
}

/** One seat as everyone sees it. */
export interface SeatView {
  seat: number;
  /** What it is called: the name that somebody gave, or the team's. */
  name: string;
  team: string;
  score: number;
  waiting: boolean;
  /** The name that somebody gave; empty for a bot, and where nobody gave one. */
  person: string;
  kind: 'automat' | 'bot' | 'person';
}

export type ServerMessage = ViewMessage | StepMessage | GatheringMessage | ErrorMessage | ThinkingMessage | HintMessage | CoachMessage | SaidMessage | PresenceMessage | OfferMessage | DeclinedMessage | RematchMessage | PingMessage;

/** What is different since a version of the table. Whoever has another version asks for a whole view: `look`. */
export interface StepMessage {
  type: 'step';
  builds_on: number;
  version: number;
  change: Change;
  /** As in a view. */
  since: number;
  limit: number | null;
  time: TimeInfo | null;
}

/** A match in a list. */
export interface Summary {
  id: string;
  game: string;
  title: string;
  /** What the seats are called: a bot by its team. */
  names: string[];
  /** What kind of player sits on each of them. */
  kinds: ('person' | 'bot' | 'automat')[];
  score: number[];
  over: boolean;
  waiting: number[];
  updated: string;
  ply: number;
  /** The seats whose tokens were shown. */
  seats: number[];
  hot_seat: boolean;
  dealt: boolean;
}

/** Say something to the table: a phrase that everyone reads in their own language, or words of one's own. */
export interface Talk {
  type: 'say';
  phrase?: string | null;
  text?: string;
}

/** Who plays on a seat, before anybody has sat down there. */
export interface TeamInfo {
  name: string;
  main: string;
  /** Their two colours, as #rrggbb. */
  trim: string;
}

/** A bot has begun to think. */
export interface ThinkingMessage {
  type: 'thinking';
  seat: number;
}

/** The clocks, as they stood when this was sent. */
export interface TimeInfo {
  kind: 'budget' | 'days' | 'move';
  /** Milliseconds of each seat. */
  left: number[];
  /** The seats whose clocks run. */
  running: number[];
  /** Milliseconds without a connection that will cost nothing, of each seat. */
  grace: number[];
  /** Milliseconds. */
  increment: number;
}

/** The match of the day: what to order, and what it is called. */
export interface Today {
  date: string;
  game: string;
  title: string;
  /** The person's side, by its name … */
  team: string;
  /** … and by its seat. */
  seat: number;
  /** The opponent's level, in words. */
  rival: string;
  seed: string;
  seats: SeatOrder[];
}

/** A move that changed the match. */
export interface TurningPoint {
  ply: number;
  /** Who gained by it. */
  seat: number;
  swing: number;
  text: string;
}

/** The cards of one type in a deck. */
export interface TypeCount {
  type: string;
  label: string;
  count: number;
  /** Chance of 0, 1, 2 … of them in the opening hand; empty while the deck is too small for one. */
  opening: number[];
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

/** What a match file says about fair play. */
export interface Verdict {
  /** Whether nothing in it is broken. */
  fair: boolean;
  findings: VerdictFinding[];
}

/** One thing that a match file proves, breaks, or leaves open. */
export interface VerdictFinding {
  verdict: 'proven' | 'broken' | 'open';
  /** What was found, for programs. */
  code: string;
  /** What is said of the dice anybody can compute from the file; what is said of the moves was found by the rules. */
  part: 'dice' | 'moves';
  text: string;
  line: number | null;
  seat: number | null;
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
  /** Set where it did not end by its rules. */
  ended: Ended | null;
  /** What follows from what the prompt asks for, in a line; it gives way to the detail of a choice that is picked. */
  consequence: string;
  /** The catalogue that the pieces are to be read with; None where they are whole. */
  faces: Print | null;
}

/** How the match stands. Everything that has happened from ply `since` on is in it. */
export interface ViewMessage {
  type: 'view';
  /** Of the table; the next step builds on it. */
  version: number;
  view: View;
  /** Events from this ply on that the client already has are to be dropped: a choice was taken back. */
  since: number;
  /** In play by the clock: milliseconds after which the plainest move is made for whoever is asked. */
  limit: number | null;
  /** Where a clock was agreed on. */
  time: TimeInfo | null;
}

/** A deck as ids. */
export interface WrittenDeck {
  name: string;
  squad: string[];
  /** Some of the squad; none where the line-up is chosen at the table. */
  starters: string[] | null;
  /** Id to copies. */
  cards: Record<string, number>;
}

/** A place where pieces lie: a hand, a pile, a line of the pitch. */
export interface Zone {
  id: string;
  name: string;
  owner: number | null;
  count: number;
  pieces: Piece[];
}

/** What is different in a zone; of a new one, what is different from an empty one that nobody owns. */
export interface ZoneChange {
  id: string;
  name?: string;
  owner?: number | null;
  count?: number;
  /** The ids of all that lie here, in their order. */
  pieces?: string[];
}

export type SeatPlan = SeatOrder;
export type NewMatch = MatchOrder;
export type MatchRow = Summary;
export type Clause = Rule;
export type FromServer = ServerMessage;
export type ToServer = ClientMessage;
export type OptionValue = boolean | number | string;
export type ErrorCode = ErrorMessage['code'];

/** What is left out where it is so. */
export const DEFAULTS = {
  Choice: { label: '', elements: [], final: true, facts: {}, detail: '' },
  Counter: { owner: null, of: null, text: '', facts: {} },
  Happening: { rule: '', clock: '', time: '' },
  Piece: { face: null, name: '', facts: {}, marks: [] },
  SeatView: { person: '', kind: 'person' },
  Zone: { owner: null, count: 0, pieces: [] },
};
