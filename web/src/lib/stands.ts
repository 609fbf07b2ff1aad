/** Which stand the table page is drawn for; the style sheets say the same (styles/table.css). */

import { MediaQuery } from 'svelte/reactivity';

/** A question to the window, asked when it is first needed. */
class Stand {
  private query: MediaQuery | undefined;

  constructor(private readonly text: string) {}

  get current(): boolean {
    if (typeof matchMedia !== 'function') return false; // nothing is drawn here
    this.query ??= new MediaQuery(this.text);
    return this.query.current;
  }
}

/** Phones and upright tablets: the score, the table and what is to be acted with; all else in sheets. */
export const small = new Stand('(max-aspect-ratio: 1/1), (max-height: 500px)');
/** The pitch stands upright. */
export const upright = new Stand('(max-aspect-ratio: 1/1)');
/** The report is folded away, and opens as a sheet. */
export const folded = new Stand('(max-width: 1180px), (max-aspect-ratio: 1/1), (max-height: 500px)');
