/** What a person brings along to a match for a seat alone, such as a deck: ready-made, or one of their own. */

import { broughtTo } from './pages';
import { keep, recall } from './storage';
import type { GameOption, OptionValue } from './wire';

/** The options of a game that choose a seat's deck: each is known to its seat alone. */
export const deckOptions = (options: GameOption[]): GameOption[] => options.filter((option) => option.free && option.secret_of !== null);

/** The deck that this person took last, or that of the seat; the first that is kept is one's own, wherever one sits. */
export function lastDeck(game: string, decks: GameOption[], seat: number | undefined): string {
  const [first] = decks;
  const own = decks.find((option) => option.secret_of === seat) ?? first;
  const last = first && recall<Record<string, OptionValue>>(`options.${game}`, {})[first.name];
  return first && last !== undefined && canBe(game, first, last) ? String(last) : String(own?.default ?? '');
}

/** Keep the deck that this person takes. */
export function keepLastDeck(game: string, decks: GameOption[], deck: string): void {
  const [first] = decks;
  if (first) keep(`options.${game}`, { ...recall<Record<string, OptionValue>>(`options.${game}`, {}), [first.name]: deck });
}

/** Tell whether an option can have a value: one of those offered, a number in its range, or a deck of one's own. */
export function canBe(game: string, option: GameOption, value: OptionValue): boolean {
  if (option.values?.some((one) => one.value === value)) return true;
  if (option.free) return broughtTo(game).some((own) => own.option === value);
  if (option.at_most) return typeof value === 'number' && value >= option.at_least && value <= option.at_most;
  return !option.values?.length && typeof value === typeof option.default;
}
