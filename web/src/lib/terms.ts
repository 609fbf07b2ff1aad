/** What was agreed on before a match, in words. */

import { clockWords } from './clocks';
import type { GameInfo, MatchInfo } from './wire';
import { t } from './words.svelte';

/** The variants and house rules that are not as printed; decks, which are secret, are none of them. */
export function changedRules(info: MatchInfo, game?: GameInfo): string[] {
  const changed = game?.options.filter((option) => option.secret_of === null && info.options[option.name] !== undefined && info.options[option.name] !== option.default);
  return (changed ?? []).map((option) => {
    const value = info.options[option.name];
    return `${option.label}: ${option.values?.find((one) => one.value === value)?.label ?? String(value)}`;
  });
}

/** The sentences that hold for a match: its time, who may watch, and what happens if somebody stays away. */
export function terms(info: MatchInfo, game?: GameInfo): string[] {
  const rules = changedRules(info, game);
  return [
    info.clock ? t('Clock: {clock}.', { clock: clockWords(info.clock) }) : t('Without a clock.'),
    ...(info.clock ? [t('Whoever lets the time run out loses.')] : []),
    ...(info.clock && info.clock.kind !== 'days' ? [t('A dropped line costs nothing for 60 seconds in all.')] : []),
    ...(info.abandon_days ? [t('After {n} days without a move the match is over, and whoever was to move has lost.', { n: info.abandon_days })] : []),
    info.spectators ? t('Others may watch.') : t('Nobody else may watch.'),
    ...(rules.length ? [t('Changed rules: {rules}.', { rules: rules.join('; ') })] : []),
  ];
}
