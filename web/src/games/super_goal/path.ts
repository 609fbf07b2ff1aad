/** The way of the ball, read from what has happened: cells of the board, from the first seat's side. */

import type { Happening } from '../../lib/wire';
import { COLUMNS, ROWS } from './geometry';

export interface Cell {
  column: number;
  row: number;
}

/** An attacker's lane and depth on the board. */
function boardCell(attacker: number | undefined, lane = 0, depth = 0): Cell {
  return attacker === 1 ? { column: COLUMNS + 1 - lane, row: ROWS + 1 - depth } : { column: lane, row: depth };
}

/** The cells where the ball stops on its way, the last included. */
export function stops(events: Happening[]): Cell[] {
  return events.flatMap(({ kind, args }): Cell[] => {
    switch (kind) {
      case 'moved':
      case 'turnover':
      case 'out_touch':
        return [boardCell(args[0], args[1], args[2])];
      case 'shot':
        return [boardCell(args[0], args[2], args[3])];
      case 'restart':
        return [boardCell(args[1], args[2], args[3])];
      case 'goal':
        return [{ column: (COLUMNS + 1) / 2, row: args[0] === 1 ? 0.3 : ROWS + 0.7 }];
      case 'kick_off':
        return [{ column: (COLUMNS + 1) / 2, row: (ROWS + 1) / 2 }];
      default:
        return [];
    }
  });
}

export function distance(one: Cell, two: Cell): number {
  return Math.max(Math.abs(one.column - two.column), Math.abs(one.row - two.row));
}
