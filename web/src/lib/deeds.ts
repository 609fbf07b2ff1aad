/** Who has done what in a match: for the plates of its full-time sheet. Nothing is counted that the table has not told. */

/** Somebody's deed for a seat: a goal, say, in the minute in which it fell. */
export interface Deed {
  seat: number;
  name: string;
  time: string;
}

/** Each name once, with all its minutes: "Raolo 60′, 75′". */
export function byName(deeds: Deed[], seat: number): string[] {
  const names = [...new Set(deeds.filter((deed) => deed.seat === seat && deed.name).map((deed) => deed.name))];
  return names.map((name) => {
    const times = deeds.filter((deed) => deed.seat === seat && deed.name === name && deed.time).map((deed) => deed.time);
    return times.length ? `${name} ${times.join(', ')}` : name;
  });
}

/** The one who stands alone before all others; nobody where several are level. */
export function foremost<Thing>(things: Thing[], worth: (thing: Thing) => number): Thing | undefined {
  const [first, second] = things.toSorted((one, two) => worth(two) - worth(one));
  return first !== undefined && (second === undefined || worth(first) > worth(second)) ? first : undefined;
}
