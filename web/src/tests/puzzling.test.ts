import { beforeEach, describe, expect, it } from 'vitest';
import { following, noteTry, solvedOf } from '../lib/puzzling';

const rows = ['a', 'b', 'c'].map((id) => ({ id }));

describe('puzzles on this device', () => {
  beforeEach(() => localStorage.clear());

  it('counts the first try alone', () => {
    expect(noteTry('game', 'a', false)).toEqual({ tried: { a: false }, streak: 0, longest: 0 });
    expect(noteTry('game', 'a', true).tried).toEqual({ a: false });
    expect(solvedOf('other').tried).toEqual({});
  });

  it('keeps the row, and the longest', () => {
    noteTry('game', 'a', true);
    noteTry('game', 'b', true);
    expect(noteTry('game', 'c', false)).toEqual({ tried: { a: true, b: true, c: false }, streak: 0, longest: 2 });
  });

  it('forgets what is no record of puzzles', () => {
    localStorage.setItem('matchday.puzzles game', '{"tried": 3}');
    expect(solvedOf('game')).toEqual({ tried: {}, streak: 0, longest: 0 });
  });

  it('goes on with the next that was never tried, and from the beginning again', () => {
    expect(following(rows, solvedOf('game'))?.id).toBe('a');
    expect(following(rows, solvedOf('game'), 'a')?.id).toBe('b');
    noteTry('game', 'b', true);
    expect(following(rows, solvedOf('game'), 'a')?.id).toBe('c');
    expect(following(rows, solvedOf('game'), 'c')?.id).toBe('a');
    noteTry('game', 'a', true);
    noteTry('game', 'c', true);
    expect(following(rows, solvedOf('game'), 'a')?.id).toBe('b');
    expect(following([], solvedOf('game'))).toBeUndefined();
  });
});
