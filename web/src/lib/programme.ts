/** The five covers: what is printed on them. Titles, options and rules come from the server. */

import type { Label } from './labels';

export interface Cover {
  game: string;
  title: string;
  /** The colour of the title bar. */
  bar: string;
  tag: Label;
  stock: Label;
  minutes: number;
  players: Label;
  length: number;
}

export const COVERS: Cover[] = [
  { game: 'kickards', title: 'Kickards', bar: '#14263f', tag: 'Stars, events and VAR', stock: 'Cards & board', minutes: 6, players: '2 players', length: 35 },
  { game: 'pilka_w_grze', title: 'Piłka w grze!', bar: '#0c4a2c', tag: 'Balls against gloves', stock: 'One shared deck', minutes: 3, players: '2 players', length: 12 },
  { game: 'kick_on', title: 'Kick On', bar: '#0b3c4f', tag: 'Commit or cover', stock: 'Trading cards', minutes: 8, players: '2 coaches', length: 25 },
  { game: 'super_goal', title: 'Super Goal!', bar: '#0b3f45', tag: 'Push your luck, live', stock: 'Eight dice', minutes: 5, players: '2 players', length: 15 },
  { game: 'mcs', title: 'MCS', bar: '#1b1814', tag: 'Fifteen heats, four helmets', stock: 'Speedway cards', minutes: 6, players: '2–4 managers', length: 30 },
];

const ART = import.meta.glob<string>('../art/covers/*.svg', { eager: true, query: '?url', import: 'default' });

export function coverArt(game: string): string {
  return ART[`../art/covers/${game}.svg`] ?? '';
}

/** The title as the programme's cover has it. */
export function titleOf(game: string, otherwise: string): string {
  return COVERS.find((cover) => cover.game === game)?.title ?? otherwise;
}
