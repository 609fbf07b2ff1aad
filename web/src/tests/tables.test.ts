/** What holds on every table, at every question that is ever asked: what lies there can be dragged, says why, can be read. */
import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pieceAt } from '../lib/actions';
import type { Board } from '../lib/board.svelte';
import Scoreboard from '../lib/Scoreboard.svelte';
import Shell from '../lib/Shell.svelte';
import type { Choice, View } from '../lib/wire';
import { openBoard, recordedScenes, stubMotion } from './fixtures';

const scenes = recordedScenes();
const GAMES = ['kick_on', 'kickards', 'mcs', 'pilka_w_grze', 'super_goal'] as const;
const of = (game: string) => Object.entries(scenes).filter(([, scene]) => scene.game === game);

beforeEach(stubMotion);
afterEach(cleanup);

/** Lay a view on a game's table, hand and all. */
async function lay(game: string, view: View, sent: Choice[] = []): Promise<{ board: Board; nodes: (selector: string) => HTMLElement[] }> {
  const board = await openBoard(game, view, sent);
  const drawn = [render(board.kit.Table, { board }), render(board.kit.Hand, { board })];
  return { board, nodes: (selector) => drawn.flatMap(({ container }) => [...container.querySelectorAll<HTMLElement>(selector)]) };
}

/** Buttons in so many words are no pieces, and cells are where the ball is dragged to. */
const NO_PIECE = '.btn, .ticket, .land, .out';

/** What a thing says it is when it is dragged. */
async function dragged(node: HTMLElement): Promise<string> {
  const moved = { setData: vi.fn<(kind: string, text: string) => void>() };
  await fireEvent(node, Object.assign(new Event('dragstart'), { dataTransfer: moved }));
  return moved.setData.mock.calls[0]?.[1] ?? '';
}

describe.each(GAMES)('%s', (game) => {
  const read = new Set<string>();

  test.each(of(game))('%s: what is lit can be dragged, what is dark says why, and everything can be read', async (_, { view }) => {
    const sent: Choice[] = [];
    const { board, nodes } = await lay(game, view, sent);
    for (const node of nodes('[data-piece]:not([data-lit]):not([aria-pressed=true])')) {
      board.refused = board.reading = undefined;
      await fireEvent.click(node);
      const said = board.refused as { why: string } | undefined;
      expect(said?.why || board.reading, node.dataset.piece).toBeTruthy();
    }
    for (const node of nodes('[data-piece]').filter((one) => !one.matches('.option'))) {
      const piece = pieceAt(node);
      if (!piece) throw new Error(`${node.dataset.piece} cannot be read`);
      if (read.has(`${piece.kind} ${piece.face}`)) continue;
      read.add(`${piece.kind} ${piece.face}`);
      await fireEvent.contextMenu(node);
      expect(board.reading?.id).toBe(piece.id);
      const { container } = render(board.kit.Reading, { piece });
      expect(container.textContent.trim(), piece.id).not.toMatch(/^$|undefined|NaN|null/);
    }
    const lit = nodes('[data-lit]').filter((one) => !one.matches(NO_PIECE));
    expect(lit.filter((node) => node.getAttribute('draggable') !== 'true').map((node) => node.outerHTML.slice(0, 200))).toEqual([]);
    const ids = await Promise.all(lit.map(dragged));
    for (const id of ids) {
      sent.length = 0;
      board.open = true;
      board.drop(id);
      expect(sent.length + board.picked.length, id).toBe(1);
      if (sent[0]?.elements.length) expect(sent[0].elements).toContain(id);
    }
  });

  test('a spectator reads names instead of your and their', async () => {
    for (const [name, { watched }] of of(game)) {
      const board = await openBoard(game, watched);
      board.open = false;
      for (const part of [board.kit.Table, board.kit.Hand]) {
        const { container } = render(part, { board });
        for (const printed of container.querySelectorAll('.card, .champ p, .when')) printed.remove(); // what is printed speaks to its owner
        expect(container.textContent, name).not.toMatch(/\b(you|your|yours|they)\b|their (attack|best|box|card|answer|half)/i);
      }
      cleanup();
    }
  });
});

test('Z holds up the piece under the focus; a drop on another piece means both', async () => {
  const found = scenes['super_goal.side'];
  if (!found) throw new Error('nobody was asked for a side');
  const sent: Choice[] = [];
  const board = await openBoard('super_goal', found.view, sent);
  const { container } = render(Shell, { board, dock: (() => undefined) as never });
  const target = container.querySelector<HTMLElement>('.felt [data-lit]');
  if (!target) throw new Error('nothing to choose');
  target.focus();
  await fireEvent.keyDown(target, { key: 'z' });
  expect(board.reading?.id).toBe(target.dataset.piece);
  board.reading = undefined;
  await tick();
  expect(container.querySelector('.ball')?.getAttribute('draggable')).toBe('true');
  await fireEvent(target, Object.assign(new Event('drop', { bubbles: true }), { dataTransfer: { getData: () => 'ball' } }));
  expect(sent.map((choice) => choice.elements[0])).toEqual([target.dataset.piece]);
});

test('the scoreboard names everyone, be they two, three or four', () => {
  for (const name of ['mcs.pick', 'mcs_three.pick', 'mcs_fourway.pick']) {
    const view = scenes[name]?.view;
    if (!view) throw new Error(`no ${name}`);
    const { container } = render(Scoreboard, { view, onrules: vi.fn(), onsettings: vi.fn() });
    for (const seat of view.seats) expect(container.textContent, name).toContain(seat.seat === view.seat ? 'You' : seat.name);
    expect(container.querySelectorAll('.plate')).toHaveLength(view.seats.length);
    cleanup();
  }
});

test('a second tap while a move is on its way opens nothing', async () => {
  const found = scenes['kick_on.attackers'];
  if (!found) throw new Error('nobody attacked');
  const sent: Choice[] = [];
  const { board, nodes } = await lay('kick_on', found.view, sent);
  const man = nodes('.kof [data-lit]')[0];
  if (!man) throw new Error('nobody can attack');
  await fireEvent.click(man);
  await fireEvent.click(man);
  await fireEvent.dblClick(man);
  expect([sent.length, board.reading]).toEqual([1, undefined]);
});
