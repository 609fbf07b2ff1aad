import type { TransitionConfig } from 'svelte/transition';

/** A card turned over: it comes up edge on. */
export function turn(_: Element, { duration, delay = 0 }: { duration: number; delay?: number }): TransitionConfig {
  return { duration, delay, css: (at) => `transform: perspective(600px) rotateY(${(1 - at) * 90}deg)` };
}
