/** The dice of a match file, checked by this page alone: `match/verify.py` says the same, finding by finding. */

import { commitmentTo, firstSeed, type Opening, sealed, seedOf } from './fair';
import { BadFile, type MatchFile, openingsOf, parseFile } from './matchfile';

export type Code =
  | 'bad_file'
  | 'no_secret'
  | 'commitment_missing'
  | 'commitment_broken'
  | 'commitment_other'
  | 'commitment_kept'
  | 'commitment_fits'
  | 'commitment_compare'
  | 'seed_mixed'
  | 'seed_broken'
  | 'tags_uneven'
  | 'hash_broken'
  | 'brought_broken'
  | 'hashes_fit'
  | 'seat_without'
  | 'server_alone'
  | 'hashes_missing'
  | 'hashes_compare'
  | 'hashes_kept'
  | 'hashes_other'
  | 'words_mixed'
  | 'words_missing'
  | 'words_compare'
  | 'first_edition'
  | 'all_proven'
  | 'players_only';

export interface Finding {
  verdict: 'proven' | 'broken' | 'open';
  code: Code;
  /** In the file; 0 for none. */
  line: number;
  seat: number | null;
}

/** What this browser has kept from before the deal. What is kept must be in the file. */
export interface Kept {
  commitment: string;
  hashes: string[] | null;
  seat: number | null;
  words: string | null;
  nonce: string | null;
}

export const NOTHING: Kept = { commitment: '', hashes: null, seat: null, words: null, nonce: null };

const finding = (verdict: Finding['verdict'], code: Code, line = 0, seat: number | null = null): Finding => ({ verdict, code, line, seat });
const proven = (code: Code, seat: number | null = null) => finding('proven', code, 0, seat);
const broken = (code: Code, line = 0, seat: number | null = null) => finding('broken', code, line, seat);
const open = (code: Code, seat: number | null = null) => finding('open', code, 0, seat);
const added = (kept: Kept): boolean => kept.words !== null || kept.nonce !== null;

/** Check where the luck of a match came from. */
export function checkDice(text: string, kept: Kept = NOTHING): Finding[] {
  try {
    return check(parseFile(text), kept);
  } catch (problem) {
    if (problem instanceof BadFile) return [broken('bad_file', problem.line)];
    throw problem;
  }
}

function check(found: MatchFile, kept: Kept): Finding[] {
  const secret = found.tags.Secret;
  if (secret === undefined) return [open('no_secret'), ...(kept.commitment ? [broken('commitment_missing')] : []), ...withoutHashes(kept), ...(added(kept) ? [broken('words_missing')] : [])];
  const commitment = commitmentTo(secret);
  const openings = openingsOf(found);
  const first = found.tags.Dice === undefined;
  const seed = first ? firstSeed(secret, found.many.Words) : seedOf(secret, openings);
  const findings = [...checkCommitment(found, commitment, kept), found.tags.Seed === seed ? proven('seed_mixed') : broken('seed_broken', found.lines.Seed ?? found.lines.Secret)];
  if (first) return [...findings, ...checkFirst(found, kept)];
  findings.push(...checkHashes(found, openings, commitment), ...compareHashes(found, kept), ...checkOpenings(openings, kept));
  return [...findings, ...conclusion(findings)];
}

const withoutHashes = (kept: Kept): Finding[] => (kept.hashes === null ? [] : [broken('hashes_missing')]);

function checkCommitment(found: MatchFile, commitment: string, kept: Kept): Finding[] {
  if (found.tags.Commitment !== commitment) return [broken('commitment_broken', found.lines.Secret)];
  if (!kept.commitment) return [proven('commitment_fits'), open('commitment_compare')];
  return [kept.commitment === commitment ? proven('commitment_kept') : broken('commitment_other', found.lines.Secret)];
}

/** Words of the first edition were given openly, one after the other. */
function checkFirst({ many }: MatchFile, kept: Kept): Finding[] {
  const missing = kept.nonce !== null || (kept.words !== null && !many.Words.includes(kept.words));
  return [...withoutHashes(kept), missing ? broken('words_missing') : open(many.Words.some(Boolean) ? 'first_edition' : 'server_alone')];
}

/** Every seat must have opened what it had sealed. */
function checkHashes(found: MatchFile, openings: (Opening | undefined)[], commitment: string): Finding[] {
  const { Hash, Words, Nonce, Seat, Kind, Brought, Option } = found.many;
  // Files from before the kinds of players name a bot in its seat's place.
  const people = Kind.length ? Kind.map((kind) => kind === 'human') : Seat.map((name) => !/^bot ./s.test(name));
  if (Hash.length !== Words.length || Hash.length !== Nonce.length || Hash.length !== Seat.length || people.length !== Seat.length) return [broken('tags_uneven', found.lines.Dice)];
  const wrong = openings.flatMap((opening, seat) => ((opening ? sealed(opening, commitment, seat) : '') === Hash[seat] ? [] : [broken('hash_broken', found.lines[`Hash ${seat}`], seat)]));
  const findings = [...wrong, ...Brought.flatMap((text, number) => (Option.includes(text.includes(' ') ? text.slice(text.indexOf(' ') + 1) : '') ? [] : [broken('brought_broken', found.lines[`Brought ${number}`])]))];
  if (!Hash.some(Boolean)) return [...findings, open('server_alone')];
  if (!wrong.length) findings.push(proven('hashes_fit'));
  return [...findings, ...Hash.flatMap((hash, seat) => (hash || !people[seat] ? [] : [open('seat_without', seat)]))];
}

/** The hashes must be those that were shown before anybody opened. */
function compareHashes(found: MatchFile, kept: Kept): Finding[] {
  const { Hash } = found.many;
  if (kept.hashes === null) return Hash.some(Boolean) ? [open('hashes_compare')] : [];
  const other = kept.hashes.findIndex((hash, seat) => seat < Hash.length && hash !== Hash[seat]);
  if (other < 0 && kept.hashes.length === Hash.length) return [proven('hashes_kept')];
  return [other < 0 ? broken('hashes_other', found.lines.Dice) : broken('hashes_other', found.lines[`Hash ${other}`], other)];
}

/** One's own words and nonce must have been mixed in, sign by sign. */
function checkOpenings(openings: (Opening | undefined)[], kept: Kept): Finding[] {
  if (!added(kept)) return openings.some(Boolean) ? [open('words_compare')] : [];
  const own = openings.findIndex((one, seat) => one && (kept.seat ?? seat) === seat && (kept.words ?? one.words) === one.words && (kept.nonce ?? one.nonce) === one.nonce);
  return [own < 0 ? broken('words_missing') : proven('words_mixed', own)];
}

/** Against whom the dice are proven. */
function conclusion(findings: Finding[]): Finding[] {
  const has = (code: Code) => findings.some((one) => one.code === code);
  if (!has('hashes_fit') || findings.some((one) => one.verdict === 'broken')) return [];
  return [has('commitment_kept') && has('hashes_kept') && has('words_mixed') ? proven('all_proven') : open('players_only')];
}
