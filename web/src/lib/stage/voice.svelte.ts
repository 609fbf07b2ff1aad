/** What a screen reader is told: short sentences, one after the other, at a pace that can be followed. */

/** How long a sentence is left alone, and how long for each of its letters. */
const BREATH = 500;
const LETTER = 50;
/** Whoever is further behind hears the latest. */
const MOST = 6;

export class Voice {
  /** What is said now. */
  saying = $state('');
  private waiting: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Say a sentence when those before it have been heard. */
  say(text: string): void {
    if (!text || this.waiting.at(-1) === text) return;
    this.waiting = [...this.waiting, text].slice(-MOST);
    if (this.timer === undefined) this.next();
  }

  private next(): void {
    const text = this.waiting.shift();
    if (text === undefined) {
      this.timer = undefined;
      return;
    }
    this.saying = text === this.saying ? `${text}\u00a0` : text; // the same again is news all the same
    this.timer = setTimeout(() => this.next(), BREATH + LETTER * text.length);
  }

  /** Nobody listens any more. */
  hush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
  }
}
