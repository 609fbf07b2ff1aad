/** Kickards and Kick On: everything legal is lit where it lies, everything printed has its face. */

import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Board } from '../lib/board.svelte';
import { seatClub } from '../lib/clubs';
import { loadKit } from '../lib/kit';
import Prompt from '../lib/Prompt.svelte';
import Scoreboard from '../lib/Scoreboard.svelte';
import type { Choice, View } from '../lib/wire';
import { hasEventPicture } from '../games/kickards/events';
import { ones, tens } from '../games/kickards/dice';
import { clubOf, rows } from '../games/kickards/names';
import { hasPicture } from '../games/kick_on/pictures';
import { flagOf, kitOf } from '../games/kick_on/prints';
import { asked, recordedScenes, tape, type Tape } from './fixtures';

const kickards = tape('kickards');
const kickOn = tape('kick_on');

async function board(view: View, sent: Choice[] = []): Promise<Board> {
  const made = new Board(await loadKit(view.game), (choice) => sent.push(choice));
  made.lay(view, []);
  made.open = true;
  return made;
}

/** One view for every phase in which seat 0 had a choice. */
function phases(recorded: Tape): View[] {
  const found = new Map<string, View>();
  for (const { seat } of recorded.views) if (seat.choices.length > 1 && !found.has(seat.phase)) found.set(seat.phase, seat);
  return [...found.values()];
}

beforeEach(() => {
  Element.prototype.animate ??= vi.fn(() => ({ cancel: vi.fn(), finish: vi.fn(), finished: Promise.resolve(), onfinish: null })) as never;
});
afterEach(cleanup);

describe.each([kickards, kickOn])('$game', (recorded) => {
  test('every legal action is lit on the table or in the hand, or stands in the prompt', async () => {
    for (const view of phases(recorded)) {
      const made = await board(view);
      const { container: table } = render(made.kit.Table, { board: made });
      const { container: hand } = render(made.kit.Hand, { board: made });
      const lit = new Set([table, hand].flatMap((root) => [...root.querySelectorAll<HTMLElement>('[data-lit][data-piece]')].map((node) => node.dataset.piece)));
      for (const choice of view.choices) {
        const stepped = choice.elements.every((id) => /^([rgb]\d+$|bid\.)/.test(id)); // by one more and one fewer
        const reachable = made.plain.includes(choice) || stepped || choice.elements.some((id) => lit.has(id));
        expect(reachable, `${view.phase}: ${choice.label}`).toBe(true);
      }
      cleanup();
    }
  });

  test('every card and button has a name, and no hidden card has one', async () => {
    for (const view of phases(recorded)) {
      const made = await board(view);
      const { container } = render(made.kit.Table, { board: made });
      for (const button of container.querySelectorAll('button')) expect(button.getAttribute('aria-label') ?? button.textContent?.trim()).toBeTruthy();
      expect(container.textContent).not.toContain('undefined');
      cleanup();
    }
  });

  test('the full-time sheet compares the sides', async () => {
    const last = recorded.views.at(-1)?.seat;
    if (!last) throw new Error('nothing was recorded');
    const events = recorded.views.flatMap(({ seat }) => seat.events);
    const lines = (await loadKit(recorded.game)).comparisons?.(events, last) ?? [];
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.some(({ values }) => Number(values[0]) + Number(values[1]) > 0)).toBe(true);
  });
});

describe('Kickards', () => {
  test('a footballer shows six rows and an event its own drawing', () => {
    const pieces = kickards.views.flatMap(({ seat }) => seat.zones.flatMap((zone) => zone.pieces)).filter((piece) => piece.face);
    const men = pieces.filter((piece) => piece.kind === 'footballer');
    expect(men.every((piece) => rows(piece).every((row) => row.name && (row.tint || row.percent > 0)))).toBe(true);
    const events = pieces.filter((piece) => piece.kind === 'event');
    expect(events.length).toBeGreaterThan(0);
    expect(events.filter((piece) => !hasEventPicture(piece.face ?? ''))).toEqual([]);
  });

  test('two ten-siders read as a roll of 1 to 100', () => {
    expect([1, 9, 40, 43, 100].map((roll) => `${tens(roll)} ${ones(roll)}`)).toEqual(['00 1', '00 9', '40 0', '40 3', '00 0']);
    expect(tens(0)).toBe('');
  });

  test('a bonus held up changes the forecast before it is paid', async () => {
    const view = kickards.views.map(({ seat }) => seat).find((one) => one.phase === 'buy' && one.choices.some((choice) => choice.elements.includes('bonus.0.minus10')));
    if (!view) throw new Error('nobody could buy −10 %');
    const sent: Choice[] = [];
    const made = await board(view, sent);
    const { container } = render(made.kit.Table, { board: made });
    const before = container.querySelector('.mean b')?.textContent;
    const bonus = container.querySelector<HTMLElement>('[data-piece="bonus.0.minus10"]');
    if (!bonus) throw new Error('the bonus is not on the table');
    await fireEvent.click(bonus);
    expect(container.querySelector('.mean b')?.textContent).not.toBe(before);
    expect(container.querySelector('.mean')?.textContent).toContain(before);
    expect(container.querySelectorAll('.pend').length).toBe(2);
    expect(sent).toEqual([]);
    await fireEvent.click(bonus);
    expect(sent.map((choice) => choice.notation)).toEqual(['buy-minus10']);
  });

  test('the control track shows what is open and what it costs, and is used where it lies', async () => {
    const { view } = recordedScenes()['kickards_control.percent'] ?? {};
    if (!view) throw new Error('nobody was asked for percentages of the track');
    const sent: Choice[] = [];
    const made = await board(view, sent);
    const { container } = render(made.kit.Table, { board: made });
    const spaces = [...container.querySelectorAll<HTMLElement>('.track button')];
    const token = made.count('control');
    expect(spaces.map((space) => space.querySelector('small')?.textContent)).toEqual(['−1', '−2', '−2', '−3', '−4', '−6']);
    expect(container.querySelectorAll('.track .taken').length).toBe(Math.abs(token));
    expect(spaces.filter((space) => space.querySelector('.token'))).toEqual([spaces[token - 1]]);
    expect(spaces.at(-1)?.getAttribute('aria-label')).toBe('6: draw 3 cards, costs 6, locked');
    const lit = view.choices.flatMap((choice) => choice.elements);
    expect(spaces.filter((space) => space.dataset.lit).map((space) => space.dataset.piece)).toEqual(lit);
    const first = spaces.find((space) => space.dataset.lit);
    if (!first) throw new Error('nothing on the track is lit');
    await fireEvent.click(spaces.at(-1) ?? first);
    expect(made.refused?.why).toBe('the control token is not that far on your side');
    await fireEvent.click(first);
    await fireEvent.click(first);
    expect(sent.map((choice) => choice.elements)).toEqual([[lit[0]]]);
  });

  test('home stands first and plays in blue, whatever the seat', async () => {
    const first = kickards.views[0]?.seat;
    if (!first) throw new Error('nothing was recorded');
    const kit = await loadKit('kickards');
    for (const home of [0, 1]) {
      const view = { ...first, seats: first.seats.map((seat) => ({ ...seat, score: seat.seat + 1 })), counters: first.counters.map((counter) => (counter.id === 'home' ? { ...counter, value: home } : counter)) };
      const { container, unmount } = render(Scoreboard, { view, club: kit.club, sideOf: kit.side, onrules: () => undefined, onsettings: () => undefined });
      const names = [...container.querySelectorAll('.side b')].map((one) => one.textContent);
      expect(names).toEqual([view.seats[home]?.team, view.seats[1 - home]?.team]);
      expect([...container.querySelectorAll('.plate')].map((one) => one.textContent)).toEqual(home ? ['2', '1'] : ['1', '2']);
      expect(container.querySelector('.side.h .crest path')?.getAttribute('fill')).toBe('#2347b5');
      expect([clubOf(view, home).main, clubOf(view, 1 - home).main]).toEqual(['#2347b5', '#c22a1b']);
      unmount();
    }
  });

  test('exchanging and blocking an event say their price on the button', async () => {
    const view = kickards.views.map(({ seat }) => seat).find((one) => one.phase === 'exchange' && one.choices.some((choice) => choice.notation === 'exchange'));
    if (!view) throw new Error('nobody could exchange an event');
    const made = await board(view);
    const { container } = render(Prompt, { board: made });
    expect([...container.querySelectorAll('.acts button')].map((one) => one.textContent)).toContain('Exchange the event: 1 blue star');
  });

  test('a chance that is tried more than once says how often', async () => {
    const view = structuredClone(asked(kickards, 'buy'));
    const shooter = view.zones.find((zone) => zone.id === 'attack')?.pieces.find((piece) => piece.marks.includes('shooter'));
    const plain = shooter && rows(shooter).find((row) => !row.tint);
    const counter = view.counters.find((one) => one.id === `forecast.${plain?.position}`);
    if (!plain || !counter) throw new Error('no forecast was shown');
    Object.assign(counter, { value: 71, facts: { sum: '36 + 10, 2 tries' } });
    const made = await board(view);
    const { container } = render(made.kit.Table, { board: made });
    const line = container.querySelectorAll('.fr')[plain.position - 1];
    expect(line?.querySelector('.n small')?.textContent).toBe('36 + 10, 2 tries');
    expect(line?.querySelector('.fr > b')?.textContent).toContain('71 %');
  });

  test('the colours of the printed stars are stepped up and down, and always make the whole number', async () => {
    const view = asked(kickards, 'stars');
    const made = await board(view);
    render(made.kit.Table, { board: made });
    await tick();
    const total = view.zones.find((zone) => zone.id === 'colours.0')?.count ?? 0;
    const stars = () => (made.selected?.elements ?? []).map((id) => made.pieces('colours.0').find((piece) => piece.id === id)?.facts.count as number);
    const [red = 0] = stars();
    expect(stars().reduce((sum, n) => sum + n)).toBe(total);
    await fireEvent.click(screen.getByRole('button', { name: 'One more: red' }));
    expect(stars()[0]).toBe(red + 1);
    expect(stars().reduce((sum, n) => sum + n)).toBe(total);
  });
});

describe('Kick On', () => {
  test('every card of the recorded decks has a drawing, every player a flag and a shirt', () => {
    const pieces = kickOn.views.flatMap(({ seat, other }) => [seat, other].flatMap((view) => view.zones.flatMap((zone) => zone.pieces))).filter((piece) => piece.face);
    expect(pieces.filter((piece) => piece.kind === 'card' && !hasPicture(piece.face ?? ''))).toEqual([]);
    expect(pieces.filter((piece) => piece.kind === 'player' && !flagOf(piece))).toEqual([]);
    expect(new Set(pieces.filter((piece) => piece.kind === 'player').map((piece) => kitOf(piece)[0])).size).toBeGreaterThan(2);
  });

  test('one tap chooses an attacker; the ticket attacks with those chosen', async () => {
    const view = asked(kickOn, 'attackers');
    const sent: Choice[] = [];
    const made = await board(view, sent);
    const { container } = render(made.kit.Table, { board: made });
    const man = container.querySelector<HTMLElement>('.kof [data-lit]');
    if (!man) throw new Error('nobody can attack');
    await fireEvent.click(man);
    expect(sent.map((choice) => choice.elements[0])).toEqual([man.dataset.piece]);
  });

  test('a card that cannot be played says why when touched', async () => {
    const made = await board(asked(kickOn, 'talk'));
    const { container } = render(made.kit.Hand, { board: made });
    const dark = container.querySelector<HTMLElement>('.card.no');
    if (!dark) throw new Error('every card could be played');
    await fireEvent.click(dark);
    expect(container.querySelector('.reason')?.textContent).toMatch(/phase A|when you|after|costs|one Play/);
  });

  test('the sums of the attack and the cover stand beside the pitch', async () => {
    const view = kickOn.views.map(({ seat }) => seat).find((one) => one.phase === 'attackers' && one.counters.some((counter) => counter.id === 'cover'));
    if (!view) throw new Error('nobody was chosen');
    const made = await board(view);
    const { container } = render(made.kit.Table, { board: made });
    const value = (id: string) => String(made.count(id));
    expect(container.querySelector('.vsrow .a b')?.textContent).toBe(value('attack'));
    expect(container.querySelector('.goal b')?.textContent).toContain(`${value('chance')} %`);
    expect(container.querySelector('.cov')?.textContent).toContain(value('cover'));
  });

  const scene = (name: string): View => {
    const found = recordedScenes()[`kick_on.${name}`]?.view;
    if (!found) throw new Error(`nobody was asked for ${name}`);
    return found;
  };

  test('before the defenders are chosen their total is the best possible, and says so', async () => {
    const view = kickOn.views.map(({ other }) => other).find((one) => one.phase === 'defenders' && one.counters.some((counter) => counter.id === 'defence'));
    if (!view) throw new Error('nobody defended');
    const { container } = render((await board(view)).kit.Table, { board: await board(view) });
    expect(container.querySelector('.vsrow div:last-child')?.textContent).toContain('Best possible defence');
    expect(container.querySelector('.vsrow .most')).not.toBeNull();
  });

  test('the squad lies open before kick-off, and nobody under the bench who is not benched', async () => {
    const view = scene('lineup');
    const made = await board(view);
    const { container } = render(made.kit.Table, { board: made });
    const heaps = [...container.querySelectorAll('.choosing section')].map((heap) => [heap.querySelector('h2')?.textContent, heap.querySelectorAll('.card').length]);
    const benched = made.pieces(`bench.${made.me}`).length;
    expect(heaps).toEqual(benched ? [['Squad', 10 - benched], ['Bench', benched]] : [['Squad', 10]]);
  });

  test.each([
    ['search_choice', 'Take '],
    ['recover_choice', 'Take '],
    ['peek_choice', 'Discard '],
    ['hand_limit', 'Discard '],
    ['talk', 'Play '],
  ])('the ticket of %s says what is done with a card', async (phase, word) => {
    const view = scene(phase);
    const card = view.choices.find((choice) => choice.elements.length > 0);
    if (!card) throw new Error('there was no card to choose');
    const price = phase === 'talk' ? `, Energy ${card.facts.cost}` : '';
    expect((await loadKit('kick_on')).act?.(view, card)).toBe(`${word}${card.label}${price}`);
  });

  test('the side at home stands first on the scoreboard, in its own colours', async () => {
    const view = scene('talk');
    for (const home of [0, 1]) {
      const counters = view.counters.map((counter) => (counter.id === 'home' ? { ...counter, value: home, owner: home } : counter));
      const made = await board({ ...view, counters, seats: view.seats.map((seat) => ({ ...seat, score: 3 + seat.seat })) });
      const { container } = render(Scoreboard, { view: made.view, club: made.kit.club, sideOf: made.kit.side, onrules: vi.fn(), onsettings: vi.fn() });
      expect(container.querySelector('.plates')?.getAttribute('aria-label')).toBe(['The Celestes 3', 'The Corals 4'].toSorted((one, two) => (home ? two.localeCompare(one) : one.localeCompare(two))).join(', '));
      expect(made.kit.club?.(made.view, home)).toEqual(seatClub('kick_on', home));
      cleanup();
    }
  });

  test('the kicks of a shoot-out stand with the home side first', async () => {
    const view = scene('shootout_next');
    const made = await board(view);
    const home = made.count('home');
    const { container } = render(made.kit.Table, { board: made });
    expect([...container.querySelectorAll('.vsrow span')].map((name) => name.textContent)).toEqual([view.seats[home]?.team, view.seats[1 - home]?.team]);
  });
});
