/** The match clock in the few signs that fit beside a line of the report: 73′, 5:12, H8, T9. */

export function shortClock(clock: string): string {
  const time = /^\d+(:\d\d|\+?′)/.exec(clock)?.[0];
  if (time) return time;
  const [, letter, number] = /^(\p{L})\p{L}*\.? (\d+)/u.exec(clock) ?? [];
  return letter && number ? letter.toUpperCase() + number : '';
}

/** Time left on a seat's clock: 2 d 3 h, 1:05:00, 4:09. */
export function clockFace(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor((seconds % 86400) / 3600), Math.floor((seconds % 3600) / 60)];
  const two = (value: number) => String(value).padStart(2, '0');
  if (days) return `${days} d ${hours} h`;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
