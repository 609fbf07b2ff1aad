/** Watches what the client does with strings that are none of its own: whoever cuts one up, searches it or reads it letter
 *  by letter is written down, however the string has come there. */

const METHODS = ['split', 'match', 'matchAll', 'replace', 'replaceAll', 'search', 'slice', 'substring', 'substr', 'includes', 'indexOf', 'lastIndexOf', 'startsWith', 'endsWith', 'charAt', 'charCodeAt', 'codePointAt', 'at', 'trim'] as const;
const OURS = /\/src\/(?!tests\/)[^?:)]*/;
/** What stands between a string in an `{#each}` and the component: nobody's own doing. */
const BETWEEN = /<anonymous>|\/node_modules\/svelte\//;

type Method = (this: unknown, ...given: unknown[]) => unknown;
type Methods = Record<string | symbol, Method>;

/** Watch until told to stop, which tells what was found: the file, what it did, and to which string. */
export function watch(strings: Iterable<string>, whose = OURS): () => string[] {
  const watched = new Set(strings);
  const found = new Set<string>();
  const undo: (() => void)[] = [];
  const deep = Error.stackTraceLimit;
  Error.stackTraceLimit = 50; // there is much between an {#each} and its component
  let noting = false;

  function note(text: string, what: string, between: boolean): void {
    noting = true;
    const [, , , ...frames] = new Error().stack?.split('\n') ?? [];
    const caller = between ? frames.find((frame) => !BETWEEN.test(frame)) : frames[0];
    const file = whose.exec(caller ?? '')?.[0];
    if (file && !caller?.includes('/node_modules/')) found.add(`${file}: ${what} ${text}`);
    noting = false;
  }

  function trap(on: object, name: string | symbol, textOf: (self: unknown, first: unknown) => unknown): void {
    const methods = on as Methods;
    const original = methods[name] as Method;
    methods[name] = function (this: unknown, ...given) {
      if (!noting) {
        const text = String(textOf(this, given[0]));
        if (watched.has(text)) note(text, String(name), typeof name === 'symbol');
      }
      return original.apply(this, given);
    };
    undo.push(() => (methods[name] = original));
  }

  for (const name of [...METHODS, Symbol.iterator]) trap(String.prototype, name, (self) => self);
  for (const name of ['exec', 'test']) trap(RegExp.prototype, name, (_, first) => first);
  return () => {
    for (const put of undo) put();
    Error.stackTraceLimit = deep;
    return [...found];
  };
}
