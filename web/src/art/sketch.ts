/** Strokes of a coach’s board, for the drawings on cards: players, rivals, runs, passes. Strings of SVG markup. */

export const arrow = (x: number, y: number, turn: number) => `<path d="M-8-8L2 0L-8 8" transform="translate(${x} ${y}) rotate(${turn})"/>`;
export const line = (d: string, more = '') => `<path d="${d}" ${more}/>`;
export const dashed = (d: string) => line(d, 'stroke-dasharray="7 8"');
export const man = (x: number, y: number, r = 5) => `<circle cx="${x}" cy="${y}" r="${r}" fill="currentColor" stroke="none"/>`;
export const rival = (x: number, y: number, r = 7) => `<circle cx="${x}" cy="${y}" r="${r}"/>`;
export const cross = (x: number, y: number, s = 6) => line(`M${x - s} ${y - s}L${x + s} ${y + s}M${x + s} ${y - s}L${x - s} ${y + s}`);
export const goal = (x: number, y: number, w = 40) => line(`M${x} ${y + 14}V${y}H${x + w}V${y + 14}`);
export const sheet = (x: number, y: number, turn: number, filled = true) =>
  `<rect x="-10" y="-14" width="20" height="28" rx="2" transform="translate(${x} ${y}) rotate(${turn})"${filled ? ' fill="currentColor" stroke="none"' : ''}/>`;
export const bolt = (x: number, y: number, size = 1) => `<path d="M3-20L-11 3H-1L-4 20L12-5H2Z" transform="translate(${x} ${y}) scale(${size})" fill="currentColor" stroke="none"/>`;
export const text = (x: number, y: number, words: string, size = 30) =>
  `<text x="${x}" y="${y}" text-anchor="middle" font-family="var(--f-display)" font-weight="900" font-size="${size}" fill="currentColor" stroke="none">${words}</text>`;
export const eye = (x: number, y: number) => line(`M${x - 20} ${y}C${x - 10} ${y - 14} ${x + 10} ${y - 14} ${x + 20} ${y}C${x + 10} ${y + 14} ${x - 10} ${y + 14} ${x - 20} ${y}z`) + man(x, y, 6);
export const boot = (x: number, y: number, turn = 0) =>
  `<path d="M-20-12h12l2 8 14 6c6 2 8 4 8 9h-34z" transform="translate(${x} ${y}) rotate(${turn})" fill="currentColor" stroke="none"/><path d="M-16 15v5M-6 15v5M4 15v5M12 15v5" transform="translate(${x} ${y}) rotate(${turn})"/>`;
export const glove = (x: number, y: number) =>
  `<path d="M-8 16V8L-14 0a3 3 0 0 1 5-4L-7-2V-14a3 3 0 0 1 6 0V-18a3 3 0 0 1 6 0v4a3 3 0 0 1 6 0v5a2.500 2.500 0 0 1 5 0V4c0 3-1 5-3 7v5z" transform="translate(${x} ${y})" fill="currentColor" stroke="none"/>`;
export const bubble = (x: number, y: number) => line(`M${x - 26} ${y - 16}h52v26h-26l-12 11v-11h-14z`);
