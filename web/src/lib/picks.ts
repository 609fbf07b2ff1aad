/** From legal actions to what can be clicked, without knowing a rule: choices name their elements, we narrow them. */

import type { Choice, View } from './wire';

/** The choices that are still meant once these elements are picked. */
export function narrow(choices: Choice[], picked: string[]): Choice[] {
  return picked.length ? choices.filter((choice) => picked.every((id) => choice.elements.includes(id))) : choices;
}

/** The one choice that the picked elements mean, if they mean one. */
export function meant(choices: Choice[], picked: string[]): Choice | undefined {
  const left = picked.length ? narrow(choices, picked) : [];
  return left.length === 1 ? left[0] : undefined;
}

/** What is picked after an element is pressed. */
export function press(choices: Choice[], picked: string[], id: string): string[] {
  const left = narrow(choices, picked);
  const goesOn = picked.length > 0 && left.length > 1 && !picked.includes(id) && left.some((choice) => choice.elements.includes(id));
  if (goesOn) return [...picked, id];
  return choices.some((choice) => choice.elements.includes(id)) ? [id] : [];
}

/** Everything that can be clicked now. */
export function litElements(choices: Choice[]): Set<string> {
  return new Set(choices.flatMap((choice) => choice.elements));
}

/** The elements that a view draws: pieces and places. */
export function drawn(view: View): Set<string> {
  return new Set(view.zones.flatMap((zone) => [zone.id, ...zone.pieces.map((piece) => piece.id)]));
}

/** The pieces that are chosen by steps that can be taken back. */
export function chosenIn(view: View): string[] {
  return view.zones.flatMap((zone) => zone.pieces.filter((piece) => piece.marks.includes('chosen')).map((piece) => piece.id));
}

/** The choices that need a button, since nothing on the table stands for them. */
export function buttons(choices: Choice[], exists: (id: string) => boolean): Choice[] {
  return choices.filter((choice) => !choice.elements.some(exists));
}
