/** Texts to be compared as people type them: without accents, in small letters. */
export function plainly(text: string): string {
  return text.normalize('NFD').replace(/\p{Diacritic}/gu, '').replace(/[łŁ]/g, 'l').toLowerCase();
}

/** Whether every word that was typed stands in a text. */
export function found(typed: string, text: string): boolean {
  const plain = plainly(text);
  return plainly(typed).split(/\s+/).every((word) => plain.includes(word));
}
