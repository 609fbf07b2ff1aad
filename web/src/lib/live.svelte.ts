/** A seat at a live table: the socket, the pace at which moves are shown, hints, and moves that play themselves. */

import * as api from './api';
import { Board } from './board.svelte';
import { Coach } from './coach.svelte';
import { complete } from './flight';
import type { GameKit } from './kit';
import { askAgain, isSpared, passOf, spare } from './passing.svelte';
import { called } from './people';
import { chosenIn } from './picks';
import { pause, set, settings } from './settings.svelte';
import { type Ears, type Heard, type Line, SeatSocket } from './socket';
import { compose, crowd, CROWD, lastVerdict, type Score } from './stage/score';
import { Stage } from './stage/stage.svelte';
import { retold } from './told';
import { t } from './words.svelte';
import type { Choice, DeclinedMessage, Happening, HintChoice, OfferMessage, PresenceMessage, TimeInfo, ToServer, View, ViewMessage } from './wire';

/** A move that leaves no choice is made after a pause; in a scene it is part of it. */
const FORCED = 400;
const IN_SCENE = 60;
/** Whoever is this far behind sees how it stands now, and the last verdict. */
const BEHIND = 10_000;
const MOST_TALK = 50;
/** So many views one can step back through. */
const MOST_PAST = 80;

/** The clocks as the server told them, and when, by this page's own watch. */
export interface ToldTime {
  told: TimeInfo;
  at: number;
}

export interface Presence {
  /** When a seat's connection was lost, for each seat without one. */
  goneAt: Record<number, number>;
  /** How many watch. */
  watching: number;
}

export interface Said {
  seat: number;
  text: string;
  /** Words of one's own, which others may mute. */
  free: boolean;
}

/** A view that has come, and when. */
type Came = ViewMessage & { at: number };

/** A view that was on the table, and what had led to it. */
export interface Shown {
  view: View;
  fresh: Happening[];
}

/** What the server sends before it shuts the door for good. */
const SENT_AWAY = new Set(['bad_token', 'no_spectators', 'not_found']);

/** What some updates tell that the table has not shown. */
const news = (before: View, came: Came[]): Happening[] => came.flatMap(({ view }) => view.events).filter((event) => event.ply > before.ply);

/** What is asked, told apart by what may be answered. */
const actions = (view: View): string => view.choices.map((choice) => choice.action).join();

export class LiveTable {
  board: Board;
  /** Where the person sits; nowhere for a spectator, and for whoever has given the seat to a bot. */
  seat = $state<number | null>(null);
  /** The seat that the server says is thinking. */
  thinking = $state<number>();
  /** Whether the line has been lost. */
  lost = $state(false);
  /** A refusal, in words, until the next move. */
  notice = $state('');
  /** When it came: a view that is shown only now, but came before, does not take it away. */
  private noticedAt = 0;
  /** What is played over the table. */
  readonly stage = new Stage();
  /** What lay on the table since the person last moved, to look back on. */
  past = $state.raw<Shown[]>([]);
  hints = $state.raw<HintChoice[]>([]);
  /** The kind of the question that the person has answered last by their own hand. */
  answered = $state('');
  /** Why the first of them. */
  reason = $state('');
  /** The same in the game's own words. */
  because = $state('');
  /** Each seat's chance of winning as the person can know it, if they want to. */
  chances = $state.raw<number[]>();
  /** What was said at the table, the latest last. */
  talk = $state.raw<Said[]>([]);
  /** What has just been said, as against what a new line tells again. */
  spoken = $state.raw<Said>();
  /** Whether the line has told all that it tells again. */
  private caughtUp = false;
  /** Who is connected. */
  presence = $state.raw<Presence>({ goneAt: {}, watching: 0 });
  /** Why the server has sent us away, if it has. */
  dismissed = $state('');
  /** What is proposed at the table: a draw, a move taken back, a rematch. */
  offers = $state.raw<OfferMessage[]>([]);
  /** The rematch that everyone has agreed to. */
  rematch = $state.raw<{ id: string; seat: number | null }>();
  /** The clocks of the seats, where some were agreed on, and when they were told. */
  time = $state.raw<ToldTime>();
  /** Nobody helps: the one try of a day. */
  unaided = false;
  /** Who warns of moves that lose much, if the person wants it. */
  readonly coach = new Coach();
  /** Whether the move about to be made is the only one, and made for the person. */
  forced = $state(false);
  /** Views that have come but are not shown yet. */
  private queue: Came[] = [];
  private showing = false;
  /** Whether nobody has looked since the last view: the line was lost, or the page hidden. */
  private absent = false;
  private socket: Line;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private since = 0;
  /** The last move sent, with the view it was made for. */
  private sent: { choice: Choice; view: View } | undefined;
  /** The ply at which something was last proposed: what the person has put back is not proposed again. */
  private proposed = -1;
  /** A secret choice that another's, made at the same time, has overtaken: it is made again. */
  private overtaken: { choice: Choice; view: View } | undefined;

  constructor(
    readonly match: string,
    seat: number | null,
    token: string | null,
    private readonly kit: GameKit,
    private readonly solo: boolean,
    /** Several people sit at this screen. */
    private readonly shared = false,
    /** Who is at the other end, if it is no server that keeps the match. */
    private readonly elsewhere?: (ears: Ears, since: () => number) => Line,
  ) {
    this.seat = seat;
    this.board = new Board(kit, (choice) => this.send(choice), () => settings.oneTap || (settings.clockTap && this.board.limit !== undefined), () => this.pursue());
    const ears: Ears = { heard: (message) => this.heard(message), line: (up) => this.dialled(up), greeted: () => settings.speed === 'none' && this.keepPace() };
    this.socket = elsewhere ? elsewhere(ears, () => this.since) : new SeatSocket(match, token, settings.language, ears, () => this.since);
  }

  /** Whether every view that has come is on the table. */
  get settled(): boolean {
    return this.board.view !== undefined && !this.showing;
  }

  /** A line that is lost and found again repeats the latest talk. */
  private dialled(up: boolean): void {
    if (!up) {
      this.talk = [];
      this.offers = []; // those that still stand are told again
      this.caughtUp = false;
      this.absent = true;
    }
    if (up && this.lost && this.board.paused) this.pause(true); // a new line knows nothing of it
    this.lost = !up;
  }

  /** Tell whether moves are followed one by one: without animation bots need not wait. */
  keepPace(): void {
    this.socket.say({ type: 'pace', at_once: settings.speed === 'none' });
  }

  /** Let time stand, or go on; a move made for the person waits meanwhile. */
  pause(paused: boolean): void {
    clearTimeout(this.timer);
    this.forced = false;
    this.board.paused = paused;
    this.socket.say({ type: 'away', away: paused });
    if (!paused && this.board.open) this.playForced(this.board.view);
  }

  private heard(message: Heard): void {
    if (message.type === 'view') {
      this.thinking = undefined;
      this.offers = this.offers.filter((offer) => offer.what === 'rematch' || offer.ply === message.view.ply); // off when somebody moves
      this.queue.push({ ...message, view: retold(message.view, this.kit), at: performance.now() });
      if (!this.showing) void this.show();
    } else if (message.type === 'thinking') {
      this.thinking = message.seat;
    } else if (message.type === 'hint') {
      this.told(message.choices);
      this.reason = message.reason ?? '';
      this.because = message.because ?? '';
    } else if (message.type === 'coach') {
      this.coach.hear(message);
      this.showBetter();
    } else if (message.type === 'said') {
      const said = { seat: message.seat, text: message.text, free: message.phrase === null };
      this.talk = [...this.talk, said].slice(-MOST_TALK);
      if (this.caughtUp) this.spoken = said;
    } else if (message.type === 'presence') {
      this.met(message);
    } else if (message.type === 'ping') {
      this.socket.say({ type: 'pong', n: message.n });
    } else if (message.type === 'offer') {
      this.offers = [...this.offers.filter((offer) => offer.what !== message.what), message];
    } else if (message.type === 'declined') {
      this.declined(message);
    } else if (message.type === 'rematch') {
      this.rematch = { id: message.id, seat: message.seat };
    } else if (message.type === 'error' && SENT_AWAY.has(message.code)) {
      this.dismissed = message.message;
    } else if (message.type === 'error') {
      this.note(message.code === 'stale' ? '' : message.message);
      this.overtaken = message.code === 'stale' ? this.sent : undefined;
      this.board.aim = undefined; // half way is far enough: the person goes on from there
      this.board.open = this.queue.length === 0 && ((this.board.view as View | undefined)?.choices.length ?? 0) > 0;
    }
  }

  /** Who is there is told last to whoever comes. */
  private met({ here, watching }: PresenceMessage): void {
    this.caughtUp = true;
    const gone = here.flatMap((is, seat): [number, number][] => (is ? [] : [[seat, this.presence.goneAt[seat] ?? performance.now()]]));
    this.presence = { goneAt: Object.fromEntries(gone), watching };
  }

  /** An offer is off; whoever made it is told by whom. */
  private declined({ what, seat }: DeclinedMessage): void {
    const mine = this.offers.some((offer) => offer.what === what && offer.seat === this.seat);
    this.offers = this.offers.filter((offer) => offer.what !== what);
    if (mine && seat !== this.seat) this.note(t('{name} would rather not.', { name: called(this.board.view, seat) }));
  }

  /** Say something in place of the question. */
  private note(text: string): void {
    this.notice = text;
    this.noticedAt = performance.now();
  }

  /** Play what has come, one update after the other. */
  private async show(): Promise<void> {
    this.showing = true;
    while (this.queue.length) {
      const before = this.board.view as View | undefined;
      if (before) await this.playNext(before);
      else this.lay([this.queue.shift() as Came], []);
      this.absent = false;
    }
    this.showing = false;
    this.light();
  }

  /** Play the next update, or several that say little, or nothing but the end where nobody has looked. */
  private async playNext(before: View): Promise<void> {
    const late = this.absent || document.hidden || performance.now() - (this.queue[0]?.at ?? 0) > BEHIND;
    const few = late ? this.queue.length : this.routine(before);
    const taken = this.queue.splice(0, Math.max(1, few));
    const last = taken.at(-1) as Came;
    const fresh = news(before, taken);
    const score = late ? lastVerdict(this.score(before, last, fresh)) : few ? crowd(this.crowded(fresh), fresh) : this.score(before, last, fresh);
    if (late) this.stage.clear();
    this.board.open = false;
    this.board.staged = score.heavy;
    await this.stage.play(score, {
      lay: () => this.lay(taken, fresh),
      tell: (events) => this.board.tell(events),
      score: () => this.board.showScore(last.view),
    });
  }

  private score(before: View, { view }: Came, events: Happening[]): Score {
    const own = this.seat !== null && before.seats[this.seat]?.waiting === true;
    return compose({ held: before, view, events, own, shared: this.shared }, this.kit.stage, this.kit.side);
  }

  /** How many moves wait that decide nothing, but for the last of them; none if they can be shown one by one. */
  private routine(before: View): number {
    let [held, plies] = [before, 0];
    for (const came of this.queue) {
      if (this.score(held, came, news(held, [came])).heavy) break;
      held = came.view;
      plies++;
    }
    return plies > CROWD ? plies - 1 : 0;
  }

  private crowded(events: Happening[]): string {
    return events.findLast((event) => this.kit.weight?.(event) !== 'hidden')?.text ?? '';
  }

  /** All that has come is on the table: the question is lit, time runs, and the bots may be asked how it stands. */
  private light(): void {
    const view = this.board.view as View | undefined;
    if (!view || this.queue.length) return;
    this.board.open = view.choices.length > 0;
    const changeable = view.can_undo ? chosenIn(view) : [];
    this.stage.folded = [...changeable, ...this.board.choices.flatMap((choice) => choice.elements)].some((id) => !id.startsWith('hand.') && this.board.elements.has(id)); // the table is asked about
    this.board.covered = this.stage.up;
    if (this.board.open) this.stage.note('lit', view.ply);
    this.repeat(view);
    if (view.over) return;
    this.propose(view);
    if (this.pursue()) return;
    this.playForced(view);
    if (settings.chance && !this.elsewhere) void this.weigh(view.ply);
    if (this.coached && this.board.open && this.coach.wants(view)) this.socket.say({ type: 'coach' });
    this.showBetter();
  }

  /** Whether the coach looks on: against bots alone. */
  get coached(): boolean {
    return settings.coach && this.solo && !this.unaided && this.seat !== null;
  }

  /** Show on the table what the coach would do, where that was asked for. */
  private showBetter(): void {
    const points = this.board.open ? this.coach.points(this.board.view) : [];
    if (points.length) this.board.hinted = points;
  }

  /** Choose again: what was made is taken back, and what would be better is shown. */
  chooseAgain(): void {
    const made = this.coach.warning?.made;
    this.coach.point();
    if (made) this.takeBack();
    else this.showBetter();
  }

  /** Against bots a move that was made can be taken back; everything else plays on from there. */
  takeBack(): boolean {
    return this.offer('undo');
  }

  /** Where several choose at the same time the ply moves on under a person's hands: the same choice still stands. */
  private repeat(view: View): void {
    if (!this.overtaken || !this.board.open) return;
    const { choice, view: before } = this.overtaken;
    this.overtaken = undefined;
    const together = before.seats.filter((seat) => seat.waiting).length > 1;
    const same = view.choices.find((one) => one.action === choice.action);
    if (together && same && view.phase === before.phase && actions(view) === actions(before)) this.board.commit(same);
  }

  /** What the game proposes is chosen at once, and can be changed. */
  private propose(view: View): void {
    const best = this.board.open && this.proposed !== view.ply ? (this.kit.proposes?.(view) ?? []) : [];
    if (!best.length) return;
    this.proposed = view.ply;
    this.board.aim = best;
  }

  /** Go a step nearer to what is to be chosen: whoever is one too many is taken back first, then the others are added. */
  private pursue(): boolean {
    const { aim, open, view } = this.board;
    if (!aim || !open) return false;
    const chosen = chosenIn(view);
    const missing = aim.find((id) => !chosen.includes(id));
    const step = view.choices.find((choice) => missing !== undefined && choice.elements.includes(missing));
    if (chosen.some((id) => !aim.includes(id))) {
      if (view.can_undo && this.undo()) this.board.open = false;
      else this.board.aim = undefined;
    } else if (step && !step.final) this.board.commit(step);
    else {
      this.board.aim = undefined;
      if (step && missing !== undefined) this.board.picked = [missing]; // what cannot be taken back is only picked
    }
    return this.board.aim !== undefined;
  }

  /** Whether this player is spared questions for a while. */
  get spared(): boolean {
    return isSpared(this.match, this.seat, this.board.view, this.kit);
  }

  /** Pass until the seat's next turn, or be asked again. */
  spare(on: boolean): void {
    if (this.seat === null) return;
    if (on) spare(this.match, this.seat, this.board.view, this.kit);
    else askAgain(this.match, this.seat);
    clearTimeout(this.timer);
    this.forced = false;
    if (this.board.open) this.playForced(this.board.view);
  }

  /** Lay the last of some views, with what all of them tell. */
  private lay(taken: Came[], fresh: Happening[]): void {
    const { view, since, limit, time, at } = taken.at(-1) as Came;
    for (const came of taken.slice(0, -1)) this.board.hear(came.view, came.since);
    clearTimeout(this.timer);
    this.forced = false;
    if (this.noticedAt <= at) this.notice = '';
    this.hints = [];
    this.since = view.ply;
    this.seat = view.seat;
    this.board.open = false;
    this.board.covered = this.stage.up;
    this.board.came = at;
    this.board.lay(view, fresh, since);
    this.past = [...this.past, { view, fresh }].slice(-MOST_PAST);
    this.time = time ? { told: time, at } : undefined; // time runs from when it was told, not from when it is shown
    this.board.limit = limit ? { ms: Math.max(0, limit - (performance.now() - at)), ply: view.ply } : undefined;
  }

  /** Ask how the match stands; an answer that comes too late is no answer. */
  private async weigh(ply: number): Promise<void> {
    const found = await api.chance(this.match, this.seat ?? undefined).catch(() => undefined);
    if (found && this.board.view.ply === ply) this.chances = found.chances ?? undefined;
  }

  /** Play the only legal move, or the pass that was asked for, after the same pause every time; not while time stands. */
  private playForced(view: View): void {
    const steps = view.can_undo && chosenIn(view).length > 0; // what was chosen can still be put back
    const single = view.choices.length === 1 && !steps && settings.forced && this.solo ? view.choices[0] : undefined;
    const only = (this.spared ? passOf(view, this.kit) : undefined) ?? single;
    if (!only || this.board.paused) return;
    this.forced = true;
    this.timer = setTimeout(() => {
      this.board.forYou = [...this.board.forYou, view.ply + 1];
      this.board.commit(only);
    }, this.stage.up ? IN_SCENE : Math.max(300, pause(FORCED)));
  }

  /** Somebody asks why: the move waits until it is played by hand. */
  holdForced(): void {
    clearTimeout(this.timer);
    this.forced = false;
    this.notice = t('There is only one legal move here, so it would have been played for you. The settings can change that.');
  }

  /** Hurry what is played: any key, or a tap on the table. */
  skip(): void {
    this.stage.skip();
    complete();
  }

  private send(choice: Choice): void {
    clearTimeout(this.timer);
    if (this.coached && this.coach.holds(choice, this.board.view.ply)) {
      this.board.open = true;
      return;
    }
    this.board.paused = false; // who moves is back
    this.sent = { choice, view: this.board.view };
    this.past = this.past.slice(-1);
    this.stage.note('press', this.board.view.ply);
    const sent = this.socket.say({ type: 'play', ply: this.board.view.ply, action: choice.action });
    this.board.open = !sent;
    this.lost = !sent;
    if (sent && choice.final && !this.forced) this.answered = this.board.view.phase;
  }

  /** Send what is no move; tells whether it went out. A line that is down says so. */
  private tell(message: ToServer): boolean {
    const sent = this.socket.say(message);
    if (!sent) this.lost = true;
    return sent;
  }

  undo(): boolean {
    return this.tell({ type: 'undo', ply: this.board.view.ply });
  }

  hint(): boolean {
    return this.tell({ type: 'hint' });
  }

  offer(what: OfferMessage['what']): boolean {
    return this.tell({ type: 'offer', what });
  }

  answer(what: OfferMessage['what'], accept: boolean): boolean {
    return this.tell({ type: 'answer', what, accept });
  }

  concede(): boolean {
    return this.tell({ type: 'concede', ply: this.board.view.ply });
  }

  /** Say a phrase that everyone reads in their own language, or words of one's own. */
  say(what: { phrase: string } | { text: string }): boolean {
    return this.tell({ type: 'say', ...what });
  }

  private told(choices: HintChoice[]): void {
    const ranked = choices.toSorted((one, two) => (two.value ?? 0) - (one.value ?? 0));
    this.hints = ranked;
    const best = this.board.choices.find((choice) => choice.action === ranked[0]?.action);
    this.board.hinted = best?.elements ?? [];
  }

  close(): void {
    clearTimeout(this.timer);
    this.queue = [];
    this.stage.clear();
    complete();
    this.socket.close();
  }
}

export function toggleSound(): void {
  set('sound', !settings.sound);
}
