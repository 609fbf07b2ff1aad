/** How many stars of each colour the person bids. The table asks colour by colour; here they are chosen together, and one confirm sends them
 *  one after the other. What is refused, or was lost on the way, is asked again. */

import type { Board } from '../../lib/board.svelte';
import type { Piece, View } from '../../lib/wire';
import { t } from '../../lib/words.svelte';

interface Wish {
  stars: Record<string, number>;
  /** The colour that was asked for when the person began: once another is asked for, they have confirmed. */
  first: string;
  /** The ply for which the last one was sent by itself. */
  sent: number;
}

const NOTHING: Wish = { stars: {}, first: '', sent: -1 };
let wish = $state.raw<Wish>(NOTHING);

export const wished = (colour: string): number => wish.stars[colour] ?? 0;
export const wanted = (colour: string, n: number): void => void (wish = { ...wish, stars: { ...wish.stars, [colour]: n } });

const bidsOf = (view: View): Piece[] => view.zones.find((zone) => zone.id === `bids.${view.seat}`)?.pieces ?? [];

/** What the button says: all that is bid, not only the colour that is asked for first. */
export function bidding(view: View): string {
  const colours = [...new Set(bidsOf(view).map((piece) => String(piece.face)))].filter((colour) => wished(colour) > 0);
  if (!colours.length) return t('Bid nothing');
  return t('Bid {stars}', { stars: colours.map((colour) => `${wished(colour)} ${t(colour as 'red')}`).join(', ') });
}

/** A new question: the bid begins with nothing; once its first colour is confirmed, the others follow by themselves. */
export function follow(board: Board): void {
  const asked = board.choices.flatMap((choice) => choice.elements)[0];
  const colour = board.view.phase === 'bid' ? bidsOf(board.view).find((piece) => piece.id === asked)?.face : undefined;
  if (board.view.phase !== 'bid') wish = NOTHING;
  if (!colour) return;
  if (!wish.first) wish = { ...NOTHING, first: colour };
  if (colour === wish.first) return;
  const piece = bidsOf(board.view).find((one) => one.face === colour && one.facts.count === wished(colour));
  const choice = board.choices.find((one) => piece && one.elements.includes(piece.id));
  if (!choice || wish.sent === board.view.ply) wish = { ...wish, first: colour };
  else {
    wish = { ...wish, sent: board.view.ply };
    board.commit(choice);
  }
}
