/** A die that turns over and over and comes to rest. */

import type { TransitionConfig } from 'svelte/transition';
import { motion } from '../../lib/settings.svelte';

export function tumble(_node: Element, { ms, degrees }: { ms: number; degrees: number }): TransitionConfig {
  return {
    duration: motion(ms),
    css: (now) => `rotate:${(now - 1) * degrees}deg;scale:${1 - 0.25 * Math.sin(now * Math.PI)}`,
  };
}
