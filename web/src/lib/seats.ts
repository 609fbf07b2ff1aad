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
}

export function held(): Held[] {
  return recall<Held[]>('seats', []);
}

export function heldFor(id: string): Held | undefined {
  return held().find((row) => row.id === id);
}

export function hold(row: Held): void {
  const rest = held().filter((other) => other.id !== row.id);
  keep('seats', [row, ...rest].slice(0, 200));
}

export function letGo(id: string): void {
  keep('seats', held().filter((row) => row.id !== id));
}

/** Keep the seats of a new match; with `mine` only that one, the others go out by link. */
export function holdCreated(created: Created, plan: NewMatch, mine?: number): Held {
  const seats = created.seats.flatMap(({ seat, token }) =>
    token !== null && (mine === undefined || seat === mine) ? [{ seat, token }] : [],
  );
  const row: Held = {
    id: created.id,
    game: plan.game,
    seats,
    hotSeat: plan.hot_seat ?? false,
    solo: plan.seats.filter((seat) => seat.kind === 'human').length <= 1,
    plan,
  };
  hold(row);
  return row;
}

export function allTokens(): string[] {
  return held().flatMap((row) => row.seats.map((seat) => seat.token));
}
