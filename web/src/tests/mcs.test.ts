import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import HeatSheet from '../games/mcs/HeatSheet.svelte';
import { loadKit } from '../lib/kit';
import Scoreboard from '../lib/Scoreboard.svelte';
import { compose, type Direction } from '../lib/stage/score';
import { retold } from '../lib/told';
import type { Choice, View } from '../lib/wire';
import { askedWhere, openBoard, recordedScenes, stubMotion, tape } from './fixtures';

const played = tape('mcs');
const views = played.views.map(({ seat }) => seat);
const asked = (test: (view: View) => boolean) => askedWhere(played, test);
const board = (view: View, sent: Choice[] = []) => openBoard('mcs', view, sent);

beforeEach(stubMotion);
afterEach(cleanup);

describe('MCS', () => {
  test('riders of the colour that is asked are lit, and the second press sends one out', async () => {
    const view = asked((one) => one.phase === 'pick');
    const sent: Choice[] = [];
    const made = await board(view, sent);
    const { container } = render(made.kit.Hand, { board: made });
    const lit = [...container.querySelectorAll<HTMLElement>('[data-lit]')];
    expect(new Set(lit.map((node) => node.dataset.piece))).toEqual(new Set(view.choices.flatMap((choice) => choice.elements)));
    await fireEvent.click(lit[0] ?? container);
    expect(made.kit.act?.(view, made.selected as Choice)).toMatch(/^Send out \d+ /);
    await fireEvent.click(lit[0] ?? container);
    expect(sent).toHaveLength(1);
  });

  test('a card that cannot beat the top one says why', async () => {
    const view = asked((one) => one.phase === 'beat' && one.zones[0]?.pieces.some((piece) => piece.facts.why !== undefined) === true);
    const made = await board(view);
    const { container } = render(made.kit.Hand, { board: made });
    await fireEvent.click(container.querySelector<HTMLElement>('.card.no') ?? container);
    expect(made.refused?.why).toMatch(/^not \w+, not /);
  });

  test('an order is chosen as four helmets', async () => {
    const view = asked((one) => one.phase === 'pick');
    const order = (letters: string, action: number) => ({ action, label: letters, notation: `order:${letters}`, elements: [`order.${letters}`], final: true, facts: Object.fromEntries([...letters].map((letter, n) => [`place.${n + 1}`, letter])), detail: '' });
    const sent: Choice[] = [];
    const made = await board({ ...view, phase: 'arrange', choices: [order('RBYW', 1), order('BRYW', 2)] }, sent);
    expect(made.plain).toEqual([]);
    render(made.kit.Table, { board: made });
    const option = screen.getByRole('button', { name: 'BRYW' });
    expect(option.querySelectorAll('.helm')).toHaveLength(4);
    await fireEvent.click(option);
    await fireEvent.click(option);
    expect(sent.map((choice) => choice.action)).toEqual([2]);
  });

  test('cards are marked for exchange by a tap each, and the ticket counts them', async () => {
    const view = asked((one) => one.phase === 'exchange');
    const sent: Choice[] = [];
    const made = await board(view, sent);
    const card = view.choices.find((choice) => choice.elements.length);
    made.press(card?.elements[0] ?? '');
    expect(sent).toEqual([card]);
    const done = view.choices.find((choice) => choice.notation === 'done') as Choice;
    expect(made.kit.act?.(view, done)).toBe('Keep them all');
    expect(made.kit.commits?.(view, done), 'nothing is marked yet: keeping them is no better than another choice').toBe(false);
    const zones = view.zones.map((zone) => (zone.id === `hand.${view.seat}` ? { ...zone, pieces: zone.pieces.map((piece, n) => ({ ...piece, marks: n ? [] : ['chosen'] })) } : zone));
    const marked = { ...view, zones };
    expect([made.kit.act?.(marked, done), made.kit.commits?.(marked, done)]).toEqual(['Exchange 1', true]);
  });

  test('every recorded view can be drawn', async () => {
    for (const view of views.filter((_, ply) => ply % 7 === 0)) {
      const made = await board(view);
      render(made.kit.Table, { board: made });
      render(made.kit.Hand, { board: made });
      cleanup();
    }
  });

  test('the full-time sheet counts heats, and every heat only once', async () => {
    const { kit } = await board(views[0] as View);
    const events = views.flatMap((view) => view.events);
    const last = views.at(-1) as View;
    const rows = kit.comparisons?.(events, last) ?? [];
    expect(rows).toHaveLength(5);
    const [won] = rows;
    expect(Number(won?.values[0]) + Number(won?.values[1])).toBeLessThanOrEqual(15);
  });
});

test('a heat is called as the scoreboard has it: the host’s points first, whoever looks', async () => {
  const { stage } = await loadKit('mcs');
  const view = asked((one) => one.phase === 'pick');
  const hosts = view.zones.find((zone) => zone.id === 'pool.R')?.owner ?? 0;
  const [yellow, white, red, blue] = [10, 15, 0, 5];
  const event = { kind: 'heat_result', ply: 1, args: { heat: 1, first: yellow, second: white, third: red, fourth: blue }, text: 'Heat 1 ends 1:5.', rule: '', clock: '', time: '' };
  for (const seat of [hosts, 1 - hosts]) {
    const held = { ...view, seat };
    const { beats } = compose({ held, view: held, events: [event], own: false, shared: false }, stage as Direction);
    const banner = beats.find((beat) => beat.banner)?.banner;
    expect([banner?.word, banner?.mood]).toEqual(['1 : 5', seat === hosts ? 'hurt' : 'feast']);
  }
});

test('those who ride for one side stand together on the scoreboard, the rival side apart', async () => {
  const { view } = recordedScenes()['mcs_three.attack'] ?? {};
  if (!view) throw new Error('no scene');
  const { side } = await loadKit('mcs');
  const { container } = render(Scoreboard, { view, sideOf: side, onrules: () => undefined, onsettings: () => undefined });
  const names = [...container.querySelectorAll('.sb-many b')].map((name) => name.textContent);
  const sides = names.map((name) => side?.(view, view.seats.find((seat) => seat.name === name)?.seat ?? -1));
  expect(sides).toEqual(sides.toSorted());
  expect(new Set(sides).size).toBe(2);
  expect(container.querySelectorAll('.rival')).toHaveLength(1);
});

test('of two the host stands first on the scoreboard, whichever seat it is', async () => {
  const view = asked((one) => one.phase === 'pick');
  const { side } = await loadKit('mcs');
  const hosts = view.zones.find((zone) => zone.id === 'pool.R')?.owner;
  for (const [host, sideOf] of [[hosts, side], [0, (_: View, seat: number) => seat], [1, (_: View, seat: number) => 1 - seat]] as const) {
    const { container, unmount } = render(Scoreboard, { view, sideOf, onrules: () => undefined, onsettings: () => undefined });
    const first = view.seats[host ?? -1];
    expect(container.querySelector('.side.h b')?.textContent).toBe(first?.team);
    expect(container.querySelector('.plates')?.getAttribute('aria-label')).toMatch(new RegExp(`^${first?.team} `));
    unmount();
  }
});

test('the sheet of a heat and the report call the sides as the scoreboard does', async () => {
  const view = views.findLast((one) => one.zones.some((zone) => zone.id === 'programme' && zone.pieces.length > 0)) as View;
  const made = await board(view);
  const { container } = render(HeatSheet, { board: made });
  const totals = views.flatMap((one) => one.events).find((event) => event.kind === 'totals');
  const said = retold({ ...view, events: totals ? [totals] : [] }, made.kit).events[0]?.text ?? '';
  for (const text of [container.textContent ?? '', said]) {
    for (const { team } of view.seats) expect(text).toContain(team);
    expect(text).not.toMatch(/Host|Guest/);
  }
});

test('cards laid against each other are decided in no less than 1.2 s, the verdict included', async () => {
  const { kit } = await board(views[0] as View);
  const fights = played.views.slice(1).flatMap(({ seat: next }, n) => {
    const { beats } = compose({ held: views[n] as View, view: next, events: next.events, own: false, shared: false }, kit.stage, kit.side);
    const from = beats.findIndex((beat) => beat.name === 'turned' && beat.part === 'decisive');
    const to = beats.findIndex((beat, at) => at > from && beat.part === 'verdict');
    return from < 0 ? [] : [beats.slice(from, to + 1).reduce((sum, beat) => sum + beat.ms, 0)];
  });
  expect(fights.length).toBeGreaterThan(0);
  for (const ms of fights) expect(ms).toBeGreaterThanOrEqual(1200);
});
