/** A lesson stands for the server at the other end of a table: it answers the learner's choices, and objects to some. */

import * as api from './api';
import { whole } from './faces';
import { keepProgress, progressIn } from './learning';
import type { GameKit } from './kit';
import { LiveTable } from './live.svelte';
import { settings } from './settings.svelte';
import type { Ears, Line } from './socket';
import type { LessonTable, ToServer } from './wire';
import { t } from './words.svelte';

/** After so many wrong tries what is right is shown. */
const ENOUGH = 2;

export class Lesson implements Line {
  /** What is said at the table, when it is shown; nothing before the first view. */
  told = $state.raw<LessonTable>();
  /** Why the lesson cannot be had. */
  problem = $state('');
  readonly table: LiveTable;
  private ears: Ears | undefined;
  private since = (): number => 0;
  private taken: number[];
  private tries = 0;
  private closed = false;
  /** What is to be said when all that has come is on the table. */
  private coming: LessonTable | undefined;

  constructor(
    readonly game: string,
    readonly name: string,
    kit: GameKit,
  ) {
    this.taken = progressIn(game, name).taken;
    const plain = { ...kit, proposes: () => [] }; // here nothing is chosen for anybody
    this.table = new LiveTable('', null, null, plain, false, false, (ears, since) => {
      [this.ears, this.since] = [ears, since];
      return this;
    });
    void this.begin();
  }

  /** Come to the table, where it was left; a lesson that has changed since then begins anew. */
  private async begin(): Promise<void> {
    const kept = this.taken;
    if (!(await this.follow(kept, true)) && kept.length) {
      this.taken = [];
      await this.follow([], true);
    }
  }

  /** Tell the lesson what was chosen so far, and show what has come of it. */
  private async follow(actions: number[], anew = false): Promise<boolean> {
    try {
      const told = await api.lesson(this.game, this.name, settings.language, anew ? { actions } : { actions, since: this.since() });
      if (this.closed) return true;
      this.problem = '';
      await this.tell(told, anew);
      return true;
    } catch (refusal) {
      if (this.closed) return true;
      this.problem = anew && actions.length ? '' : (refusal as Error).message;
      this.ears?.heard({ type: 'error', code: 'bad_request', message: this.problem });
      return false;
    }
  }

  private async tell(told: LessonTable, anew: boolean): Promise<void> {
    if (told.wrong) {
      this.tries++;
      this.told = told;
      this.ears?.heard({ type: 'error', code: 'illegal', message: '' }); // the table is open again, as it was
      if (this.tries >= ENOUGH) this.point();
      return;
    }
    this.tries = 0;
    this.taken = told.taken;
    keepProgress(this.game, this.name, told.taken, told.done);
    const views = await Promise.all(told.views.map((view) => whole(view, '')));
    if (anew) this.told = told; // otherwise it is said when all of it is on the table
    for (const view of views) this.ears?.heard({ type: 'view', version: 0, view, since: anew ? 0 : view.ply, limit: null, time: null });
    this.coming = told;
  }

  /** Say what belongs to the table, now that it lies there. */
  settle(): void {
    if (this.coming) this.told = this.coming;
    this.coming = undefined;
  }

  /** Show what is right. */
  point(): void {
    const { board } = this.table;
    const best = board.choices.find((choice) => choice.action === this.told?.right[0]);
    board.hinted = best?.elements ?? [];
    this.table.notice = best ? t('Try: {act}', { act: best.label }) : ''; // also in words: not all that is chosen lies on the table as a piece
  }

  say(message: ToServer): boolean {
    if (message.type !== 'play') return false;
    void this.follow([...this.taken, message.action]);
    return true;
  }

  close(): void {
    this.closed = true;
  }
}
