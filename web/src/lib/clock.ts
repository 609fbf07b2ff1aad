/** The match clock in the few signs that fit beside a line of the report: 73′, 5:12, H8, T9. */

export function shortClock(clock: string): string {
  const time = /^\d+(:\d\d|\+?′)/.exec(clock)?.[0];
  if (time) return time;
  const [, letter, number] = /^(\p{L})\p{L}*\.? (\d+)/u.exec(clock) ?? [];
  return letter && number ? letter.toUpperCase() + number : '';
}
