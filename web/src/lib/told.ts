/** Events read by the names of their numbers: each game's `wire.ts` says which kind has which. */

import type { GameKit } from './kit';
import type { Happening, View } from './wire';

/** An event of a game whose kinds name their numbers so; every match may also have ended otherwise than by its rules. */
export type Told<Names> = ToldBy<Names & { ended: never }>;

type ToldBy<Names> = {
  [Kind in keyof Names & string]: Omit<Happening, 'kind' | 'args'> & { kind: Kind; args: Record<Names[Kind] & string, number> };
}[keyof Names & string];

interface Kind {
  kind: string;
  args: object;
}
type Of<Event, Name> = Extract<Event, { kind: Name }>;
type Seated<Event> = Extract<Event, { args: { seat: number } }>;

/** A view whose events say what the game's table would have them say. */
export const retold = (view: View, { says }: GameKit): View => (says ? { ...view, events: view.events.map((event) => ({ ...event, text: says(event, view) ?? event.text })) } : view);

/** The events of some kinds. */
export function ofKind<Event extends Kind, Name extends Event['kind']>(events: Event[], ...kinds: Name[]): Of<Event, Name>[] {
  return events.filter((event): event is Of<Event, Name> => (kinds as string[]).includes(event.kind));
}

/** The events of some kinds that are about a seat. */
export function ofSeat<Event extends Kind, Name extends Seated<Event>['kind']>(events: Event[], seat: number, ...kinds: Name[]): Of<Event, Name>[] {
  return ofKind<Event, Name>(events, ...kinds).filter((event) => 'seat' in event.args && event.args.seat === seat);
}

/** What follows from some kinds of events, each from its own numbers. */
export type ByKind<Event extends Kind, Result> = { [Name in Event['kind']]?: (args: Of<Event, Name>['args']) => Result };

/** Look up what follows from an event. */
export function follows<Event extends Kind, Result>(table: ByKind<Event, Result>, event: Event): Result | undefined {
  const found = table[event.kind as Event['kind']] as ((args: object) => Result) | undefined;
  return found?.(event.args);
}
