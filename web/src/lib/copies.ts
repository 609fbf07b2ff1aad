import type { Piece } from './wire';

/** How many equal pieces lie there as one; nothing where one does. */
export const copiesOf = ({ facts }: Piece): string => String(facts.copies ?? '');
