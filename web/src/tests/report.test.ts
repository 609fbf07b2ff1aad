/** The report as match prose: what belongs together is one line, which opens its steps and rules. */
import { fireEvent, render, screen } from '@testing-library/svelte';
import { describe, expect, test } from 'vitest';
import { fold } from '../lib/folding';
import { loadKit } from '../lib/kit';
import Report from '../lib/Report.svelte';
import type { Happening } from '../lib/wire';
import { askedWhere, GAMES, openBoard, tape } from './fixtures';

const event = (kind: string, ply: number, text = `${kind}.`, more: Partial<Happening> = {}): Happening => ({ ply, kind, args: {}, text, rule: 'R-1', clock: '', time: `${ply}′`, ...more });

describe('folding', () => {
  test('steps are folded into the line of what they led to, the shot into its duel; draws are no line, and a break stands alone', async () => {
    const kit = await loadKit('pilka_w_grze');
    const told = [event('kick_off', 0), event('drew_cards', 0), event('drew_cards', 0, 'drew again.'), event('played', 1), event('answered', 2), event('drew_cards', 2), event('played', 3), event('declined', 4), event('advanced', 4), event('played', 5), event('declined', 5), event('shot', 5), event('shot_card', 5), event('goal', 6)];
    const lines = fold(told, kit);
    expect(lines.map(({ weight, texts }) => [weight, texts.join(' ')])).toEqual([
      ['break', 'kick_off.'],
      ['line', 'answered.'],
      ['line', 'advanced.'],
      ['headline', 'shot. goal.'],
    ]);
    expect(lines.flatMap(({ events }) => events)).toEqual(told); // nothing is lost
    expect(lines.map(({ time }) => time)).toEqual(['0′', '2′', '4′', '6′']);
  });

  test('a heat that is over is one story, whatever its laps were', async () => {
    const kit = await loadKit('mcs');
    const told = [event('heat', 0), event('lined_up', 1), event('lap', 2), event('won_bend', 3), event('lap', 4)];
    expect(fold(told, kit).map(({ texts }) => texts.join(' '))).toEqual(['heat.', 'lined_up.', 'lap. won_bend.', 'lap.']);
    const over = fold([...told, event('heat_result', 5), event('totals', 5), event('heat', 6)], kit);
    expect(over.map(({ weight, texts }) => [weight, texts.join(' ')])).toEqual([['break', 'heat.'], ['headline', 'heat_result. totals.'], ['break', 'heat.']]);
    expect(over[1]?.events.length).toBe(6);
  });

  test('without a word from the game every event has its own line', async () => {
    const kit = await loadKit('no_such_game');
    expect(fold([event('one', 1), event('two', 1)], kit).map(({ texts }) => texts)).toEqual([['one.'], ['two.']]);
  });

  test.each(GAMES.map((game) => game.name))('%s: a recorded match is told in far fewer lines than events, and a line keeps its name while it grows', async (game) => {
    const kit = await loadKit(game);
    const told = tape(game).views.flatMap(({ seat }) => seat.events);
    const whole = fold(told, kit);
    expect(whole.length).toBeLessThan(told.filter((one) => kit.weight?.(one) !== 'hidden').length * 0.7);
    expect(new Set(whole.map(({ key }) => key)).size).toBe(whole.length);
    for (const line of whole) expect(line.texts.join('').length, line.events.map(({ kind }) => kind).join()).toBeGreaterThan(0);
  });
});

test('a line opens its steps and the rules behind them', async () => {
  const recorded = tape('super_goal');
  const board = await openBoard('super_goal', askedWhere(recorded, (view) => view.phase === 'act'));
  board.events = [event('turnover', 1, 'Ola: ball won at c4.'), event('rolled', 2, 'Ola, pass: 2 cells forward.'), event('moved', 2, 'The ball goes to c6.'), event('shot', 3, 'Ola shoots from c6.')];
  render(Report, { board, tab: 'report', clause: '', open: false });
  const line = screen.getByRole('button', { name: 'Ola: ball won at c4. Ola shoots from c6.' });
  expect(screen.queryByText(/2 cells forward/)).toBeNull();
  await fireEvent.click(line);
  expect(line.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByText(/2 cells forward/)).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Rule R-1' }).length).toBe(4);
});
