import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Choice, View } from '../lib/wire';
import Clock from '../games/super_goal/Clock.svelte';
import { layout } from '../games/super_goal/geometry';
import { stops } from '../games/super_goal/path';
import { askedWhere, openBoard, recordedScenes, stubMotion, tape } from './fixtures';

const played = tape('super_goal');
const asked = (test: (view: View) => boolean) => askedWhere(played, test);
const board = (view: View, sent: Choice[] = []) => openBoard('super_goal', view, sent);

beforeEach(stubMotion);
afterEach(cleanup);

describe('Super Goal!', () => {
  test('a die is picked, its landing cells appear, and the second press rolls it', async () => {
    const view = asked((one) => one.phase === 'act' && one.choices.some((choice) => choice.notation === 'roll:pass'));
    const sent: Choice[] = [];
    const made = await board(view, sent);
    render(made.kit.Table, { board: made });
    const { container } = render(made.kit.Hand, { board: made });
    const die = container.querySelector<HTMLElement>('[data-piece="die.pass"]');
    if (!die) throw new Error('no pass die');
    await fireEvent.click(die);
    const action = made.selected?.action;
    const cells = view.zones[0]?.pieces.filter((piece) => piece.facts.action === action) ?? [];
    expect(cells.length).toBeGreaterThan(2);
    expect(document.querySelectorAll('.land, .out')).toHaveLength(cells.length);
    await fireEvent.click(die);
    expect(sent.map((choice) => choice.notation)).toEqual(['roll:pass']);
  });

  test('a declaration changes how the picked die is rolled', async () => {
    const view = asked((one) => one.choices.some((choice) => choice.notation === 'roll:control:x2'));
    const made = await board(view);
    render(made.kit.Table, { board: made });
    const { container } = render(made.kit.Hand, { board: made });
    await fireEvent.click(container.querySelector<HTMLElement>('[data-piece="die.control"]') ?? container);
    expect(made.selected?.notation).toBe('roll:control');
    await fireEvent.click(screen.getByRole('switch', { name: 'doubled' }));
    expect(made.selected?.notation).toBe('roll:control:x2');
  });

  test('the clock counts what was played before its view was laid, and so never runs backwards', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
    const view = asked((one) => one.phase === 'act');
    const came = performance.now();
    await vi.advanceTimersByTimeAsync(4200); // a shot was played out meanwhile
    const { container } = render(Clock, { view, running: true, came });
    await tick();
    const clock = view.counters.find((counter) => counter.id === 'clock');
    const [minutes = 0, rest = 0] = (container.querySelector('.clock span')?.textContent ?? '').split(':').map(Number);
    expect(60 * minutes + rest).toBe((clock?.value ?? 0) + 4);
    vi.useRealTimers();
  });

  test('a move that is made for whoever does not answer in time is said to them', async () => {
    const { kit } = await board(asked((one) => one.phase === 'act'));
    const plan = kit.stage?.beats.played_for as unknown as (args: object, cue: object) => { words: { text: string }; say: string; part: string };
    const cue = (whose: string) => ({ event: { text: 'Kiln: no answer in time.' }, whose: () => whose });
    expect(plan({ seat: 0, rolled: 1 }, cue('mine')).words.text).toMatch(/rolled for you/);
    expect(plan({ seat: 0, rolled: 0 }, cue('mine')).say).toMatch(/left for you/);
    expect(plan({ seat: 1, rolled: 1 }, cue('theirs')).words.text).toBe('Kiln: no answer in time.');
  });

  test('left and right that lead over the same line at the same place are two marks beside each other', async () => {
    const { view } = Object.values(recordedScenes()).find((scene) => scene.game === 'super_goal' && scene.view.phase === 'side') as { view: View };
    const over = { column: 0, row: 10, right: 0, up: 1 };
    const zones = view.zones.map((zone) => ({ ...zone, pieces: zone.pieces.map((piece) => (piece.kind === 'target' ? { ...piece, id: piece.id.startsWith('out') ? piece.id : `out.${piece.id}`, marks: ['out'], facts: over } : piece)) }));
    const made = await board({ ...view, zones });
    const { container } = render(made.kit.Table, { board: made });
    const marks = [...container.querySelectorAll<HTMLElement>('.out')].map((mark) => `${mark.style.left} ${mark.style.top}`);
    expect([marks.length, new Set(marks).size]).toEqual([2, 2]);
  });

  test('what a scene has shown the pitch does not play again', async () => {
    const view = asked((one) => one.phase === 'act' && one.events.some((event) => event.kind === 'moved'));
    const made = await board(view);
    made.staged = true;
    made.lay(view, view.events);
    const { container } = render(made.kit.Table, { board: made });
    await tick();
    const ball = container.querySelector<HTMLElement>('.ball');
    const lies = view.zones[0]?.pieces.find((piece) => piece.kind === 'ball');
    const spot = layout(false, made.me).at(Number(lies?.facts.column), Number(lies?.facts.row));
    expect(parseFloat(ball?.style.left ?? '')).toBeCloseTo((100 * spot.x) / layout(false, made.me).width, 1);
    expect(ball?.style.transitionDuration).toBe('0ms');
  });

  test('the signs beside the arrows are explained on a tap', async () => {
    const view = asked((one) => one.zones.some((zone) => zone.pieces.some((piece) => piece.marks.includes('last') && piece.face === 'pass')));
    const made = await board(view);
    render(made.kit.Table, { board: made });
    await fireEvent.click(screen.getByRole('button', { name: /all its faces/ }));
    expect(made.reading?.id).toBe('die.pass');
    if (made.reading) render(made.kit.Reading, { piece: made.reading });
    expect(screen.getByText('The ball is lost where it lands.')).toBeTruthy();
    expect(screen.getByText('The defender rolls for the ball where it lands.')).toBeTruthy();
  });

  test('the clock goes on from where it stood', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
    const view = asked((one) => one.phase === 'act');
    const shown = render(Clock, { view, running: true });
    const seconds = () => {
      const [minutes = 0, rest = 0] = (shown.container.querySelector('.clock span')?.textContent ?? '').split(':').map(Number);
      return 60 * minutes + rest;
    };
    const start = seconds();
    await vi.advanceTimersByTimeAsync(3100);
    expect(seconds()).toBe(start + 3);
    await shown.rerender({ running: false });
    await vi.advanceTimersByTimeAsync(5000);
    expect(seconds()).toBe(start + 3);
    await shown.rerender({ running: true });
    await vi.advanceTimersByTimeAsync(2100);
    expect(seconds()).toBe(start + 5);
    await shown.rerender({ view: { ...view, prompt: 'the same in another language' } });
    expect(seconds()).toBe(start + 5);
    await shown.rerender({ view: { ...view, ply: view.ply + 1 } });
    expect(seconds()).toBe(start);
    vi.useRealTimers();
  });

  test('a die that is not rolled now says why', async () => {
    const made = await board(asked((one) => one.phase === 'act' && !one.choices.some((choice) => choice.notation === 'shot')));
    const { container } = render(made.kit.Hand, { board: made });
    await fireEvent.click(container.querySelector<HTMLElement>('[data-piece="die.shot"]') ?? container);
    expect(made.refused?.why).toMatch(/^not /);
  });

  test('an armed power answers the first chance by itself', async () => {
    const view = asked((one) => one.phase === 'interrupt');
    const sent: Choice[] = [];
    const made = await board({ ...view, choices: [] }, sent);
    render(made.kit.Table, { board: made });
    render(made.kit.Hand, { board: made });
    await fireEvent.click(screen.getAllByRole('switch', { name: 'Arm it', hidden: true })[0] ?? document.body);
    made.lay(view, []);
    made.open = true;
    await vi.waitFor(() => expect(sent.map((choice) => choice.notation)).toEqual(['champion']));
  });

  test.each([
    ['another face', [{ fell: 'AMAZING_SAVE' }]],
    ['the same face, after the other side had it', [{ owner: 1 }, {}]],
  ])('an armed power is forgotten when the die comes back with %s', async (_name, changes: { owner?: number; fell?: string }[]) => {
    const view = asked((one) => one.phase === 'interrupt');
    const sent: Choice[] = [];
    const held = ({ owner, fell }: { owner?: number; fell?: string }): View => ({
      ...view,
      choices: [],
      zones: view.zones.map((zone) =>
        zone.id === 'champion'
          ? { ...zone, owner: owner === undefined ? zone.owner : 1 - (zone.owner ?? 0), pieces: zone.pieces.map((piece) => ({ ...piece, facts: { ...piece.facts, ...(fell ? { fell } : {}) } })) }
          : zone,
      ),
    });
    const made = await board(held({}), sent);
    render(made.kit.Table, { board: made });
    render(made.kit.Hand, { board: made });
    const arm = () => screen.getAllByRole('switch', { name: /^Arm/, hidden: true })[0];
    await fireEvent.click(arm() ?? document.body);
    expect(arm()?.getAttribute('aria-checked')).toBe('true');
    for (const change of changes) {
      made.lay(held(change), []);
      await tick();
    }
    expect(arm()?.getAttribute('aria-checked')).toBe('false');
    made.lay({ ...held(changes.at(-1) ?? {}), choices: view.choices }, []);
    made.open = true;
    await tick();
    expect(sent).toEqual([]);
  });

  test('where the champion die may be played, its card says what it gives here', async () => {
    const view = asked((one) => one.phase === 'act' && one.choices.some((choice) => choice.notation === 'champion'));
    const detail = 'Here it gives a penalty.';
    const made = await board({ ...view, choices: view.choices.map((choice) => (choice.notation === 'champion' ? { ...choice, detail } : choice)) });
    render(made.kit.Table, { board: made });
    render(made.kit.Hand, { board: made });
    expect(screen.getAllByText(detail).length).toBeGreaterThan(0);
  });
});

describe('the pitch', () => {
  test("one's own goal lies left on a desk and below on a phone, whichever seat one has", () => {
    const desk = [0, 1].map((seat) => layout(false, seat).at(seat === 0 ? 2 : 4, seat === 0 ? 1 : 11));
    expect(desk[0]).toEqual(desk[1]);
    expect(layout(false, 0).at(3, 1).x).toBeLessThan(layout(false, 0).at(3, 11).x);
    expect(layout(true, 0).at(3, 1).y).toBeGreaterThan(layout(true, 0).at(3, 11).y);
  });

  test('the ball stops where it was met, then in the net, then on the spot', () => {
    const told = { ply: 1, text: '', rule: '', clock: '', time: '' };
    const way = stops([
      { ...told, kind: 'shot', args: { seat: 1, effort: 0, lane: 2, depth: 9 } },
      { ...told, kind: 'moved', args: { seat: 1, lane: 3, depth: 10 } },
      { ...told, kind: 'goal', args: { seat: 1, kind: 0, goals_home: 0, goals_away: 1 } },
      { ...told, kind: 'kick_off', args: { half: 1, seat: 0 } },
    ]);
    expect(way).toEqual([{ column: 4, row: 3 }, { column: 3, row: 2 }, { column: 3, row: 0.3 }, { column: 3, row: 6 }]);
  });
});
