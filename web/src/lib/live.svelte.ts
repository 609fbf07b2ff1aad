/** A seat at a live table: the socket, the pace at which moves are shown, hints, and moves that play themselves. */

import * as api from './api';
import { Board } from './board.svelte';
import { complete } from './flight';
import type { GameKit, Moment } from './kit';
import { called } from './people';
import { pause, set, settings } from './settings.svelte';
import { type Heard, SeatSocket } from './socket';
import { play } from './sound';
import { t } from './words.svelte';
import type { Choice, DeclinedMessage, Happening, HintChoice, OfferMessage, PresenceMessage, TimeInfo, ToServer, View, ViewMessage } from './wire';

/** The same for every silent move of a rival, whatever is held. */
const RIVAL_MOVE = 750;
const OWN_MOVE = 120;
const BANNER = 1600;
const FORCED = 1100;
const MOST_TALK = 50;

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

/** What the server sends before it shuts the door for good. */
const SENT_AWAY = new Set(['bad_token', 'no_spectators', 'not_found']);

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
  banner = $state.raw<{ word: string; text: string }>();
  hints = $state.raw<HintChoice[]>([]);
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
  /** Whether the move about to be made is the only one, and made for the person. */
  forced = $state(false);
  /** Views that have come but are not shown yet. */
  private queue: (ViewMessage & { at: number })[] = [];
  private showing = false;
  private hurry: (() => void) | undefined;
  private socket: SeatSocket;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private bannerTimer: ReturnType<typeof setTimeout> | undefined;
  private since = 0;
  /** The last move sent, with the view it was made for. */
  private sent: { choice: Choice; view: View } | undefined;
  /** A secret choice that another's, made at the same time, has overtaken: it is made again. */
  private overtaken: { choice: Choice; view: View } | undefined;

  constructor(
    readonly match: string,
    seat: number | null,
    token: string | null,
    private readonly kit: GameKit,
    private readonly solo: boolean,
  ) {
    this.seat = seat;
    this.board = new Board(kit, (choice) => this.send(choice), () => settings.oneTap);
    this.socket = new SeatSocket(
      match,
      token,
      settings.language,
      { heard: (message) => this.heard(message), line: (up) => this.dialled(up) },
      () => this.since,
    );
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
    }
    if (up && this.lost && this.board.paused) this.pause(true); // a new line knows nothing of it
    this.lost = !up;
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
      this.queue.push({ ...message, at: performance.now() });
      if (!this.showing) void this.show();
    } else if (message.type === 'thinking') {
      this.thinking = message.seat;
    } else if (message.type === 'hint') {
      this.told(message.choices);
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
      this.notice = message.code === 'stale' ? '' : message.message;
      this.overtaken = message.code === 'stale' ? this.sent : undefined;
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
    if (mine && seat !== this.seat) this.notice = t('{name} would rather not.', { name: called(this.board.view, seat) });
  }

  /** Lay the views on the table one after the other, each long enough to be followed. */
  private async show(): Promise<void> {
    this.showing = true;
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      const { view, since, limit, time, at } = next;
      const before = this.board.view as View | undefined;
      const fresh = before ? view.events.filter((event) => event.ply > before.ply) : [];
      const own = before === undefined || (this.seat !== null && before.seats[this.seat]?.waiting === true);
      this.lay(view, fresh, since);
      this.time = time ? { told: time, at } : undefined; // time runs from when it was told, not from when it is shown
      this.board.limit = limit ? { ms: Math.max(0, limit - (performance.now() - at)), ply: view.ply } : undefined;
      const hold = before === undefined ? 0 : this.announce(fresh) ? BANNER : own ? OWN_MOVE : RIVAL_MOVE;
      this.board.open = this.queue.length === 0 && view.choices.length > 0;
      this.repeat(view);
      await this.rest(hold);
    }
    this.showing = false;
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

  private lay(view: View, fresh: Happening[], since?: number): void {
    clearTimeout(this.timer);
    this.forced = false;
    this.notice = '';
    this.hints = [];
    this.since = view.ply;
    this.seat = view.seat;
    this.board.open = false;
    this.board.lay(view, fresh, since);
    if (this.queue.length || view.over) return;
    this.playForced(view);
    if (settings.chance) void this.weigh(view.ply);
  }

  /** Ask how the match stands; an answer that comes too late is no answer. */
  private async weigh(ply: number): Promise<void> {
    const found = await api.chance(this.match, this.seat ?? undefined).catch(() => undefined);
    if (found && this.board.view.ply === ply) this.chances = found.chances ?? undefined;
  }

  /** Play the only legal move, after the same pause every time; not while time stands. */
  private playForced(view: View): void {
    const only = view.choices[0];
    if (!only || view.choices.length > 1 || !settings.forced || !this.solo || this.board.paused) return;
    this.forced = true;
    this.timer = setTimeout(() => {
      this.board.forYou = [...this.board.forYou, view.ply + 1];
      this.board.commit(only);
    }, Math.max(300, pause(FORCED)));
  }

  /** Somebody asks why: the move waits until it is played by hand. */
  holdForced(): void {
    clearTimeout(this.timer);
    this.forced = false;
    this.notice = t('There is only one legal move here, so it would have been played for you. The settings can change that.');
  }

  /** Sound and banner of what has just happened; tells whether there is something to read. */
  private announce(fresh: Happening[]): boolean {
    const moments = fresh.flatMap((event): [Moment, Happening][] => {
      const moment = this.kit.moment?.(event);
      return moment ? [[moment, event]] : [];
    });
    for (const [moment] of moments) if (moment.sound) play(moment.sound);
    if (fresh.length && !moments.length) play('card');
    const loud = moments.findLast(([moment]) => moment.word);
    if (!loud?.[0].word) return false;
    this.banner = { word: loud[0].word, text: loud[1].text };
    clearTimeout(this.bannerTimer);
    this.bannerTimer = setTimeout(() => (this.banner = undefined), Math.max(900, pause(BANNER)));
    return true;
  }

  private rest(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, pause(ms));
      this.hurry = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  /** Complete what is moving: any key, or a tap on the table. */
  skip(): void {
    this.hurry?.();
    complete();
    this.banner = undefined;
  }

  private send(choice: Choice): void {
    clearTimeout(this.timer);
    this.board.paused = false; // who moves is back
    this.sent = { choice, view: this.board.view };
    const sent = this.socket.say({ type: 'play', ply: this.board.view.ply, action: choice.action });
    this.board.open = !sent;
    this.lost = !sent;
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
    clearTimeout(this.bannerTimer);
    this.hurry?.();
    complete();
    this.queue = [];
    this.socket.close();
  }
}

export function toggleSound(): void {
  set('sound', !settings.sound);
}
