/** A table followed move by move: views put together from what is told to be different (`engine/changes.py`). */

import { wholeChange, wholeView } from './filling';
import { DEFAULTS, type Change, type Choice, type Counter, type Piece, type StepMessage, type View, type ViewMessage, type Zone, type ZoneChange } from './wire';

type Name = number | string;

/** Of those that are known, these, in this order. */
function named<Block>(known: Map<Name, Block>, names: Name[]): Block[] {
  return names.map((name) => {
    const block = known.get(name);
    if (!block) throw new Error(`nothing is called ${name}`);
    return block;
  });
}

const id = ({ id }: { id: string }): Name => id;
const action = ({ action }: Choice): Name => action;
const byName = <Block>(name: (block: Block) => Name, blocks: Block[]) => new Map(blocks.map((block) => [name(block), block]));

/** Blocks after a change: those that were told anew take the places of the old ones. */
const merged = <Block>(name: (block: Block) => Name, old: Block[], fresh: Block[], names: Name[] = old.map(name)) => named(byName(name, [...old, ...fresh]), names);

function changedZone(old: Zone | undefined, { pieces, ...told }: ZoneChange, lying: Map<Name, Piece>): Zone {
  const known = old ?? { ...DEFAULTS.Zone, id: told.id, name: '' };
  return { ...known, ...told, pieces: pieces ? named(lying, pieces) : known.pieces };
}

/** The view after a change. What has not changed is the same object as before. */
export function changed(before: View, change: Change): View {
  const { seats = [], pieces, zones: told = [], zone_ids = before.zones.map(id), counters, counter_ids, choices, actions, ...plain } = wholeChange(change);
  const fresh = byName(id, pieces);
  const lying = new Map([...byName(id, before.zones.flatMap((zone) => zone.pieces)), ...fresh]);
  const kept = before.zones.map((zone) => (zone.pieces.some((piece) => fresh.has(piece.id)) ? { ...zone, pieces: named(lying, zone.pieces.map(id)) } : zone));
  const zones = byName(id, kept);
  for (const each of told) zones.set(each.id, changedZone(zones.get(each.id), each, lying));
  return {
    ...before,
    ...plain,
    seats: seats.length ? before.seats.map((seat) => ({ ...seat, ...seats.find((each) => each.seat === seat.seat) })) : before.seats,
    zones: named(zones, zone_ids),
    counters: merged<Counter>(id, before.counters, counters, counter_ids),
    choices: merged(action, before.choices, choices, actions),
  };
}

/** What is known of one table. */
export class Follower {
  private view: View | undefined;
  private version = -1;

  /** The message with its view whole; nothing where a step builds on something else than what is here. */
  read(message: ViewMessage | StepMessage): ViewMessage | undefined {
    if (message.type === 'view') this.view = wholeView(message.view);
    else if (this.view && message.builds_on === this.version) this.view = changed(this.view, message.change);
    else return undefined;
    const { version, since, limit, time } = message;
    this.version = version;
    return { type: 'view', version, view: this.view, since, limit, time };
  }
}
