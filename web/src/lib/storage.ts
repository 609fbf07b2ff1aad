/** What this device remembers. A browser that refuses storage forgets, and nothing breaks. */

const PREFIX = 'matchday.';

export function recall<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // private windows and full disks: the value lives as long as the page
  }
}
