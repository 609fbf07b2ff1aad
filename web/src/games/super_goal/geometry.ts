/** Where cells lie on the screen: the pitch is drawn lying on a desk and upright on a phone, one's own goal left or below. */

export const COLUMNS = 5;
export const ROWS = 11;

export interface Point {
  x: number;
  y: number;
}

export interface Layout {
  upright: boolean;
  /** The size of the drawing, of a cell, and the margins around the pitch. */
  width: number;
  height: number;
  cell: number;
  left: number;
  top: number;
  /** The middle of a board cell. */
  at(column: number, row: number): Point;
  /** The angle at which an arrow points that goes so many columns right and rows up. */
  angle(right: number, up: number): number;
}

/** Lay the pitch out for a seat: the second sees it turned round. */
export function layout(upright: boolean, seat: number): Layout {
  const cell = upright ? 80 : 92;
  const left = upright ? 24 : 64;
  const top = upright ? 42 : 30;
  const turned = seat === 1;
  const long = (row: number) => (turned ? ROWS + 1 - row : row);
  const wide = (column: number) => (turned ? COLUMNS + 1 - column : column);
  return {
    upright,
    cell,
    left,
    top,
    width: 2 * left + cell * (upright ? COLUMNS : ROWS),
    height: 2 * top + cell * (upright ? ROWS : COLUMNS),
    at: (column, row) =>
      upright
        ? { x: left + (wide(column) - 0.5) * cell, y: top + (ROWS + 0.5 - long(row)) * cell }
        : { x: left + (long(row) - 0.5) * cell, y: top + (wide(column) - 0.5) * cell },
    angle: (right, up) => (Math.atan2(right, up) * 180) / Math.PI + (turned ? 180 : 0) - (upright ? 90 : 0),
  };
}
