/** The clocks that people can agree on. */

import type { ClockOrder } from './wire';
import { t } from './words.svelte';

export type ClockKind = ClockOrder['kind'] | 'none';

const MINUTE = 60;
const DAY = 86_400;
const order = (kind: ClockOrder['kind']) => (seconds: number, increment = 0): ClockOrder => ({ kind, seconds, increment });
const [move, budget, days] = [order('move'), order('budget'), order('days')];

/** For each kind what can be chosen, and which of them is proposed. */
export const CLOCKS: Record<ClockOrder['kind'], { offered: ClockOrder[]; proposed: number }> = {
  move: { offered: [move(30), move(MINUTE), move(2 * MINUTE), move(5 * MINUTE)], proposed: 1 },
  budget: { offered: [budget(5 * MINUTE, 3), budget(10 * MINUTE, 5), budget(15 * MINUTE, 10), budget(30 * MINUTE, 20), budget(60 * MINUTE, 30)], proposed: 2 },
  days: { offered: [days(DAY), days(2 * DAY), days(3 * DAY), days(7 * DAY)], proposed: 2 },
};

/** Tell whether something is a clock, of a kind that there is. */
export const isClock = ({ kind, seconds }: Partial<ClockOrder>): boolean => Object.keys(CLOCKS).includes(kind ?? '') && typeof seconds === 'number';

/** Say a clock in a few words. */
export function clockWords({ kind, seconds, increment = 0 }: ClockOrder): string {
  if (kind === 'days') return seconds === DAY ? t('1 day a move') : t('{n} days a move', { n: seconds / DAY });
  if (kind === 'budget') return t('{n} min, and {s} s more after each move', { n: seconds / MINUTE, s: increment });
  return seconds < MINUTE ? t('{n} s a move', { n: seconds }) : t('{n} min a move', { n: seconds / MINUTE });
}
