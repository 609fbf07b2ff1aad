/** The colours of the sides, seat by seat; the first is drawn as a shield, the others as roundels. */

export interface Club {
  main: string;
  trim: string;
}

const PAPER = '#fbf5e8';
const INK = '#1b1814';

export const CLUBS: Record<string, Club[]> = {
  plain: [{ main: '#2347b5', trim: PAPER }, { main: '#c22a1b', trim: PAPER }],
  kickards: [{ main: '#2347b5', trim: PAPER }, { main: '#c22a1b', trim: PAPER }],
  pilka_w_grze: [{ main: '#c92f1e', trim: PAPER }, { main: '#f0b312', trim: INK }],
  kick_on: [{ main: '#1986ab', trim: PAPER }, { main: '#c92f1e', trim: PAPER }],
  super_goal: [{ main: '#2347b5', trim: PAPER }, { main: '#c22a1b', trim: PAPER }],
  mcs: [
    { main: '#cf2b27', trim: PAPER },
    { main: '#f5c518', trim: INK },
    { main: '#2a5fd0', trim: PAPER },
    { main: '#f6f2e8', trim: INK },
  ],
};

export function clubColour(game: string, seat: number): string {
  return (CLUBS[game] ?? CLUBS.plain)?.[seat]?.main ?? '#4b4f55';
}
