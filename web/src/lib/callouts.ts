/** Where the parts of a table are that the guide explains. */

/** So much of a part must show. */
const LEAST = 12;
/** A number's middle keeps this far from the edges. */
const EDGE = 15;

export interface Place {
  left: number;
  top: number;
}

const within = (at: number, all: number) => at >= 0 && at <= all - LEAST;

/** Where the number of a part goes: at the corner of the first one drawn, if any is in sight. */
export function placeOf(selector: string | undefined): Place | undefined {
  if (!selector) return undefined;
  const drawn = [...document.querySelectorAll(`.tablepage :is(${selector})`)].map((node) => node.getBoundingClientRect());
  const box = drawn.find((one) => one.width > 0 && one.height > 0 && within(one.top, innerHeight) && within(one.left, innerWidth));
  return box && { left: Math.max(EDGE, box.left - 6), top: Math.min(Math.max(EDGE, box.top - 6), innerHeight - EDGE) };
}
