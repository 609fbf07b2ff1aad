/** The deck desk, and the decks that were built there. */

import type { GamePages } from '../../lib/pages';
import { ownDecks } from './decks';

export const pages: GamePages['pages'] = {
  decks: { label: 'Deck desk', icon: 'i-bolt', load: () => import('./Decks.svelte') },
};

export const brought = ownDecks;
