/** What a match file says of its dice, for reading; whether it is true is the server's to check. */

export interface DiceTags {
  commitment: string;
  secret: string;
  /** What each seat has added. */
  words: string[];
}

export function diceTags(text: string): DiceTags {
  const tags = [...text.matchAll(/^\[(Commitment|Secret|Words) ("(?:[^"\\]|\\.)*")\]$/gm)];
  const values = (name: string) => tags.filter(([, tag]) => tag === name).map(([, , quoted = '""']) => unquote(quoted));
  return { commitment: values('Commitment')[0] ?? '', secret: values('Secret')[0] ?? '', words: values('Words') };
}

const unquote = (quoted: string): string => quoted.slice(1, -1).replace(/\\(.)/g, '$1');
