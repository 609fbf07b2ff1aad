/** Players who want to be spared questions for a while: whatever they hold, it is passed for them, after the same pause every time. */

import { SvelteMap } from 'svelte/reactivity';
import type { GameKit } from './kit';
import { type Heard, SeatSocket } from './socket';
import { keep, recall } from './storage';
import type { Choice, View } from './wire';

/** Where most questions are answered by a pass. */
export interface Passing {
  /** Whether the table asks such a question, of whomever. */
  asks(view: View): boolean;
  /** Whether it can be asked for now: with such a question, or before the next of them comes. */
  offers(view: View): boolean;
  /** How far the match has come … */
  now(view: View): number;
  /** … and when a seat wants to be asked again. */
  until(view: View, seat: number): number;
  /** What the button says that asks for it, what is said while it lasts, and the button that ends it. */
  offer(): string;
  told(): string;
  again(): string;
}

/** Of how many seats it is kept. */
const MOST = 50;
const isKept = (rows: [string, number][]) => rows.every((row) => typeof row?.[0] === 'string' && typeof row[1] === 'number');
/** By match and seat: from when on it wants to be asked again. A page that is loaded again still knows it. */
const spared = new SvelteMap<string, number>(recall<[string, number][]>('spared', [], isKept));
const key = (match: string, seat: number) => `${match} ${seat}`;

function remember(match: string, seat: number, until: number | undefined): void {
  spared.delete(key(match, seat));
  if (until !== undefined) spared.set(key(match, seat), until);
  keep('spared', [...spared].slice(-MOST));
}

/** Spare a seat such questions from now on. */
export function spare(match: string, seat: number, view: View, kit: GameKit): void {
  if (kit.passing) remember(match, seat, kit.passing.until(view, seat));
}

export const askAgain = (match: string, seat: number) => remember(match, seat, undefined);

/** Whether a seat is spared as things stand. */
export const isSpared = (match: string, seat: number | null, view: View, kit: GameKit): boolean => kit.passing !== undefined && seat !== null && (spared.get(key(match, seat)) ?? -Infinity) > kit.passing.now(view);

/** The pass among the answers to a question that a player may be spared. */
export const passOf = (view: View, kit: GameKit): Choice | undefined => (kit.passing?.asks(view) ? view.choices.find((choice) => choice.notation === 'pass') : undefined);

/** Pass for a seat at this screen without handing it over; whoever must be asked after all is. */
export function passFor(match: string, { seat, token, language, ply }: { seat: number; token: string; language: 'en' | 'pl' | 'es'; ply: number }, kit: GameKit, otherwise: () => void): () => void {
  let done = false;
  const heard = (message: Heard) => {
    if (message.type === 'error' || done) line.close();
    if (message.type !== 'view' || done) return;
    const pass = isSpared(match, seat, message.view, kit) ? passOf(message.view, kit) : undefined;
    done = true;
    if (pass) line.say({ type: 'play', ply: message.view.ply, action: pass.action });
    else {
      line.close();
      otherwise();
    }
  };
  const line: SeatSocket = new SeatSocket(match, token, language, { heard, line: () => undefined }, () => ply);
  return () => line.close();
}
