/** Ready-made ways to play: a name for a handful of options. The first of every game is the rulebook as printed. */

import type { Label } from './labels';
import type { OptionValue } from './wire';

export interface Format {
  label: Label;
  meaning: Label;
  options: Record<string, OptionValue>;
}

/** Where a game would draw lots for the home side: the lobby has asked already, and the first seat is home. */
export const FIRST_AT_HOME: Record<string, Record<string, OptionValue>> = { kickards: { sides: 'seat0' } };

/** The option with which a game plays the other side itself: nobody sits opposite, and no bot thinks. */
export const AUTOMAT: Record<string, string> = { kickards: 'solo' };
/** Where the Automat sits follows from where the person does: nobody is asked. */
export const AUTOMAT_SEAT = 'automat';

const PRINTED: Format = { label: 'As printed', meaning: 'The rulebook as it is, without variants or house rules.', options: {} };

const AGAINST_THE_CLOCK: Format = { ...PRINTED, meaning: 'The rulebook as it is: the clock runs while you think. Turn by turn it waits for you.' };

const FORMATS: Record<string, Format[]> = {
  pilka_w_grze: [
    { label: 'Quick', meaning: 'Breaking into the box is a shot at once.', options: { shoot_on_entry: true } },
    { label: 'The full game', meaning: 'Formations, tactic cards and surprise shots.', options: { formations: true, tactics: true, surprise_shots: true } },
  ],
  kickards: [
    { label: 'Final', meaning: 'Somebody must win: extra time, then penalties.', options: { format: 'final' } },
    { label: 'Two legs', meaning: 'Home and away, the goals add up.', options: { format: 'tie' } },
    { label: 'The full game', meaning: 'Two-man actions, nationality and game control; a red card sends a footballer off.', options: { two_man: true, nationality: true, control: true, cards: 'full' } },
    { label: 'Alone', meaning: 'You against the Automat, which plays by its own cards.', options: { solo: 'amateur' } },
  ],
  kick_on: [
    { label: 'League', meaning: 'A level match is a draw, and both have the same number of turns.', options: { draws_allowed: true, equal_turns: true } },
    { label: 'Open lists', meaning: 'Both coaches know both decks.', options: { open_decklists: true } },
  ],
  super_goal: [
    { label: 'Turn by turn', meaning: 'No hurry: every roll costs the same time.', options: { clock_mode: 'nominal' } },
    { label: 'Children', meaning: 'The simple rules, turn by turn.', options: { simple: true, clock_mode: 'nominal' } },
  ],
  mcs: [
    { label: 'Five heats', meaning: 'A short evening.', options: { heats: 5 } },
    { label: 'Three managers', meaning: 'One against two.', options: { players: 3 } },
    { label: 'Four managers', meaning: 'Two pairs at one track.', options: { players: 4 } },
    { label: 'Four-way meeting', meaning: 'Everyone for himself, twenty heats.', options: { players: 4, four_players: 'fourway' } },
  ],
};

export function formats(game: string): Format[] {
  return [game === 'super_goal' ? AGAINST_THE_CLOCK : PRINTED, ...(FORMATS[game] ?? [])];
}

/** Tell whether options are exactly those of a format. */
export function isFormat(format: Format, options: Record<string, OptionValue>): boolean {
  const names = Object.keys(format.options);
  return names.length === Object.keys(options).length && names.every((name) => format.options[name] === options[name]);
}
