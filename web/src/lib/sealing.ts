/** What this browser seals, keeps and opens at a table that gathers. It keeps everything before it sends anything: after
 *  a reload it can still open, and after the match it can tell whether the file is about the dice that it was shown. */

import type { Kept } from './check';
import { newOpening, sealed } from './fair';
import { type Held, heldFor, note, type Sealed } from './seats';
import type { OptionValue, SeatInfo } from './wire';

/** A hash that was sent and not taken may still be the one that counts: the answer may have been lost. */
const MOST = 8;
const HASH = /^[0-9a-f]{64}$/;

/** What is wrong with what the server shows: another commitment than before, other hashes, or not this browser's own. */
export type Alarm = 'commitment' | 'hashes' | 'own';

/** Seal words and what the seat brings along; gives the hash to be shown. */
export function seal(id: string, commitment: string, seat: number, words: string, options: Record<string, OptionValue>): string {
  const opening = newOpening(words, options);
  const own: Sealed = { seat, hash: sealed(opening, commitment, seat), words, nonce: opening.nonce };
  note(id, { commitment, sealed: [...(heldFor(id)?.sealed ?? []), own].slice(-MOST) });
  return own.hash;
}

/** All hashes are fixed: keep them, and give what is to be opened now, or what is wrong with them. */
export function fix(id: string, seat: number, commitment: string, hashes: string[], seats: SeatInfo[]): { opening?: Sealed; alarm?: Alarm } {
  const row = heldFor(id);
  if (!row) return {};
  if (row.commitment && row.commitment !== commitment) return { alarm: 'commitment' };
  const whole = hashes.length === seats.length && seats.every((one) => (one.kind !== 'human' ? hashes[one.seat] === '' : HASH.test(hashes[one.seat] ?? '')));
  if (!whole || (row.hashes && row.hashes.join() !== hashes.join())) return { alarm: 'hashes' };
  note(id, { commitment, hashes });
  const opening = row.sealed?.find((one) => one.seat === seat && one.hash === hashes[seat]);
  if (opening) return { opening };
  return row.sealed?.length && !row.elsewhere ? { alarm: 'own' } : {};
}

/** What must be in the file of a match, by what this browser knows of it. */
export function keptOf(row: Held | undefined): Kept {
  const fixed = row?.sealed?.find((one) => row.hashes?.[one.seat] === one.hash);
  const own = fixed ?? (row?.elsewhere ? undefined : row?.sealed?.at(-1));
  return {
    commitment: row?.commitment ?? '',
    hashes: row?.hashes ?? null,
    seat: own?.seat ?? null,
    words: own?.words ?? (row?.words || null), // dice of the first edition had words alone
    nonce: own?.nonce ?? null,
  };
}
