import type { TimeInfo } from './wire';

/** Time left on a seat's clock: 2 d 3 h, 1:05:00, 4:09. */
export function clockFace(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor((seconds % 86400) / 3600), Math.floor((seconds % 3600) / 60)];
  const two = (value: number) => String(value).padStart(2, '0');
  if (days) return `${days} d ${hours} h`;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** What a seat has left some time after the server told: while it is away its grace runs down first. */
export function timeLeft(told: TimeInfo, seat: number, passed: number, awayFor: number): { own: number; grace: number } {
  const [own, grace] = [told.left[seat] ?? 0, told.grace[seat] ?? 0];
  if (!told.running.includes(seat)) return { own, grace };
  const spared = Math.min(grace, Math.max(0, awayFor));
  return { own: Math.max(0, own - Math.max(0, passed - spared)), grace: grace - spared };
}
