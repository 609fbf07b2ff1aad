import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Board } from '../lib/board.svelte';
import { loadKit } from '../lib/kit';
import { LiveTable } from '../lib/live.svelte';
import Prompt from '../lib/Prompt.svelte';
import Report from '../lib/Report.svelte';
import { heldFor, hold } from '../lib/seats';
import { set } from '../lib/settings.svelte';
import Shutter from '../lib/Shutter.svelte';
import type { Choice, FromServer, ToServer, View } from '../lib/wire';
import Table from '../pages/Table.svelte';
import { asked, tape } from './fixtures';

const recorded = tape('pilka_w_grze');

async function board(view: View, sent: Choice[] = []): Promise<Board> {
  const made = new Board(await loadKit('pilka_w_grze'), (choice) => sent.push(choice));
  made.lay(view, []);
  made.open = true;
  return made;
}

beforeEach(() => {
  Element.prototype.animate ??= vi.fn(() => ({ cancel: vi.fn(), finished: Promise.resolve(), onfinish: null })) as never;
});
afterEach(cleanup);

describe('Piłka w grze!', () => {
  test('what is legal is lit, the first press picks, the second plays', async () => {
    const view = asked(recorded, 'attack');
    const sent: Choice[] = [];
    const made = await board(view, sent);
    const { container } = render(made.kit.Hand, { board: made });
    const lit = container.querySelectorAll<HTMLElement>('[data-lit]');
    expect(new Set([...lit].map((node) => node.dataset.piece))).toEqual(new Set(view.choices.flatMap((choice) => choice.elements)));
    const first = lit[0];
    if (!first) throw new Error('nothing is lit');
    await fireEvent.click(first);
    expect(first.getAttribute('aria-pressed')).toBe('true');
    expect(sent).toEqual([]);
    await fireEvent.click(first);
    expect(sent.map((choice) => choice.elements.includes(first.dataset.piece ?? ''))).toEqual([true]);
  });

  test('what is left for a shot is told only where a success is one', async () => {
    const view = asked(recorded, 'attack');
    const shooting = (value: number) => ({ ...view, counters: view.counters.map((counter) => (counter.id === 'success_shoots' ? { ...counter, value } : counter)) });
    for (const [value, told] of [[0, false], [1, true]] as const) {
      const made = await board(shooting(value));
      render(made.kit.Hand, { board: made });
      expect(document.body.textContent?.includes('to shoot.')).toBe(told);
      cleanup();
    }
  });

  test('an attack that can be stopped says so, a foul that is played on does not', async () => {
    const view = asked(recorded, 'attack');
    const choice = (notation: string) => ({ action: 97, label: notation, notation, elements: [], final: true, facts: {}, detail: '' });
    for (const [notation, told] of [['stop', true], ['on', false]] as const) {
      const made = await board({ ...view, choices: [...view.choices.filter((one) => one.elements.length), choice(notation)] });
      render(made.kit.Table, { board: made });
      expect(document.body.textContent?.includes('or stop')).toBe(told);
      cleanup();
    }
  });

  test('a card that cannot be played says so when touched', async () => {
    const view = recorded.views.map(({ seat }) => seat).find((one) => one.phase === 'attack' && one.choices.length > 1 && one.zones[0]?.pieces.some((piece) => !one.choices.some((choice) => choice.elements.includes(piece.id))));
    if (!view) throw new Error('every card could be played');
    const made = await board(view);
    const { container } = render(made.kit.Hand, { board: made });
    const dark = container.querySelector<HTMLElement>('.card.no');
    if (!dark) throw new Error('no card is dark');
    await fireEvent.click(dark);
    const why = view.zones[0]?.pieces.find((piece) => piece.id === dark.dataset.piece)?.facts.why;
    expect(why).toBeTruthy();
    expect(container.querySelector('.reason')?.textContent).toBe(why);
    expect(made.picked).toEqual([]);
  });

  test('the last card of a save waits for the ticket, since it cannot be taken back', async () => {
    const view = asked(recorded, 'shot_defence');
    const needed = view.zones.find((zone) => zone.id === 'shot')?.count ?? 0;
    const hand = view.zones.find((zone) => zone.id === `hand.${view.seat}`);
    const free = hand?.pieces.filter((piece) => view.choices.some((choice) => choice.elements.includes(piece.id))) ?? [];
    if (!needed || free.length < needed) throw new Error('nothing to save with');
    for (const [laid, plays] of [[needed - 1, 0], ...(needed > 1 ? [[needed - 2, 1]] : [])] as [number, number][]) {
      const chosen = new Set(free.slice(1, 1 + laid).map((piece) => piece.id));
      const zones = view.zones.map((zone) => (zone === hand ? { ...zone, pieces: zone.pieces.map((piece) => ({ ...piece, marks: chosen.has(piece.id) ? ['chosen'] : [] })) } : zone));
      const sent: Choice[] = [];
      const made = await board({ ...view, zones }, sent);
      made.press(free[0]?.id ?? '');
      expect(sent.length).toBe(plays);
      if (!plays) expect(made.kit.act?.(made.view, made.selected as Choice)).toMatch(/^(Save with|Lay them: )/);
    }
  });

  test('the ticket names the act and plays it; a shot is chosen by one tap a card', async () => {
    const sent: Choice[] = [];
    const made = await board(asked(recorded, 'shot_attack'), sent);
    const card = made.choices.find((choice) => choice.elements.length);
    made.press(card?.elements[0] ?? '');
    expect(sent).toEqual([card]);
    render(Prompt, { board: await board(asked(recorded, 'attack'), sent) });
    expect(screen.getByText('Your move')).toBeTruthy();
  });

  test('the prompt says what follows, until a card is picked: then what that card comes to', async () => {
    const view = asked(recorded, 'attack');
    const made = await board(view);
    const { container } = render(Prompt, { board: made });
    const small = () => container.querySelector('.prompt p small')?.textContent?.trim();
    expect(view.consequence).not.toBe('');
    expect(small()).toBe(view.consequence);
    const card = made.choices.find((choice) => choice.elements.length && choice.detail);
    made.press(card?.elements[0] ?? '');
    await tick();
    expect(small()).toBe(card?.detail);
  });

  test('the last card of a shot shoots with all, and a tactic is paid for by name', async () => {
    const shot = asked(recorded, 'shot_attack');
    const { kit } = await board(shot);
    const [card] = shot.choices.filter((choice) => choice.elements.length);
    expect(kit.act?.(shot, { ...(card as Choice), final: true })).toBe('Shoot with all cards');
    expect(kit.act?.({ ...shot, phase: 'pay' }, card as Choice)).toBe(`Pay: ${card?.label}`);
  });

  test('no face of the rival’s hand is in the page', async () => {
    const made = await board(asked(recorded, 'reply'));
    const { container } = render(made.kit.Table, { board: made });
    expect(container.querySelector('[data-piece^="hand.1"]')).toBeNull();
  });

  test('every recorded view can be drawn, by its own table and by the plain one', async () => {
    const plain = await loadKit('no such game');
    for (const { seat, other } of recorded.views.filter((_, ply) => ply % 27 === 0)) {
      for (const view of [seat, other]) {
        for (const kit of [await loadKit('pilka_w_grze'), plain]) {
          const made = new Board(kit);
          made.lay(view, []);
          render(kit.Table, { board: made });
          render(kit.Hand, { board: made });
          cleanup();
        }
      }
    }
  });
});

test('the shutter shows two names and nothing else', () => {
  const onopen = vi.fn();
  render(Shutter, { name: 'Ola', other: 'Tomek', onopen });
  screen.getByText('I am Ola, show my cards').click();
  expect(onopen).toHaveBeenCalledOnce();
});

test('what was taken back leaves the report', async () => {
  const made = await board({ ...asked(recorded, 'attack'), ply: 4, events: [1, 2, 3, 4].map((ply) => ({ ply, kind: 'played', args: {}, text: `ply ${ply}`, rule: '', clock: '', time: '' })) });
  made.lay({ ...made.view, ply: 3, events: [] }, [], 4);
  expect(made.events.map((event) => event.ply)).toEqual([1, 2, 3]);
});

describe('the line', () => {
  class FakeSocket {
    static all: FakeSocket[] = [];
    static OPEN = 1;
    readyState = 1;
    sent: ToServer[] = [];
    onopen?: () => void;
    onmessage?: (event: { data: string }) => void;
    onclose?: (event: { code: number }) => void;
    constructor() {
      FakeSocket.all.push(this);
    }
    send(text: string) {
      this.sent.push(JSON.parse(text) as ToServer);
    }
    hear(message: FromServer) {
      this.onmessage?.({ data: JSON.stringify(message) });
    }
    close() {
      this.readyState = 3;
    }
  }

  beforeEach(() => {
    FakeSocket.all = [];
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', FakeSocket);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** All that moves has come to rest; nobody has waited long enough to hang up. */
  const settled = () => vi.advanceTimersByTimeAsync(5000);

  test('says hello, shows the view, sends the move for its ply, and dials again from there', async () => {
    const kit = await loadKit('pilka_w_grze');
    const table = new LiveTable('m1', 0, 'secret', kit, false);
    const first = FakeSocket.all[0];
    first?.onopen?.();
    expect(first?.sent[0]).toMatchObject({ type: 'hello', token: 'secret', since: 0 });
    const view = asked(recorded, 'attack');
    first?.hear({ type: 'view', version: 1, view, since: 0, limit: null, time: null });
    await settled();
    const choice = view.choices[0];
    if (!choice) throw new Error('nothing to play');
    table.board.commit(choice);
    table.board.commit(choice);
    expect(first?.sent.slice(1)).toMatchObject([{ type: 'play', ply: view.ply, action: choice.action }]);
    first?.onclose?.({ code: 1006 });
    expect(table.lost).toBe(true);
    await vi.advanceTimersByTimeAsync(500);
    const second = FakeSocket.all[1];
    second?.onopen?.();
    expect(second?.sent[0]).toMatchObject({ type: 'hello', since: view.ply });
    second?.hear({ type: 'view', version: 1, view, since: 0, limit: null, time: null });
    expect(table.lost).toBe(false);
    table.close();
  });

  test('a secret choice that another one has overtaken is made again, any other is not', async () => {
    const table = new LiveTable('m1', 0, 'secret', await loadKit('pilka_w_grze'), false);
    const line = FakeSocket.all[0];
    const view = asked(recorded, 'formation');
    const choice = view.choices[0];
    if (!choice) throw new Error('nothing to play');
    line?.hear({ type: 'view', version: 1, view, since: 0, limit: null, time: null });
    await settled();
    table.board.commit(choice);
    line?.hear({ type: 'error', code: 'stale', message: '' });
    line?.hear({ type: 'view', version: 1, view: { ...view, ply: view.ply + 1, prompt: 'The same question in other words' }, since: 0, limit: null, time: null });
    await settled();
    expect(line?.sent.map((message) => message.type === 'play' && message.ply)).toEqual([view.ply, view.ply + 1]);
    line?.hear({ type: 'error', code: 'stale', message: '' });
    line?.hear({ type: 'view', version: 1, view: { ...view, ply: view.ply + 2, choices: view.choices.slice(0, -1) }, since: 0, limit: null, time: null });
    await settled();
    expect(line?.sent.length).toBe(2);
    table.close();
  });

  test('who is connected, what was said, and who would rather not', async () => {
    const table = new LiveTable('m1', 0, 'secret', await loadKit('pilka_w_grze'), false);
    const line = FakeSocket.all[0];
    const view = asked(recorded, 'attack');
    line?.hear({ type: 'view', version: 1, view: { ...view, seat: 0 }, since: 0, limit: null, time: null });
    await settled();
    line?.hear({ type: 'presence', here: [true, false], watching: 2 });
    const gone = table.presence.goneAt[1];
    await vi.advanceTimersByTimeAsync(1000);
    line?.hear({ type: 'presence', here: [true, false], watching: 1 });
    expect(table.presence).toEqual({ goneAt: { 1: gone }, watching: 1 });
    line?.hear({ type: 'said', seat: 1, text: 'mine', phrase: null });
    line?.hear({ type: 'said', seat: 1, text: 'Well played!', phrase: 'good_game' });
    expect(table.talk.map((said) => said.free)).toEqual([true, false]);
    line?.hear({ type: 'offer', what: 'draw', seat: 0, agreed: [0], ply: table.board.view.ply });
    line?.hear({ type: 'declined', what: 'draw', seat: 1 });
    expect([table.offers, table.notice]).toEqual([[], `${view.seats[1]?.team} would rather not.`]);
    line?.hear({ type: 'error', code: 'bad_token', message: 'This seat was handed over.' });
    expect(table.dismissed).toBe('This seat was handed over.');
    table.close();
  });

  test('time stands until the person goes on or moves, on a new line too', async () => {
    const table = new LiveTable('m1', 0, 'secret', await loadKit('pilka_w_grze'), true);
    const first = FakeSocket.all[0];
    const view = asked(recorded, 'attack');
    first?.hear({ type: 'view', version: 1, view, since: 0, limit: 8000, time: null });
    await settled();
    expect(table.board.running).toBe(true);
    table.pause(true);
    expect([table.board.running, first?.sent.at(-1)]).toEqual([false, { type: 'away', away: true }]);
    first?.onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(500);
    const second = FakeSocket.all[1];
    second?.hear({ type: 'view', version: 1, view, since: 0, limit: 8000, time: null });
    expect(second?.sent.at(-1)).toEqual({ type: 'away', away: true });
    second?.hear({ type: 'view', version: 1, view: { ...view, ply: view.ply + 1, choices: view.choices.slice(0, 1) }, since: 0, limit: 8000, time: null });
    await settled();
    expect([table.board.paused, second?.sent.at(-1)?.type]).toEqual([true, 'away']); // the only move there is waits too
    table.pause(false);
    await settled();
    expect([table.board.running, second?.sent.at(-1)?.type]).toEqual([true, 'play']);
    table.close();
  });

  test('what a new line tells again has not just been said', async () => {
    const table = new LiveTable('m1', 0, 'secret', await loadKit('pilka_w_grze'), false);
    const here: FromServer = { type: 'presence', here: [true, true], watching: 0 };
    const said = (text: string): FromServer => ({ type: 'said', seat: 1, text, phrase: null });
    for (const message of [said('before you came'), here]) FakeSocket.all[0]?.hear(message);
    expect([table.talk.length, table.spoken]).toEqual([1, undefined]);
    FakeSocket.all[0]?.hear(said('hello'));
    const heard = table.spoken;
    expect(heard?.text).toBe('hello');
    FakeSocket.all[0]?.onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(500);
    for (const message of [said('before you came'), said('hello'), here]) FakeSocket.all[1]?.hear(message);
    expect([table.talk.map((one) => one.text), table.spoken]).toEqual([['before you came', 'hello'], heard]);
    table.close();
  });

  test('what was played in the person’s place stands in the report where it was played', async () => {
    const table = new LiveTable('m1', 0, 'secret', await loadKit('pilka_w_grze'), true);
    const line = FakeSocket.all[0];
    const view = asked(recorded, 'attack');
    const told = (ply: number, text: string) => ({ ply, kind: 'played', args: {}, text, rule: '', clock: '', time: '' });
    line?.hear({ type: 'view', version: 1, view: { ...view, choices: view.choices.slice(0, 1), events: [told(view.ply, 'Before.')] }, since: 0, limit: null, time: null });
    await settled();
    line?.hear({ type: 'view', version: 1, view: { ...view, ply: view.ply + 1, choices: [], events: [told(view.ply + 1, 'The move.'), told(view.ply + 1, 'What came of it.')] }, since: view.ply + 1, limit: null, time: null });
    await settled();
    expect(table.board.forYou).toEqual([view.ply + 1]);
    render(Report, { board: table.board, tab: 'report', clause: '', open: true });
    await tick();
    const noted = screen.getAllByRole('listitem').filter((item) => item.textContent?.includes('Played for you'));
    expect(noted.map((item) => item.textContent)).toEqual([expect.stringContaining('The move.')]);
    table.close();
  });

  test('whoever has left the seat to a bot watches', async () => {
    const table = new LiveTable('m1', 0, 'secret', await loadKit('pilka_w_grze'), false);
    FakeSocket.all[0]?.hear({ type: 'view', version: 1, view: { ...asked(recorded, 'attack'), seat: null, choices: [] }, since: 0, limit: null, time: null });
    await settled();
    expect(table.seat).toBeNull();
    table.close();
  });

  test('a refusal that comes while a view is being followed leaves the table open', async () => {
    const table = new LiveTable('m1', 0, 'secret', await loadKit('pilka_w_grze'), false);
    const line = FakeSocket.all[0];
    const view = asked(recorded, 'attack');
    line?.hear({ type: 'view', version: 1, view, since: 0, limit: null, time: null });
    await settled();
    line?.hear({ type: 'view', version: 1, view: { ...view, ply: view.ply + 1 }, since: 0, limit: null, time: null });
    line?.hear({ type: 'error', code: 'too_often', message: 'Not so fast.' });
    await settled();
    expect([table.board.open, table.notice]).toEqual([true, 'Not so fast.']);
    table.close();
  });

  test('time runs from when it was told, not from when it is shown', async () => {
    const table = new LiveTable('m1', 0, 'secret', await loadKit('pilka_w_grze'), false);
    const line = FakeSocket.all[0];
    const view = asked(recorded, 'attack');
    line?.hear({ type: 'view', version: 1, view, since: 0, limit: null, time: null });
    await settled();
    const saved = { ply: view.ply + 1, kind: 'saved', args: { seat: 1, balls: 1, gloves: 1 }, text: '', rule: '', clock: '', time: '' };
    line?.hear({ type: 'view', version: 1, view: { ...view, ply: view.ply + 1, events: [saved] }, since: 0, limit: null, time: null });
    line?.hear({ type: 'view', version: 1, view: { ...view, ply: view.ply + 2 }, since: 0, limit: 2000, time: null });
    await settled();
    expect(table.board.limit?.ply).toBe(view.ply + 2);
    expect(table.board.limit?.ms).toBeLessThan(1900); // the verdict was seen first
    table.close();
  });

  const told = (kind: string, ply: number, args: Record<string, number> = { seat: 1, card: 1 }) => ({ ply, kind, args, text: `${kind} ${ply}`, rule: '', clock: '', time: '' });

  test('whoever comes back sees how it stands, and the last verdict only; the report lacks nothing', async () => {
    const table = new LiveTable('m1', 0, 'secret', await loadKit('pilka_w_grze'), false);
    const line = FakeSocket.all[0];
    const view = { ...asked(recorded, 'attack'), events: [] };
    const hear = (plies: number, events: View['events']) => line?.hear({ type: 'view', version: 1, view: { ...view, ply: view.ply + plies, events }, since: 0, limit: null, time: null });
    hear(0, []);
    await settled();
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    hear(1, [told('save_card', view.ply + 1), told('saved', view.ply + 1, { seat: 1, balls: 2, gloves: 2 })]);
    await vi.advanceTimersByTimeAsync(0);
    expect([table.board.view.ply, table.stage.up, table.stage.verdict?.word, table.board.open]).toEqual([view.ply + 1, false, 'Saved!', false]);
    await vi.advanceTimersByTimeAsync(900);
    expect([table.stage.playing, table.board.open, table.board.events.length]).toEqual([false, true, 2]);
    hidden.mockRestore();
    table.close();
  });

  test('many moves that decide nothing become one line, but for the last', async () => {
    const table = new LiveTable('m1', 0, 'secret', await loadKit('pilka_w_grze'), false);
    const line = FakeSocket.all[0];
    const view = { ...asked(recorded, 'attack'), events: [] };
    const seats = view.seats.map((seat) => ({ ...seat, waiting: seat.seat === 1 }));
    const hear = (plies: number) => line?.hear({ type: 'view', version: 1, view: { ...view, seats, ply: view.ply + plies, events: plies ? [told('played', view.ply + plies)] : [] }, since: view.ply + plies, limit: null, time: null });
    for (const plies of [0, 1, 2, 3, 4, 5, 6]) hear(plies);
    await vi.advanceTimersByTimeAsync(0);
    expect([table.stage.beat?.name, table.board.view.ply]).toEqual(['played', view.ply + 1]); // the others were not there yet
    await vi.advanceTimersByTimeAsync(260);
    expect([table.stage.beat?.name, table.board.view.ply]).toEqual(['crowd', view.ply + 5]);
    await vi.advanceTimersByTimeAsync(600);
    expect([table.stage.beat?.name, table.board.view.ply]).toEqual(['played', view.ply + 6]);
    await vi.advanceTimersByTimeAsync(260);
    expect([table.stage.playing, table.board.events.map((event) => event.ply - view.ply)]).toEqual([false, [1, 2, 3, 4, 5, 6]]);
    table.close();
  });

  test('against the clock one tap rolls, unless the person wants two', async () => {
    const table = new LiveTable('m1', 0, 'secret', await loadKit('pilka_w_grze'), false);
    const line = FakeSocket.all[0];
    const view = asked(recorded, 'attack');
    const id = view.choices.find((choice) => choice.elements.length === 1)?.elements[0] ?? '';
    const plays = async (limit: number | null) => {
      line?.hear({ type: 'view', version: 1, view, since: 0, limit, time: null });
      await vi.advanceTimersByTimeAsync(5000);
      const before = line?.sent.length ?? 0;
      table.board.press(id);
      return line?.sent.length !== before;
    };
    expect([await plays(null), await plays(9000)]).toEqual([false, true]);
    set('clockTap', false);
    expect(await plays(9000)).toBe(false);
    set('clockTap', true);
    table.close();
  });

  test('what is picked stays picked when another has chosen meanwhile, and not when something else is asked', async () => {
    const view = asked(recorded, 'attack');
    const board = new Board(await loadKit('pilka_w_grze'));
    board.lay(view, []);
    board.open = true;
    const id = view.choices.find((choice) => choice.elements.length === 1)?.elements[0] ?? '';
    board.press(id);
    board.lay({ ...view, ply: view.ply + 1 }, []);
    expect(board.picked).toEqual([id]);
    board.lay({ ...view, ply: view.ply + 2, choices: view.choices.slice(1) }, []);
    expect(board.picked).toEqual([]);
  });

  test('without animation the bots are told that nobody waits for them', async () => {
    set('speed', 'none');
    const table = new LiveTable('m1', 0, 'secret', await loadKit('pilka_w_grze'), true);
    FakeSocket.all[0]?.onopen?.();
    expect(FakeSocket.all[0]?.sent).toContainEqual({ type: 'pace', at_once: true });
    table.close();
    set('speed', 'normal');
  });

  test('a line on which nobody answers is dialled again, and so is one that lay idle for long', async () => {
    const table = new LiveTable('m1', 0, 'secret', await loadKit('pilka_w_grze'), false);
    const line = FakeSocket.all[0];
    const view = asked(recorded, 'attack');
    line?.hear({ type: 'view', version: 1, view, since: 0, limit: null, time: null });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(FakeSocket.all.length).toBe(1); // nobody was asked anything
    const choice = view.choices[0];
    if (choice) table.board.commit(choice);
    await vi.advanceTimersByTimeAsync(9000);
    expect([FakeSocket.all.length, table.lost, line?.readyState]).toEqual([2, true, 3]);
    FakeSocket.all[1]?.hear({ type: 'view', version: 1, view, since: 0, limit: null, time: null });
    expect(table.lost).toBe(false);
    const hidden = vi.spyOn(document, 'hidden', 'get');
    const look = (away: boolean) => {
      hidden.mockReturnValue(away);
      document.dispatchEvent(new Event('visibilitychange'));
    };
    look(true);
    look(false);
    expect(FakeSocket.all.length).toBe(2);
    look(true);
    await vi.advanceTimersByTimeAsync(90_000);
    look(false);
    expect(FakeSocket.all.length).toBe(3);
    hidden.mockRestore();
    table.close();
  });

  test('what cannot be sent says so, and what was on offer is told again by the new line', async () => {
    const table = new LiveTable('m1', 0, 'secret', await loadKit('pilka_w_grze'), false);
    const line = FakeSocket.all[0];
    const view = asked(recorded, 'attack');
    line?.hear({ type: 'view', version: 1, view, since: 0, limit: null, time: null });
    line?.hear({ type: 'offer', what: 'draw', seat: 1, agreed: [1], ply: view.ply });
    expect([table.offers.length, table.concede()]).toEqual([1, true]);
    line?.close();
    expect([table.concede(), table.lost]).toEqual([false, true]);
    line?.onclose?.({ code: 1006 });
    expect(table.offers).toEqual([]);
    table.close();
  });

  test('whoever leaves while the table is still being laid leaves no line behind', async () => {
    const info = { id: 'm1', game: 'pilka_w_grze', dealt: true, over: false, seats: [], commitment: '' };
    let answer: (value: unknown) => void = () => undefined;
    const late = new Promise((done) => (answer = done));
    vi.stubGlobal('fetch', async () => (await late, new Response(JSON.stringify(info))));
    const { unmount } = render(Table, { id: 'm1' });
    unmount();
    answer(undefined);
    await settled();
    expect([FakeSocket.all.length, document.documentElement.dataset.game]).toEqual([0, undefined]);
  });

  test('a rematch that is refused says why, and a second press makes no second match', async () => {
    const view = { ...asked(recorded, 'attack'), over: true, result: [1, 0], choices: [] };
    const info = { id: 'm1', game: 'pilka_w_grze', dealt: true, over: true, seats: [], waiting: [], held: [0], commitment: '', rematch: null };
    hold({ id: 'm1', game: 'pilka_w_grze', seats: [{ seat: 0, token: 'secret' }], hotSeat: false, solo: true, plan: { game: 'pilka_w_grze', options: {}, seats: [], hot_seat: false } });
    let made = 0;
    const fetched: string[] = [];
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
      fetched.push(path);
      if (init?.method === 'POST') made += 1;
      const refusal = new Response(JSON.stringify({ message: 'Too many matches.' }), { status: 429 });
      return Promise.resolve(/m1\?/.test(path) ? new Response(JSON.stringify(info)) : path.includes('labels') ? new Response('{}') : refusal);
    });
    render(Table, { id: 'm1' });
    await settled();
    expect(fetched.filter((path) => path.includes('/view'))).toEqual([]); // the line brings it
    FakeSocket.all[0]?.hear({ type: 'view', version: 1, view, since: 0, limit: null, time: null });
    await settled();
    const again = screen.getByRole('button', { name: 'Rematch' });
    again.click();
    again.click();
    await settled();
    expect(made).toBe(1);
    expect(screen.getByRole('alert').textContent).toBe('Too many matches.');
  });

  test('whoever holds a token that opens nothing any more looks on', async () => {
    const info = { id: 'm1', game: 'pilka_w_grze', dealt: true, over: false, seats: [], waiting: [0], held: [], commitment: '', rematch: null };
    hold({ id: 'm1', game: 'pilka_w_grze', seats: [{ seat: 0, token: 'spent' }], hotSeat: false, solo: true });
    vi.stubGlobal('fetch', (path: string) => Promise.resolve(new Response(JSON.stringify(path.includes('labels') ? {} : info))));
    render(Table, { id: 'm1' });
    await settled();
    FakeSocket.all[0]?.onopen?.();
    expect(FakeSocket.all.length).toBe(1);
    expect(JSON.stringify(FakeSocket.all[0])).not.toContain('spent');
    expect(heldFor('m1')).toBeUndefined();
  });

  test('a wrong token is not tried again', async () => {
    const table = new LiveTable('m1', 0, 'wrong', await loadKit('pilka_w_grze'), false);
    FakeSocket.all[0]?.onclose?.({ code: 4401 });
    await vi.advanceTimersByTimeAsync(20000);
    expect(FakeSocket.all.length).toBe(1);
    table.close();
  });
});
