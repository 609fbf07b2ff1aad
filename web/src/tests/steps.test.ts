/** What is chosen step by step, and who is passed over: the client goes the steps, and stops where the server says no. */

import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mayStart } from '../games/kick_on/decks';
import { Board } from '../lib/board.svelte';
import { loadKit } from '../lib/kit';
import { LiveTable } from '../lib/live.svelte';
import { askAgain, isSpared, passFor, spare } from '../lib/passing.svelte';
import Prompt from '../lib/Prompt.svelte';
import type { CardSetInfo, Choice, FromServer, Piece, ToServer, View } from '../lib/wire';
import { asked, tape } from './fixtures';

const kickOn = tape('kick_on');
const kickards = tape('kickards');

class FakeSocket {
  static all: FakeSocket[] = [];
  static OPEN = 1;
  readyState = 1;
  sent: ToServer[] = [];
  answer: (message: ToServer) => void = () => undefined;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    const message = JSON.parse(text) as ToServer;
    this.sent.push(message);
    setTimeout(() => this.answer(message), 1); // nothing is answered at once
  }
  hear(message: FromServer) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  show(view: View) {
    this.hear({ type: 'view', version: 1, view, since: view.ply, limit: null, time: null });
  }
  close() {
    this.readyState = 3;
  }
}

beforeEach(() => {
  Element.prototype.animate ??= vi.fn(() => ({ cancel: vi.fn(), finish: vi.fn(), finished: Promise.resolve(), onfinish: null })) as never;
  FakeSocket.all = [];
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settled = () => vi.advanceTimersByTimeAsync(5000);
const done: Choice = { action: 1, label: 'Defend', notation: 'done', elements: [], final: true, facts: {}, detail: '' };

/** A question for defenders, with these chosen, of whom at most three defend: the last of them can be taken back. */
function defending(chosen: string[]): View {
  const view = asked(kickOn, 'attackers');
  const men = view.choices.filter((choice) => choice.elements[0]?.startsWith(`player.${view.seat}.`));
  const best = men.slice(0, 3).flatMap((choice) => choice.elements);
  const marks = (piece: Piece) => (chosen.includes(piece.id) ? ['chosen'] : !chosen.length && best.includes(piece.id) ? ['best'] : []);
  return {
    ...view,
    phase: 'defenders',
    ply: 100 + chosen.length,
    events: [],
    can_undo: chosen.length > 0,
    zones: view.zones.map((zone) => ({ ...zone, pieces: zone.pieces.map((piece) => ({ ...piece, marks: marks(piece) })) })),
    choices: [done, ...(chosen.length < 3 ? men.filter((choice) => !chosen.includes(choice.elements[0] ?? '')).map((choice) => ({ ...choice, final: false })) : [])],
  };
}

/** A table that answers as a server would, but for what it refuses. */
async function defence(refuses: (message: ToServer) => boolean = () => false): Promise<{ table: LiveTable; line: FakeSocket; chosen: string[] }> {
  const table = new LiveTable('m1', 0, 'secret', await loadKit('kick_on'), true);
  const line = FakeSocket.all.at(-1);
  if (!line) throw new Error('nobody dialled');
  const chosen: string[] = [];
  line.answer = (message) => {
    if (message.type !== 'play' && message.type !== 'undo') return;
    if (refuses(message)) return line.hear({ type: 'error', code: 'too_often', message: 'Not so fast.' });
    if (message.type === 'undo') chosen.pop();
    else chosen.push(defending(chosen).choices.find((choice) => choice.action === message.action)?.elements[0] ?? '');
    line.show(defending(chosen));
  };
  line.show(defending(chosen));
  await settled();
  return { table, line, chosen };
}

describe('steps that can be taken back', () => {
  test('the best defence is chosen at once and waits for the ticket, though it leaves no other move', async () => {
    const { table, line, chosen } = await defence();
    expect(chosen).toEqual(defending([]).choices.slice(1, 4).flatMap((choice) => choice.elements));
    expect([table.board.open, table.forced, table.board.choices.map((choice) => choice.notation)]).toEqual([true, false, ['done']]);
    expect(table.stage.folded, 'a scene stands aside: who is chosen on the pitch is seen and can be put back').toBe(true);
    expect(line.sent.filter((message) => message.type === 'play').length).toBe(3);
    table.close();
  });

  test('whoever is chosen is put back by a tap, the others stay, and what was put back is not proposed again', async () => {
    const { table, chosen } = await defence();
    const [first = '', second = '', third = ''] = chosen;
    const { container } = render(table.board.kit.Table, { board: table.board });
    const man = (id: string) => container.querySelector<HTMLElement>(`[data-piece="${id}"]`) as HTMLElement;
    await fireEvent.click(man(second));
    await settled();
    expect(chosen).toEqual([first, third]);
    for (const id of [third, first]) {
      await fireEvent.click(man(id));
      await settled();
    }
    expect([chosen, table.board.open]).toEqual([[], true]);
    table.close();
  });

  test('a refusal half way leaves the choice where it is, with its reason', async () => {
    let plays = 0;
    const { table, chosen } = await defence((message) => message.type === 'play' && ++plays === 2);
    expect([chosen.length, table.board.open, table.board.aim, table.notice]).toEqual([1, true, undefined, 'Not so fast.']);
    table.close();
  });

  test('a line that is lost half way goes on where it was', async () => {
    let plays = 0;
    const silent = (message: ToServer) => message.type === 'play' && ++plays === 2;
    const { table, line, chosen } = await defence();
    table.close();
    chosen.length = 0;
    const again = new LiveTable('m1', 0, 'secret', await loadKit('kick_on'), true);
    const [first, second] = [FakeSocket.all.at(-1), () => FakeSocket.all.at(-1)];
    if (!first) throw new Error('nobody dialled');
    first.answer = (message) => !silent(message) && line.answer.call(line, message);
    line.onmessage = (event) => first.onmessage?.(event);
    first.show(defending([]));
    await settled();
    expect(chosen.length).toBe(1);
    first.onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(500);
    const next = second();
    if (!next || next === first) throw new Error('nobody dialled again');
    next.answer = (message) => line.answer.call(line, message);
    line.onmessage = (event) => next.onmessage?.(event);
    next.show(defending(chosen));
    await settled();
    expect(chosen.length).toBe(3);
    again.close();
  });
});

test('a save is proposed to its last card, which lays them and is only picked; another can be picked instead', async () => {
  const view = asked(tape('pilka_w_grze'), 'attack');
  const hand = `hand.${view.seat}.`;
  const ids = [0, 1, 2].map((slot) => hand + slot);
  const saving = (chosen: string[]): View => ({
    ...view,
    phase: 'shot_defence',
    ply: 200 + chosen.length,
    events: [],
    can_undo: chosen.length > 0,
    zones: view.zones.map((zone) => ({ ...zone, pieces: zone.pieces.map((piece) => ({ ...piece, face: piece.id.startsWith(hand) ? piece.id : piece.face, marks: chosen.includes(piece.id) ? ['chosen'] : !chosen.length && ids.slice(1).includes(piece.id) ? ['best'] : [] })) })),
    choices: ids.filter((id) => !chosen.includes(id)).map((id) => ({ action: Number(id.slice(-1)), label: id, notation: id, elements: [id], final: chosen.length > 0, facts: { gloves: 3, short: 0 }, detail: '' })),
  });
  const table = new LiveTable('m6', view.seat, 'secret', await loadKit('pilka_w_grze'), true);
  const line = FakeSocket.all.at(-1);
  if (!line) throw new Error('nobody dialled');
  const chosen: string[] = [];
  line.answer = (message) => {
    if (message.type === 'undo') chosen.pop();
    else if (message.type === 'play') chosen.push(hand + message.action);
    line.show(saving(chosen));
  };
  line.show(saving([]));
  await settled();
  expect([chosen, table.board.picked, table.board.open]).toEqual([[ids[1]], [ids[2]], true]);
  expect(table.board.selected && table.board.kit.act?.(table.board.view, table.board.selected)).toBe('Save with 3 gloves');
  table.board.press(ids[0] ?? '');
  expect([chosen.length, table.board.picked]).toEqual([1, [ids[0]]]);
  const first = table.board.pieces(hand.slice(0, -1)).find((piece) => piece.id === ids[1]);
  expect(first && table.board.putBack(first)).toBe(true);
  await settled();
  expect([chosen, table.board.picked, table.board.open]).toEqual([[], [], true]);
  table.close();
});

describe('a player who wants to be passed over', () => {
  const pass: Choice = { action: 7, label: 'Let it happen', notation: 'pass', elements: [], final: true, facts: {}, detail: '' };
  /** A window of the rival's fourth turn, with cards that could be played or with none. */
  function window(cards: boolean, turn = 4): View {
    const view = asked(kickOn, 'talk');
    const counters = view.counters.map((counter) => (counter.id === 'turn' ? { ...counter, value: turn, owner: turn % 2 ? 0 : 1 } : counter));
    return { ...view, phase: 'response', ply: 40, events: [], counters, choices: [...(cards ? view.choices.filter((choice) => choice.elements.length) : []), pass] };
  }

  test.each([true, false])('passes after the same pause whether or not there was a choice (%s), until the own turn', async (cards) => {
    const table = new LiveTable('m2', 0, 'secret', await loadKit('kick_on'), false);
    const line = FakeSocket.all.at(-1);
    line?.show(window(cards));
    await settled();
    expect(line?.sent).toEqual([]);
    render(Prompt, { board: table.board, onspare: () => table.spare(true) });
    await fireEvent.click(screen.getByText('Pass until my turn'));
    await vi.advanceTimersByTimeAsync(399);
    expect(line?.sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(line?.sent).toMatchObject([{ type: 'play', ply: 40, action: 7 }]);
    line?.show({ ...window(cards), ply: 42 });
    await settled();
    expect(line?.sent.length).toBe(2);
    line?.show({ ...window(cards, 5), ply: 44 });
    await settled();
    expect([line?.sent.length, table.spared]).toEqual([2, false]);
    table.close();
    askAgain('m2', 0);
  });

  test('may say so at the end of the own turn, before anything is asked', async () => {
    const view = { ...window(true, 5), phase: 'close' };
    const table = new LiveTable('m4', 0, 'secret', await loadKit('kick_on'), false);
    const line = FakeSocket.all.at(-1);
    line?.show(view);
    await settled();
    render(Prompt, { board: table.board, onspare: () => table.spare(true) });
    await fireEvent.click(screen.getByText('Pass until my turn'));
    await settled();
    expect([line?.sent, table.spared, table.board.open]).toEqual([[], true, true]); // the turn itself is not ended by it
    line?.show({ ...window(true, 6), ply: 42 });
    await settled();
    expect(line?.sent).toMatchObject([{ type: 'play', ply: 42, action: 7 }]);
    table.close();
    askAgain('m4', 0);
  });

  test('at a shared screen the pass is made without handing over, and whoever is asked for more is called', async () => {
    const kit = await loadKit('kick_on');
    spare('m3', 0, window(true), kit);
    expect([isSpared('m3', 0, window(true), kit), isSpared('m3', 1, window(true), kit)]).toEqual([true, false]);
    const called = vi.fn();
    const who = { seat: 0, token: 'secret', language: 'en' as const, ply: 40 };
    const hangUp = passFor('m3', who, kit, called);
    const line = FakeSocket.all.at(-1);
    line?.show(window(true));
    await settled();
    expect([line?.sent.at(-1), called.mock.calls.length]).toMatchObject([{ type: 'play', ply: 40, action: 7 }, 0]);
    hangUp();
    passFor('m3', who, kit, called);
    FakeSocket.all.at(-1)?.show({ ...window(true), phase: 'defenders' });
    await settled();
    expect([called.mock.calls.length, FakeSocket.all.at(-1)?.sent]).toEqual([1, []]);
    askAgain('m3', 0);
  });
});

describe('the bid of Kickards', () => {
  const COLOURS = ['red', 'green', 'blue'];
  /** A bid of two red and one blue star, asked for from one of the two colours on. */
  function bidding(first: number, ply: number): View {
    const view = asked(kickards, 'attack');
    const pieces = [0, 2].filter((colour) => colour >= first).flatMap((colour) => Array.from({ length: colour ? 2 : 3 }, (_, count): Piece => ({ id: `bid.0.${colour}.${count}`, kind: 'colour', face: COLOURS[colour] ?? '', name: '', facts: { count, affords: count ? '' : 'roll the d6 again' }, marks: [] })));
    const zones = [...view.zones.filter((zone) => zone.id !== 'bids.0'), { id: 'bids.0', name: 'Game control', owner: 0, count: 2, pieces }];
    const choices = pieces.filter((piece) => piece.face === COLOURS[first]).map((piece, n): Choice => ({ action: 50 + n, label: '', notation: `bid${n}`, elements: [piece.id], final: true, facts: {}, detail: '' }));
    return { ...view, phase: 'bid', ply, events: [], zones, choices };
  }

  test('all colours stand in one panel, one confirm sends them one after the other, and a refusal asks for the rest', async () => {
    const sent: Choice[] = [];
    const board = new Board(await loadKit('kickards'), (choice) => sent.push(choice));
    const open = async (view: View) => {
      board.lay(view, []);
      board.open = true;
      await tick();
    };
    await open({ ...asked(kickards, 'attack'), ply: 1 });
    render(board.kit.Table, { board });
    await open(bidding(0, 10));
    expect(document.body.textContent).toContain('pays for: roll the d6 again');
    const act = () => board.selected && board.kit.act?.(board.view, board.selected);
    expect(act()).toBe('Bid nothing');
    for (const more of ['One more: red', 'One more: red', 'One more: blue']) await fireEvent.click(screen.getByRole('button', { name: more }));
    expect(act()).toBe('Bid 2 red, 1 blue');
    if (board.selected) board.commit(board.selected);
    await open(bidding(2, 11));
    expect(sent.map((choice) => choice.elements)).toEqual([['bid.0.0.2'], ['bid.0.2.1']]);
    board.open = true; // refused
    await tick();
    expect([sent.length, board.selected?.elements]).toEqual([2, ['bid.0.2.1']]);
    await open({ ...asked(kickards, 'attack'), ply: 12 });
    await open(bidding(0, 30));
    expect([sent.length, act()]).toEqual([2, 'Bid nothing']); // another bid begins with nothing
  });
});

test('where nothing is recommended no button is filled, and on a small screen the first stays beside the others', async () => {
  const view = asked(kickards, 'attack');
  const answer = (notation: string, n: number): Choice => ({ action: n, label: notation, notation, elements: [], final: true, facts: {}, detail: '' });
  const board = new Board(await loadKit('kickards'));
  board.lay({ ...view, phase: 'exchange', choices: ['pass', 'exchange', 'block'].map(answer) }, []);
  board.open = true;
  const { container } = render(Prompt, { board });
  expect([...container.querySelectorAll('.acts button')].map((one) => one.textContent)).toEqual(['pass', 'exchange', 'block']);
  expect(container.querySelector('.ticket')).toBeNull();
  board.lay({ ...view, phase: 'defend', choices: [{ ...answer('done', 1), facts: { cards: 0 } }, ...view.choices] }, []);
  await tick();
  expect(container.querySelector('.ticket')).toBeNull();
  board.lay({ ...view, phase: 'defend', choices: [{ ...answer('done', 1), facts: { cards: 2 } }, ...view.choices] }, []);
  await tick();
  expect(container.querySelector('.ticket')?.textContent).toBe('done');
});

test('a second goalkeeper goes to the bench', () => {
  const player = (id: string, position: string) => ({ id, kind: 'player', face: id, name: id, facts: { position }, marks: [] });
  const set = { players: [player('k1', 'GK'), player('k2', 'GK'), player('d1', 'DF')], limits: { starters: 2 } } as unknown as CardSetInfo;
  expect([mayStart('k1', [], set), mayStart('k2', ['k1'], set), mayStart('d1', ['k1'], set), mayStart('d1', ['k1', 'd2'], set)]).toEqual([true, false, true, false]);
});
