/** The socket of one seat. It comes back by itself, and asks again from the last ply that it has seen. */

import type { FromServer, Hello, ToServer } from './wire';

export interface Ears {
  heard(message: FromServer): void;
  /** The line is up, or down and being dialled again. */
  line(up: boolean): void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const BAD_TOKEN = 4401;
const NO_MATCH = 4404;

export class SeatSocket {
  private socket: WebSocket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wait = FIRST_WAIT;
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
    addEventListener('online', this.hurry);
    document.addEventListener('visibilitychange', this.hurry);
  }

  /** The network is there again, or somebody looks at the page again: no need to wait any longer. */
  private readonly hurry = (): void => {
    if (this.timer === undefined || document.hidden) return;
    this.wait = FIRST_WAIT;
    this.dial();
  };

  private dial(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const url = new URL(`/api/matches/${this.match}/socket`, location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onopen = () => this.say({ type: 'hello', token: this.token, lang: this.lang, since: this.since() });
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.wait = FIRST_WAIT;
      this.ears.line(true);
      this.ears.heard(JSON.parse(String(event.data)) as FromServer);
    };
    socket.onclose = (event) => {
      if (this.closed || this.socket !== socket) return;
      if (event.code === BAD_TOKEN || event.code === NO_MATCH) return; // dialling again would not help
      this.ears.line(false);
      this.timer = setTimeout(() => this.dial(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
  }

  /** Send, if the line is up; a move lost on the way is asked again by the view that comes with the new line. */
  say(message: ToServer): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.closed = true;
    removeEventListener('online', this.hurry);
    document.removeEventListener('visibilitychange', this.hurry);
    clearTimeout(this.timer);
    this.socket?.close();
  }
}
