import { describe, expect, it } from 'vitest';
import { Coach } from '../lib/coach.svelte';
import type { Choice, CoachMessage, View } from '../lib/wire';

const choice = (action: number, final = true): Choice => ({ action, label: `act ${action}`, notation: '', elements: [`hand.${action}`], final, facts: {}, detail: '' });
const view = (ply: number, ...choices: Choice[]) => ({ ply, choices }) as unknown as View;
const told = (ply: number): CoachMessage => ({ type: 'coach', ply, best: 1, notes: [{ action: 2, text: 'loses much' }] });

describe('the coach', () => {
  it('looks once at every real question', () => {
    const coach = new Coach();
    expect(coach.wants(view(3, choice(1)))).toBe(false);
    expect(coach.wants(view(4, choice(1), choice(2)))).toBe(true);
    expect(coach.wants(view(4, choice(1), choice(2)))).toBe(false);
    expect(coach.wants(view(5, choice(1), choice(2)))).toBe(true);
  });

  it('holds back a move that loses much until the person insists, and then says what was missed', () => {
    const coach = new Coach();
    coach.hear(told(4));
    expect(coach.holds(choice(1), 4)).toBe(false);
    expect(coach.holds(choice(2), 4)).toBe(true);
    expect(coach.warning).toEqual({ action: 2, text: 'loses much', made: false });
    expect(coach.holds(choice(2), 4)).toBe(false);
    expect(coach.warning?.made).toBe(true);
  });

  it('holds no step that can be taken back, and nothing at another question', () => {
    const coach = new Coach();
    coach.hear(told(4));
    expect(coach.holds(choice(2, false), 4)).toBe(false);
    expect(coach.holds(choice(2), 5)).toBe(false);
    expect(coach.warning).toBeUndefined();
  });

  it('tells whoever was quicker what they have missed', () => {
    const coach = new Coach();
    expect(coach.holds(choice(2), 4)).toBe(false);
    coach.hear(told(4));
    expect(coach.warning).toEqual({ action: 2, text: 'loses much', made: true });
  });

  it('does not reproach anybody with a move that was taken back, nor warn by a table that is no more', () => {
    const coach = new Coach();
    const ask = (ply: number) => coach.wants(view(ply, choice(1), choice(2)));
    ask(4);
    coach.hear(told(4));
    coach.holds(choice(2), 4);
    coach.holds(choice(2), 4); // made all the same
    ask(6);
    coach.hear(told(6)); // the next question, while the warning of the last move is still read
    coach.point();
    expect(ask(4)).toBe(true);
    expect(coach.holds(choice(2), 6)).toBe(false);
    coach.dismiss();
    ask(4);
    coach.hear(told(4));
    expect(coach.points(view(4, choice(1), choice(2)))).toEqual(['hand.1']);
    ask(6);
    ask(4);
    coach.hear(told(4));
    expect(coach.warning).toBeUndefined();
  });

  it('shows what is better at that question, and no other', () => {
    const coach = new Coach();
    coach.hear(told(4));
    expect(coach.points(view(4, choice(1), choice(2)))).toEqual([]);
    coach.point();
    expect(coach.points(view(4, choice(1), choice(2)))).toEqual(['hand.1']);
    expect(coach.points(view(5, choice(1), choice(2)))).toEqual([]);
  });
});
