/** A table followed move by move: views put together from what is told to be different (`engine/changes.py`). */

import type { Change, Counter, Piece, StepMessage, View, ViewMessage, Zone, ZoneChange } from './wire';

const byId = <Block extends { id: string }>(blocks: Block[]) => new Map(blocks.map((block) => [block.id, block]));

/** Of those that are known, these, in this order. */
function named<Block>(known: Map<string, Block>, ids: string[]): Block[] {
  return ids.map((id) => {
    const block = known.get(id);
    if (!block) throw new Error(`nothing is called ${id}`);
    return block;
  });
}

const ids = (blocks: { id: string }[]) => blocks.map(({ id }) => id);

function changedZone(old: Zone | undefined, { pieces, ...told }: ZoneChange, lying: Map<string, Piece>): Zone {
  const known = old ?? { id: told.id, name: '', owner: null, count: 0, pieces: [] };
  return { ...known, ...told, pieces: pieces ? named(lying, pieces) : known.pieces };
}

/** The view after a change. What has not changed is the same object as before. */
export function changed(before: View, change: Change): View {
  const { pieces = [], zones: told = [], zone_ids = ids(before.zones), counters: read = [], counter_ids = ids(before.counters), events = [], ...plain } = change;
  const fresh = byId(pieces);
  const lying = new Map([...before.zones.flatMap((zone) => zone.pieces.map((piece) => [piece.id, piece] as const)), ...fresh]);
  const kept = before.zones.map((zone) => (zone.pieces.some(({ id }) => fresh.has(id)) ? { ...zone, pieces: named(lying, ids(zone.pieces)) } : zone));
  const zones = byId(kept);
  for (const each of told) zones.set(each.id, changedZone(zones.get(each.id), each, lying));
  const counters = new Map<string, Counter>([...byId(before.counters), ...byId(read)]);
  return { ...before, ...plain, events, zones: named(zones, zone_ids), counters: named(counters, counter_ids) };
}

/** What is known of one table. */
export class Follower {
  private view: View | undefined;
  private version = -1;

  /** The message with its view whole; nothing where a step builds on something else than what is here. */
  read(message: ViewMessage | StepMessage): ViewMessage | undefined {
    if (message.type === 'view') this.view = message.view;
    else if (this.view && message.builds_on === this.version) this.view = changed(this.view, message.change);
    else return undefined;
    const { version, since, limit, time } = message;
    this.version = version;
    return { type: 'view', version, view: this.view, since, limit, time };
  }
}
