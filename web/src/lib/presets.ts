/** Ready-made ways to play: a name for a handful of options. The first of every game is the rulebook as printed. */

import type { OptionValue, PresetInfo } from './wire';

/** Tell whether options are exactly those of a preset. */
export function isPreset(preset: PresetInfo, options: Record<string, OptionValue>): boolean {
  const names = Object.keys(preset.options);
  return names.length === Object.keys(options).length && names.every((name) => preset.options[name] === options[name]);
}
