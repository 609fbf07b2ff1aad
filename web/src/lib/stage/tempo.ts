/** How long a beat takes, at every speed and where motion is not wanted. */

import type { Speed } from '../settings.svelte';
import type { Beat, Plan, Score } from './score';

const FACTOR: Record<Speed, number> = { slow: 1.6, normal: 1, quick: 0.5, none: 0 };
/** What has to be read is hurried less. */
const READ = 0.7;
/** Without animation the verdict stands still for so long, and nothing else is played. */
const NONE = 600;
/** A verdict that is skipped is still seen. */
export const GLIMPSE = 250;

export function length({ part, ms, still = ms }: Pick<Plan, 'part' | 'ms' | 'still'>, speed: Speed, calm: boolean): number {
  if (speed === 'none') return part === 'verdict' ? NONE : 0;
  const read = part === 'verdict' || part === 'banner';
  return (calm ? still : ms) * (speed === 'quick' && read ? READ : FACTOR[speed]);
}

/** Without animation: the last verdict with its line over the old table, told in one sentence, then the new view. */
export function unmoved(score: Score): Score {
  const verdict = score.beats.findLast((beat) => beat.part === 'verdict');
  const events = score.beats.flatMap((beat) => beat.events);
  const said = score.beats.flatMap((beat) => (beat.say && beat.part !== 'routine' ? [beat.say] : [])).slice(-3).join(' ');
  const beats: Beat[] = verdict ? [{ ...verdict, say: said, events, staged: false, closes: true }] : [];
  return { beats, lay: beats.length, heavy: score.heavy, keeps: false };
}
