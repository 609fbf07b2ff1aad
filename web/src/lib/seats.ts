/** The seats that this device may sit on: a token for each, kept here and nowhere else. */

import { keep, recall } from './storage';
import type { Created, NewMatch } from './wire';

export interface Held {
  id: string;
  game: string;
  seats: { seat: number; token: string }[];
  hotSeat: boolean;
  /** Every other seat is a bot's: nobody can read anything out of how fast a forced move comes. */
  solo: boolean;
  plan?: NewMatch;
  /** Invitations that this device has made, by seat: told once, so they are kept until somebody has come. */
  invites?: Record<number, string>;
  /** The same people play again: fresh dice are sealed by themselves. */
  again?: boolean;
  /** The seats as the scoreboard had them when the table was last seen: dice or a lot may decide who is the host. */
  order?: number[];
  /** What was known of the dice before the deal: the commitment, everybody's hashes, and what this browser has sealed. */
  commitment?: string;
  hashes?: string[];
  sealed?: Sealed[];
  /** The hash of the seat was made on another device of one's own. */
  elsewhere?: boolean;
  /** Words that were given to dice of the first edition. */
  words?: string;
}

/** What this browser has added to the dice of a match. */
export interface Sealed {
  seat: number;
  hash: string;
  words: string;
  nonce: string;
}

const isHeld = (row: Partial<Held> | null): boolean => typeof row?.id === 'string' && Array.isArray(row.seats) && row.seats.every((seat) => typeof seat?.token === 'string');

export function held(): Held[] {
  return recall<Held[]>('seats', []).filter(isHeld);
}

export function heldFor(id: string): Held | undefined {
  return held().find((row) => row.id === id);
}

export function hold(row: Held): void {
  const rest = held().filter((other) => other.id !== row.id);
  keep('seats', [row, ...rest].slice(0, 200));
}

/** Keep something more about a match that this device has a seat of. */
export function note(id: string, more: Partial<Pick<Held, 'invites' | 'commitment' | 'hashes' | 'sealed' | 'elsewhere' | 'order'>>): void {
  const row = heldFor(id);
  if (row) hold({ ...row, ...more });
}

export function letGo(id: string): void {
  keep('seats', held().filter((row) => row.id !== id));
}

/** Keep the seats of a new match, and the invitations to those of friends. */
export function holdCreated(created: Created, plan: NewMatch): Held {
  const seats = created.seats.flatMap(({ seat, token }) => (token === null ? [] : [{ seat, token }]));
  const row: Held = {
    id: created.id,
    game: plan.game,
    seats,
    hotSeat: plan.hot_seat ?? false,
    solo: plan.seats.filter((seat) => seat.kind !== 'bot').length <= 1,
    plan,
    invites: Object.fromEntries(created.seats.flatMap(({ seat, invite }) => (invite === null ? [] : [[seat, invite]]))),
  };
  hold(row);
  return row;
}

export function allTokens(): string[] {
  return held().flatMap((row) => row.seats.map((seat) => seat.token));
}
