/** What this device remembers. A browser that refuses storage forgets, and nothing breaks. */

const PREFIX = 'matchday.';

/** Whether a value is of the kind of another: a list, a record, a text … Anything may stand where nothing does. */
function alike(value: unknown, other: unknown): boolean {
  if (other === null) return true;
  return value !== null && typeof value === typeof other && Array.isArray(value) === Array.isArray(other);
}

/** What was kept, if it is of the fallback's kind and fits: it may come from an older page, or from anyone's hands. */
export function recall<T>(key: string, fallback: T, fits: (kept: T) => boolean = () => true): T {
  try {
    const text = localStorage.getItem(PREFIX + key);
    const kept = text === null ? fallback : (JSON.parse(text) as T);
    return alike(kept, fallback) && fits(kept) ? kept : fallback;
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
