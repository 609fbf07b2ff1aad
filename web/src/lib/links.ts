/** Addresses to be sent to people. What stands behind the hash sign reaches no server's log. */

const page = (...parts: string[]): string => `${location.href.split('#')[0]}#/${parts.map(encodeURIComponent).join('/')}`;

/** Whoever opens it first sits down. */
export const joinLink = (match: string, code: string): string => page('join', match, code);

/** One's own seat on another device: no name is asked there. */
export const deviceLink = (match: string, code: string): string => page('join', match, code, 'mine');

export const watchLink = (match: string): string => page('match', match);

export const replayLink = (match: string): string => page('replay', match);

/** Where a pasted link leads, as parts of a route; nothing for a text that is none of ours. */
export function destination(text: string): string[] | undefined {
  const found = /(?:^|#?\/|#)(join|match|replay)\/([\w-]+(?:\/[\w-]+)*)\/?$/.exec(text.trim());
  return found?.[1] && found[2] ? [found[1], ...found[2].split('/')] : undefined;
}
