/** Verdicts, plates and banners: the same in every game, and told apart by whose they are. */

import type { Sound } from '../sound';
import { t } from '../words.svelte';
import type { Cue, Plan, Whose } from './score';

const FEAST = 1700;
const HURT = 1200;

/** A goal: the word, the plate, and a feast or a dark band. */
export function goal(cue: Cue, seat: number, reason: string, { net = 420, ms = FEAST }: { net?: number; ms?: number } = {}): Plan[] {
  const whose = cue.whose(seat);
  const yours = cue.next.seat !== null && cue.next.seats[cue.next.seat]?.waiting ? `. ${t('Your move')}.` : '';
  const text = `${reason} ${tally(cue)}${yours}`;
  return [
    { name: 'verdict', part: 'verdict', ms: net, sound: 'net', say: `${reason} ${t('Goal!')}`, verdict: { word: t('In!'), text: reason, whose, scored: true } },
    { name: 'plate', part: 'plate', ms: 300, still: 120, sound: 'plate' },
    whose === 'theirs'
      ? { name: 'conceded', part: 'banner', ms: Math.min(HURT, ms), sound: 'groan', say: text, banner: { word: t('Goal for {name}', { name: cue.name(seat) }), text, mood: 'hurt' } }
      : { name: 'feast', part: 'banner', ms, sound: 'crowd', say: text, banner: { word: t('Goal!'), text, mood: 'feast' } },
  ];
}

/** How it stands now, as the scoreboard says it. */
export const tally = ({ next, side }: Cue): string =>
  next.seats
    .toSorted((one, two) => side(one.seat) - side(two.seat))
    .map(({ score }) => score)
    .join(' : ');

/** What ends without a goal has its own word and its own time. */
export function noGoal(cue: Cue, seat: number, word: string, text: string, ms = 900, sound?: Sound): Plan {
  const whose = cue.whose(seat);
  return { name: 'verdict', part: 'verdict', ms, sound: sound ?? (whose === 'theirs' ? 'relief' : 'groan'), say: `${text} ${word}`, verdict: { word, text, whose, scored: false } };
}

/** "Wide!" for whoever shot, "Safe!" for whoever had to fear. */
export const wide = (whose: Whose): string => (whose === 'theirs' ? t('Safe!') : t('Wide!'));

/** A plain band: half-time, a red card, the next heat. */
export const band = (name: string, word: string, text: string, ms = 1200, sound: Sound = 'whistle'): Plan => ({ name, part: 'banner', ms, sound, say: `${word} ${text}`, banner: { word, text, mood: 'plain' } });
