/** What the check of the dice has found, in words; the same ones as on the command line. */

import type { Code, Finding } from './check';
import type { Label } from './labels';
import { t } from './words.svelte';

const TEXTS: Record<Code, Label> = {
  bad_file: 'This is no match file, or it was damaged.',
  no_secret: 'The file does not say where its seed came from: somebody may have known the dice.',
  commitment_missing: 'You were shown a commitment before the match, and the file has none.',
  commitment_broken: 'The secret is not the one of the commitment in the file.',
  commitment_other: 'The secret is not the one of the commitment that you were shown.',
  commitment_kept: 'The secret was fixed before the match: it fits the commitment you were shown.',
  commitment_fits: 'The secret fits the commitment in the file.',
  commitment_compare: 'Compare the commitment with the one you saw before the first move: {hex}',
  seed_mixed: 'The seed is mixed from the secret and what the seats have added, and from nothing else.',
  seed_broken: 'The seed is not the mixture of the secret and what the seats have added.',
  tags_uneven: 'The file does not have a hash, words and a nonce for every seat.',
  hash_broken: 'What seat {seat} has opened is not what its hash had sealed.',
  brought_broken: 'The match was not played with what a seat had sealed: its deck was changed.',
  hashes_fit: 'Every seat has opened what its hash had sealed.',
  seat_without: 'Seat {seat} has added nothing, though no bot sits there.',
  server_alone: 'No seat has added anything: the host alone has drawn the dice.',
  hashes_missing: 'You were shown the hashes of all seats before the deal, the file has none.',
  hashes_compare: 'Compare the hashes with those you were shown before the deal, or with those of the other players.',
  hashes_kept: 'All hashes are those that you were shown before anybody opened theirs.',
  hashes_other: 'The hashes are not those that you were shown before the deal.',
  words_mixed: 'Your words were mixed in: nobody could know the seed before you opened them.',
  words_missing: 'What you have added is not in the file: your words, or your nonce.',
  words_compare: 'Your own words are in the file only if you find them there: {words}',
  first_edition: 'These are dice of the first edition: words were not sealed before they were given. That protects against players, and not against a host, who could have given words of their own after yours.',
  all_proven: 'So nobody could choose these dice or know them before the deal: no player, no host, no host who plays.',
  players_only: 'So no player could choose these dice, if the host has told nobody their secret. Against the host they are proven only to whoever has kept the commitment, all hashes and words of their own from before the deal.',
};

export const saidOf = ({ code, seat }: Finding, values: { hex: string; words: string }): string => t(TEXTS[code], { ...values, seat: seat ?? '' });

/** Against whom the dice are proven: the other players, the host, a host who plays. */
export function provenAgainst(findings: Finding[]): { players: boolean; host: boolean } {
  const has = (code: Code) => findings.some((one) => one.code === code);
  const whole = !findings.some((one) => one.verdict === 'broken');
  return { players: whole && has('seed_mixed'), host: whole && has('all_proven') };
}
