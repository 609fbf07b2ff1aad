/** How the eight dice look: a colour and a letter each, and a drawing for every face. */

import type { Piece } from '../../lib/wire';

export interface DieLook {
  colour: string;
  ink: string;
}

const INK = '#1b1814';
const WHITE = '#fff';

const LOOKS: Record<string, DieLook> = {
  'die.control': { colour: 'var(--d-control)', ink: INK },
  'die.pass': { colour: 'var(--d-pass)', ink: WHITE },
  'die.cross': { colour: 'var(--d-cross)', ink: WHITE },
  'die.shot': { colour: 'var(--d-shot)', ink: WHITE },
  'die.defender': { colour: 'var(--d-def)', ink: WHITE },
  'die.keeper': { colour: 'var(--d-keep)', ink: INK },
  'die.penalty': { colour: 'var(--d-pen)', ink: WHITE },
  'die.champion': { colour: 'var(--d-champ)', ink: INK },
};

export function lookOf(die: string): DieLook {
  return LOOKS[die] ?? { colour: 'var(--card)', ink: INK };
}

/** The symbols of the faces that are not arrows. */
const ICONS: Record<string, string> = {
  ON_TARGET: 'i-net',
  PERFECT: 'i-star',
  POST: 'i-straight',
  CROSSBAR: 'i-exch',
  WIDE: 'i-x',
  INTERCEPT: 'i-defend',
  MISS: 'i-x',
  MISS_OR_OWN_GOAL: 'i-net',
  CLEAR: 'i-back',
  FOUL: 'i-whistle',
  SAVE: 'i-glove',
  CONCEDE: 'i-net',
  PUNCH: 'i-exch',
  TIP: 'i-flag',
  GOAL: 'i-net',
  LONG_BOMB: 'i-bolt',
  ASSIST: 'i-captain',
  PERFECT_SHOT: 'i-star',
  AMAZING_SAVE: 'i-glove',
  MIRACLE_TACKLE: 'i-defend',
};

export interface Face {
  /** An arrow: F forward, D diagonal, S sideways, B backward. */
  arrow: string;
  number: string;
  /** "?" lets the defender roll, "X" loses the ball. */
  symbol: string;
  icon: string;
}

/** Read a face's code: `D2?`, `ON_TARGET`. */
export function readFace(code: string): Face {
  const [, arrow = '', number = '', symbol = ''] = /^([FDSB])(\d)([?X]?)$/.exec(code) ?? [];
  return { arrow, number, symbol, icon: arrow ? '' : (ICONS[code] ?? 'i-die') };
}

/** The six sides of a die: their codes, and what they are called. */
export function sidesOf({ facts }: Pick<Piece, 'facts'>): { code: string; name: string }[] {
  return [1, 2, 3, 4, 5, 6].flatMap((n) => (facts[`side.${n}`] === undefined ? [] : [{ code: String(facts[`side.${n}`]), name: String(facts[`side.${n}.name`] ?? '') }]));
}

export const ARROWS: Record<string, string[]> = {
  F: ['M50 4L76 30H60V54H40V30H24Z'],
  B: ['M50 54L24 28H40V6H60V28H76Z'],
  S: ['M4 30L26 10V22H74V10L96 30L74 50V38H26V50Z'],
  D: ['M12 12H40L30 22L49 42L39 52L20 32L10 42Z', 'M88 12H60L70 22L51 42L61 52L80 32L90 42Z'],
};
