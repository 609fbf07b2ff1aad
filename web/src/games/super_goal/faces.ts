/** How the eight dice look: a colour and a letter each, and a drawing for every face. */

import type { Board } from '../../lib/board.svelte';
import type { Piece } from '../../lib/wire';
import { t } from '../../lib/words.svelte';

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

/** Why a die is not rolled now, or else when it is; while a side is chosen, that it comes first. */
export function whyOf({ view }: Board, { facts }: Piece): string {
  return view.phase === 'side' && view.choices.length ? t('first choose the side') : String(facts.why ?? facts.when ?? '');
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

/** One side of a die. */
export interface Side {
  code: string;
  name: string;
  /** Drawn as an arrow; empty for a side that is none. */
  arrow: string[];
  number: number;
  /** Lets the defender roll. */
  question: boolean;
  /** Loses the ball. */
  lost: boolean;
  icon: string;
}

/** The six sides of a die. */
export function sidesOf({ facts }: Pick<Piece, 'facts'>): Side[] {
  return [1, 2, 3, 4, 5, 6].flatMap((n) => {
    const fact = (name: string) => facts[`side.${n}${name}`];
    const code = String(fact('') ?? '');
    const side = { code, name: String(fact('.name') ?? ''), arrow: ARROWS[String(fact('.arrow'))] ?? [], number: Number(fact('.number')), question: Boolean(fact('.question')), lost: Boolean(fact('.lost')), icon: ICONS[code] ?? 'i-die' };
    return code ? [side] : [];
  });
}

/** The side that is up, if the die has been rolled. */
export const fellOf = (die: Pick<Piece, 'facts'>): Side | undefined => sidesOf(die).find((side) => side.code === die.facts.fell);

const ARROWS: Record<string, string[]> = {
  forward: ['M50 4L76 30H60V54H40V30H24Z'],
  backward: ['M50 54L24 28H40V6H60V28H76Z'],
  sideways: ['M4 30L26 10V22H74V10L96 30L74 50V38H26V50Z'],
  diagonal: ['M12 12H40L30 22L49 42L39 52L20 32L10 42Z', 'M88 12H60L70 22L51 42L61 52L80 32L90 42Z'],
};
