/** Fair dice, second edition: what this browser adds to them, and how everything is mixed. `match/fair.py` says the
 *  same in Python; hashes of our own, because `crypto.subtle` is only there on pages that came over https. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { OptionValue } from './wire';

/** What a person adds to the dice. */
export interface Opening {
  words: string;
  nonce: string;
  /** Options of the seat alone, such as its deck, as `name=value`. */
  brought: string[];
}

/** As the server takes them. */
export const LONGEST_WORDS = 200;

/** Texts one after the other, each preceded by its length: no two ways to split them are alike. */
function packed(...parts: string[]): Uint8Array {
  return concatBytes(
    ...parts.map((part) => {
      const data = utf8ToBytes(part);
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, data.length);
      return concatBytes(length, data);
    }),
  );
}

const hash = (...data: Uint8Array[]): string => bytesToHex(sha256(concatBytes(...data)));

/** What is shown before the deal to prove afterwards that the secret was not changed. */
export const commitmentTo = (secret: string): string => hash(utf8ToBytes(secret));

/** The hash of an opening, made for one table and one seat. */
export const sealed = (opening: Opening, commitment: string, seat: number): string =>
  hash(utf8ToBytes('matchday fair 2 seat\0'), packed(commitment, String(seat), opening.nonce, opening.words, ...opening.brought));

/** The seed of a match. */
export const seedOf = (secret: string, openings: (Opening | undefined)[]): string =>
  hash(utf8ToBytes('matchday fair 2 seed\0'), packed(secret), ...openings.map((one) => (one ? concatBytes(new Uint8Array([1]), packed(one.words, one.nonce)) : new Uint8Array([0]))));

/** The seed of a match of the first edition. */
export const firstSeed = (secret: string, words: string[]): string => hash(utf8ToBytes('matchday fair seed\0'), packed(secret, ...words));

/** Draw what nobody can guess, and put it beside the words. */
export const newOpening = (words: string, options: Record<string, OptionValue>): Opening => ({
  words,
  nonce: bytesToHex(randomBytes(32)),
  brought: Object.entries(options)
    .sort(([one], [two]) => (one < two ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`),
});

/** Whether words are taken: in one line, not too long, and sign by sign what they are. */
export const areWords = (text: string): boolean => [...text].length <= LONGEST_WORDS && !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
