/** The socket of one seat. It comes back by itself, and asks again from the last ply that it has seen. */

import { printed, whole } from './faces';
import { Follower } from './follower';
import type { FromServer, Hello, ToServer } from './wire';

/** What the page hears: of steps it knows nothing, they are put together here. */
export type Heard = Exclude<FromServer, { type: 'step' }>;

export interface Ears {
  heard(message: Heard): void;
  /** The line is up, or down and being dialled again. */
  line(up: boolean): void;
  /** A new line knows nothing but who is at its end. */
  greeted?(): unknown;
}

/** What a table says to, and hears from: a seat's socket, or whatever stands for one. */
export interface Line {
  /** Tells whether it went out. */
  say(message: ToServer): boolean;
  close(): void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
/** How long a question may go unanswered before the line is taken for dead, though nobody has hung up. */
const PATIENCE = 8000;
/** Somebody who was away for so long finds a dead line more often than not. */
const LONG_AWAY = 60_000;
const BAD_TOKEN = 4401;
const NO_MATCH = 4404;

export class SeatSocket implements Line {
  private socket: WebSocket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wait = FIRST_WAIT;
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  private patience = PATIENCE;
  private hiddenAt = 0;
  private closed = false;

  constructor(
    private readonly match: string,
    private readonly token: string | null,
    private readonly lang: NonNullable<Hello['lang']>,
    private readonly ears: Ears,
    /** The ply from which events are wanted: everything at first, what was missed later. */
    private readonly since: () => number,
  ) {
    this.dial();
    addEventListener('online', this.redial);
    document.addEventListener('visibilitychange', this.looked);
  }

  /** Somebody looks at the page again: no need to wait any longer. */
  private readonly looked = (): void => {
    if (document.hidden) this.hiddenAt = performance.now();
    else if (this.timer !== undefined || performance.now() - this.hiddenAt > LONG_AWAY) this.redial();
  };

  /** Hang up, if nobody has, and dial at once: the network is another one, or nobody answers. */
  private readonly redial = (): void => {
    const old = this.socket;
    this.ears.line(false);
    this.wait = FIRST_WAIT;
    this.dial();
    old?.close();
  };

  /** Listen for an answer; if none comes, the line is dead. */
  private expect(): void {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => {
      this.patience = Math.min(this.patience * 2, LONG_AWAY); // it may be the server that is slow
      this.redial();
    }, this.patience);
  }

  private dial(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const url = new URL(`/api/matches/${this.match}/socket`, location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url);
    this.socket = socket;
    this.expect();
    const held: FromServer[] = [];
    const follower = new Follower();
    socket.onopen = () => {
      this.say({ type: 'hello', token: this.token, lang: this.lang, since: this.since() });
      this.ears.greeted?.();
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      clearTimeout(this.watchdog);
      this.wait = FIRST_WAIT;
      this.patience = PATIENCE;
      this.ears.line(true);
      if (held.push(JSON.parse(String(event.data)) as FromServer) === 1) this.deliver(held, socket, follower).catch(() => socket.close());
    };
    socket.onclose = (event) => {
      if (this.closed || this.socket !== socket) return;
      clearTimeout(this.watchdog);
      if (event.code === BAD_TOKEN || event.code === NO_MATCH) return; // dialling again would not help
      this.ears.line(false);
      this.timer = setTimeout(() => this.dial(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
  }

  /** Hand on what has come, in its order: a view waits until it is known what is printed on its pieces. */
  private async deliver(held: FromServer[], socket: WebSocket, follower: Follower): Promise<void> {
    for (let next = held[0]; next; held.shift(), next = held[0]) {
      const message = next.type === 'view' || next.type === 'step' ? follower.read(next) : next;
      if (!message) this.say({ type: 'look', since: this.since() });
      const shown = message?.type === 'view' ? { ...message, view: printed(message.view) ?? (await whole(message.view, this.match)) } : message;
      if (this.closed || this.socket !== socket) return;
      if (shown) this.ears.heard(shown);
    }
  }

  /** Send, if the line is up; a move lost on the way is asked again by the view that comes with the new line. */
  say(message: ToServer): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    if (message.type === 'play') this.expect();
    return true;
  }

  close(): void {
    this.closed = true;
    removeEventListener('online', this.redial);
    document.removeEventListener('visibilitychange', this.looked);
    clearTimeout(this.timer);
    clearTimeout(this.watchdog);
    this.socket?.close();
  }
}
