/** How long there is still to decide, where somebody is hurried. */

import { untrack } from 'svelte';
import type { Board } from './board.svelte';

export class Countdown {
  /** Seconds, in tenths. */
  left = $state(0);

  /** To be made where a component is: it counts as long as that is shown. */
  constructor(board: () => Board) {
    const limit = $derived(board().limit);
    $effect.pre(() => {
      this.left = (limit?.ms ?? 0) / 1000;
    });
    $effect(() => {
      if (!limit || board().paused) return;
      const end = performance.now() + untrack(() => this.left) * 1000;
      const timer = setInterval(() => (this.left = Math.max(0, (end - performance.now()) / 1000)), 100);
      return () => clearInterval(timer);
    });
  }
}
