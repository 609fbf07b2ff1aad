/** The guide at somebody's first tables of a game: each kind of decision is explained once, and it can be closed for good. */

import * as api from './api';
import { placeOf } from './callouts';
import { settings } from './settings.svelte';
import { keep, recall } from './storage';
import type { GuideCallout, GuideDecision, GuideInfo, View } from './wire';

/** A callout with the number that stands at its part. */
export type Numbered = GuideCallout & { n: number };

const OFF = 'guide.off';

export class Guide {
  private told = $state.raw<GuideInfo>();
  private seen = $state.raw<string[]>([]);
  private off = $state(recall(OFF, false));
  /** The parts of the pieces that are numbered now: all in sight, or where there is little room one after the other. */
  pointing = $state.raw<Numbered[]>([]);

  constructor(private readonly game: string) {
    this.seen = recall<string[]>(this.key, [], (kept) => kept.every((phase) => typeof phase === 'string'));
    if (!this.off) void this.fetch();
  }

  private get key(): string {
    return `guide.${this.game}`;
  }

  /** Without a guide the table is as it always was. */
  async fetch(): Promise<void> {
    const told: Partial<GuideInfo> | undefined = await api.guide(this.game, settings.language).catch(() => undefined);
    this.told = told?.decisions && told.callouts ? { decisions: told.decisions, callouts: told.callouts } : undefined;
  }

  /** What is to be said of the question of a view; nothing of a kind that was answered before. */
  on(view: View): GuideDecision | undefined {
    if (this.off || !view.choices.length || this.seen.includes(view.phase)) return undefined;
    return this.told?.decisions.find((one) => one.phase === view.phase);
  }

  /** Whether there is anything to point at on this table. */
  points(parts: Record<string, string>): boolean {
    return (this.told?.callouts ?? []).some(({ part }) => part in parts);
  }

  /** The callouts whose parts are in sight, each with its number. */
  private inSight(parts: Record<string, string>): Numbered[] {
    return (this.told?.callouts ?? []).filter(({ part }) => placeOf(parts[part])).map((callout, index) => ({ ...callout, n: index + 1 }));
  }

  /** Number the parts, the next of them where they come one by one, or no more. */
  point(parts: Record<string, string>, single: boolean): void {
    const found = this.inSight(parts);
    if (single) {
      const next = found.findIndex(({ part }) => part === this.pointing[0]?.part) + 1;
      this.pointing = found.slice(next, next + 1);
    } else this.pointing = this.pointing.length ? [] : found;
  }

  /** Point at nothing any more. */
  rest(): void {
    this.pointing = [];
  }

  /** A question of this kind was answered. */
  answered(phase: string): void {
    if (this.off || this.seen.includes(phase) || !this.told?.decisions.some((one) => one.phase === phase)) return;
    this.seen = [...this.seen, phase];
    keep(this.key, this.seen);
  }

  close(): void {
    this.off = true;
    this.rest();
    keep(OFF, true);
  }
}
