/** Where cells lie on the screen: the pitch fills its box, lying on a desk and upright on a phone, one's own goal left or below. */

export const COLUMNS = 5;
export const ROWS = 11;
/** A finger's width: no cell is smaller where the box allows it. */
const FINGER = 40;

export interface Point {
  x: number;
  y: number;
}

/** The box that the pitch has for itself. */
export interface Room {
  width: number;
  height: number;
}

export interface Layout extends Room {
  upright: boolean;
  /** The size of a cell along both edges, and the margins around the pitch: goals and "out" stand there. */
  cell: Point;
  left: number;
  top: number;
  /** The middle of a board cell. */
  at(column: number, row: number): Point;
  /** The angle at which an arrow points that goes so many columns right and rows up. */
  angle(right: number, up: number): number;
}

const clamp = (least: number, value: number, most: number) => Math.max(least, Math.min(value, most));

/** Lying cells are square; upright ones may be a little higher than wide, or wider than high. */
function cells(upright: boolean, { width, height }: Room): Point {
  if (!upright) {
    const size = Math.min((width - 2 * clamp(24, width * 0.055, 70)) / ROWS, (height - 2 * clamp(18, height * 0.05, 30)) / COLUMNS);
    return { x: size, y: size };
  }
  const goal = clamp(12, (height - ROWS * FINGER - 4) / 2, 40);
  const y = (height - 2 * goal) / ROWS;
  const x = Math.min((width - 14) / COLUMNS, y * 1.25);
  return { x, y: Math.min(y, x * 1.2) };
}

/** Lay the pitch out for a seat: the second sees it turned round. */
export function layout(upright: boolean, seat: number, room: Room = upright ? { width: 220, height: 470 } : { width: 1112, height: 500 }): Layout {
  const cell = cells(upright, room);
  const left = (room.width - cell.x * (upright ? COLUMNS : ROWS)) / 2;
  const top = (room.height - cell.y * (upright ? ROWS : COLUMNS)) / 2;
  const turned = seat === 1;
  const long = (row: number) => (turned ? ROWS + 1 - row : row);
  const wide = (column: number) => (turned ? COLUMNS + 1 - column : column);
  return {
    ...room,
    upright,
    cell,
    left,
    top,
    at: (column, row) =>
      upright
        ? { x: left + (wide(column) - 0.5) * cell.x, y: top + (ROWS + 0.5 - long(row)) * cell.y }
        : { x: left + (long(row) - 0.5) * cell.x, y: top + (wide(column) - 0.5) * cell.y },
    angle: (right, up) => (Math.atan2(right, up) * 180) / Math.PI + (turned ? 180 : 0) - (upright ? 90 : 0),
  };
}
