/** What the person has set, on this device. */

import { keep, recall } from './storage';

export type Speed = 'slow' | 'normal' | 'quick' | 'none';
export type Theme = 'programme' | 'night' | 'day' | 'auto';
export type Language = 'en' | 'pl' | 'es';

export const LANGUAGES: Language[] = ['en', 'pl', 'es'];
const FACTOR: Record<Speed, number> = { slow: 1.6, normal: 1, quick: 0.5, none: 0 };

export interface Settings {
  language: Language;
  speed: Speed;
  sound: boolean;
  theme: Theme;
  /** Play a move that is the only one, after a pause. */
  forced: boolean;
  /** One tap plays a card, instead of choosing it first. */
  oneTap: boolean;
  /** The same where time runs, whatever else is set. */
  clockTap: boolean;
  /** Ask the bots for the chance of winning. */
  chance: boolean;
  /** Be warned of moves that lose much, against bots. */
  coach: boolean;
  name: string;
}

function fromBrowser(): Language {
  const wanted = (globalThis.navigator?.languages ?? []).map((tag) => tag.slice(0, 2));
  return LANGUAGES.find((language) => wanted.find((tag) => LANGUAGES.includes(tag as Language)) === language) ?? 'en';
}

const DEFAULTS: Settings = {
  language: fromBrowser(),
  speed: 'normal',
  sound: true,
  theme: 'programme',
  forced: true,
  oneTap: false,
  clockTap: true,
  chance: false,
  coach: false,
  name: '',
};

const THEMES: Theme[] = ['programme', 'night', 'day', 'auto'];
const OFFERED: Record<string, unknown[]> = { language: LANGUAGES, speed: Object.keys(FACTOR), theme: THEMES };

/** What was set before, as far as it can still be set. */
function kept(): Partial<Settings> {
  const known = Object.entries(recall<Partial<Settings>>('settings', {})).filter(([key, value]) => typeof value === typeof DEFAULTS[key as keyof Settings] && (OFFERED[key]?.includes(value) ?? true));
  return Object.fromEntries(known);
}

export const settings = $state<Settings>({ ...DEFAULTS, ...kept() });

/** Change one setting and keep it. */
export function set<Key extends keyof Settings>(key: Key, value: Settings[Key]): void {
  settings[key] = value;
  keep('settings', settings);
}

export function stillness(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}

/** How long a movement takes: nothing when motion is not wanted. */
export function motion(ms: number): number {
  return stillness() ? 0 : ms * FACTOR[settings.speed];
}

/** How long something stays to be read: reduced motion keeps it. */
export function pause(ms: number): number {
  return ms * FACTOR[settings.speed];
}
