/** The way of the ball, read from what has happened: cells of the board, from the first seat's side. */

import { COLUMNS, ROWS } from './geometry';
import type { Event } from './wire';

export interface Cell {
  column: number;
  row: number;
}

/** An attacker's lane and depth on the board. */
function boardCell({ seat, lane, depth }: { seat: number; lane: number; depth: number }): Cell {
  return seat === 1 ? { column: COLUMNS + 1 - lane, row: ROWS + 1 - depth } : { column: lane, row: depth };
}

/** The cells where the ball stops on its way, the last included. */
export function stops(events: Event[]): Cell[] {
  return events.flatMap((event): Cell[] => {
    switch (event.kind) {
      case 'moved':
      case 'turnover':
      case 'out_touch':
      case 'shot':
      case 'restart':
        return [boardCell(event.args)];
      case 'goal':
        return [{ column: (COLUMNS + 1) / 2, row: event.args.seat === 1 ? 0.3 : ROWS + 0.7 }];
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
