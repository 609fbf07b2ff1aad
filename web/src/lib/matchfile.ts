/** The tags of a match file, read as `match/files.py` reads them. Whether its moves are legal is the rules' to say. */

import type { Opening } from './fair';

/** The most signs that a value may have. */
const MANY = { Option: 4100, Hash: 64, Words: 200, Nonce: 64, Brought: 4100, Seat: 200, Kind: 60 };
const ONCE: Record<string, number> = { Game: 40, Rules: 10, Box: 16, Seed: 200, Dice: 20, Commitment: 64, Secret: 200, Result: 100, Ended: 40, End: 64 };
type Many = keyof typeof MANY;
const TAG = /^\[([A-Za-z0-9_]+) ("(?:[^"\\]|\\.)*")\][ \t]*(?:;.*)?$/s;
const MOVE = /^([0-9]{1,9})\. ([0-9]{1,9}) ([^ \t]+)(?: @([0-9]{1,9}))?(?: #([0-9a-f]{8}))?[ \t]*(?:;.*)?$/s;
const LARGEST = 100_000;
const MOST_TAGS = 200;
const MOST_MOVES = 3000;
const LONGEST_MOVE_LINE = 300;
/** What steers the writing and is not seen; the joiners of emoji and of scripts stay. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Co}\p{Cn}]|(?![\u200c\u200d])\p{Cf}/gu;

/** A line that no match file has. */
export class BadFile extends Error {
  constructor(readonly line: number) {
    super(`line ${line}`);
  }
}

export interface MatchFile {
  tags: Record<string, string>;
  many: Record<Many, string[]>;
  /** Where each tag stands; of several each by its number, as in `Hash 0`. */
  lines: Record<string, number>;
  /** How many tags there are. */
  count: number;
}

const isMany = (name: string): name is Many => name in MANY;
const signs = (text: string): number => [...text].length;

export function parseFile(text: string): MatchFile {
  if (signs(text) > LARGEST) throw new BadFile(1);
  const found: MatchFile = { tags: {}, many: { Option: [], Hash: [], Words: [], Nonce: [], Brought: [], Seat: [], Kind: [] }, lines: {}, count: 0 };
  let moves = 0;
  text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .forEach((written, index) => {
      const line = written.replace(/^[ \t]+|[ \t]+$/g, '');
      if (!line || line.startsWith(';')) return;
      if (!line.startsWith('[')) {
        const isShort = moves < MOST_MOVES && signs(line) <= LONGEST_MOVE_LINE;
        if (!isShort || Number(MOVE.exec(line)?.[1] ?? 0) !== moves + 1) throw new BadFile(index + 1);
        moves++;
      } else if (moves) throw new BadFile(index + 1);
      else readTag(found, line, index + 1);
    });
  if (!('Game' in found.tags)) throw new BadFile(1);
  return found;
}

function readTag(found: MatchFile, line: string, number: number): void {
  const [, name = '', quoted = ''] = TAG.exec(line) ?? [];
  const value = unquoted(quoted);
  if (value === undefined || name in found.tags || ++found.count > MOST_TAGS) throw new BadFile(number);
  if (signs(value) > (isMany(name) ? MANY[name] : (ONCE[name] ?? 0))) throw new BadFile(number);
  if (isMany(name)) {
    if (name === 'Option' && found.many.Option.some((other) => optionName(other) === optionName(value))) throw new BadFile(number);
    found.lines[`${name} ${found.many[name].length}`] = number;
    found.many[name].push(value);
  } else if (!(name in ONCE) || (name === 'Dice' && value !== '2')) throw new BadFile(number);
  else {
    found.tags[name] = value;
    found.lines[name] = number;
  }
}

const optionName = (option: string): string | undefined => option.split('=')[0];

/** The text between quotes, if it is one: half signs and the zero sign are none. */
function unquoted(quoted: string): string | undefined {
  try {
    const value = JSON.parse(quoted) as string;
    return /[\0\p{Cs}]/u.test(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** What a seat has opened; nothing where nothing is said of it at all. */
function openingOf({ many }: MatchFile, seat: number): Opening | undefined {
  const brought = many.Brought.filter((text) => text.startsWith(`${seat} `)).map((text) => text.slice(`${seat} `.length));
  const opening = { words: many.Words[seat] ?? '', nonce: many.Nonce[seat] ?? '', brought };
  return many.Hash[seat] || opening.words || opening.nonce || brought.length ? opening : undefined;
}

/** What every seat has opened. */
export function openingsOf(found: MatchFile): (Opening | undefined)[] {
  const seats = Math.max(found.many.Hash.length, found.many.Words.length, found.many.Nonce.length);
  return Array.from({ length: seats }, (_, seat) => openingOf(found, seat));
}

/** What a file says of its dice, for reading; nothing where it is no match file. */
export function diceTags(text: string): { commitment: string; secret: string; words: string[] } {
  try {
    const { tags, many } = parseFile(text);
    return { commitment: tags.Commitment ?? '', secret: tags.Secret ?? '', words: many.Words.map((words) => words.replace(UNSEEN, '')) };
  } catch {
    return { commitment: '', secret: '', words: [] };
  }
}
