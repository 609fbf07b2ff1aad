/** The check in the browser and the one on the command line find the same, on a corpus of good and tampered files. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkDice, type Code, type Kept } from '../lib/check';
import { areWords, commitmentTo, newOpening, sealed, seedOf } from '../lib/fair';

interface Case {
  name: string;
  text: string;
  kept: Kept;
  findings: [verdict: string, code: Code, line: number, seat: number | null][];
}
const cases = JSON.parse(readFileSync('../tests/fixtures/dice.json', 'utf8')) as Case[];

test.each(cases.map((one) => [one.name, one] as const))('%s', (_, { text, kept, findings }) => {
  expect(checkDice(text, kept).map(({ verdict, code, line, seat }) => [verdict, code, line, seat])).toEqual(findings);
});

test('the corpus breaks everything that can be broken', () => {
  const codes = new Set(cases.flatMap((one) => one.findings.map(([, code]) => code)));
  expect(codes.size).toBe(26);
});

test('what is sealed cannot be guessed, and is another for every table, seat and sign', () => {
  const [one, two] = [newOpening('heads', { deck_1: 'x', deck_0: true }), newOpening('heads', {})];
  expect(one.brought).toEqual(['deck_0=true', 'deck_1=x']);
  expect(one.nonce).toMatch(/^[0-9a-f]{64}$/);
  expect(one.nonce).not.toBe(two.nonce);
  const hashes = [sealed(two, 'c', 0), sealed(two, 'c', 1), sealed(two, 'd', 0), sealed({ ...two, words: 'head' }, 'c', 0), sealed({ ...two, brought: ['s'] }, 'c', 0), seedOf('c', [two])];
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(commitmentTo('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('words are of one line, and anything else in them is let be', () => {
  for (const words of ['', 'a  b ', '👨‍👩‍👧', 'z\u0307', '"\\', '🎲'.repeat(200)]) expect(areWords(words)).toBe(true);
  for (const words of ['a\nb', '\t', '\u2028', '\u0085', '\ud83d', 'x'.repeat(201)]) expect(areWords(words)).toBe(false);
});
