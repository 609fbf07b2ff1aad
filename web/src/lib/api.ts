/** The REST half of the contract. */

import { allTokens, heldFor } from './seats';
import type { CardSetInfo, Clause, Coded, Course, Created, DeckCheck, DeckOrder, GameInfo, MatchRow, NewMatch, Piece, SeatPlan, View, WrittenDeck } from './wire';

/** A refusal that can be shown to a person as it is. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new Refusal(0, '');
  }
  if (!answer.ok) throw new Refusal(answer.status, await reason(answer));
  return answer;
}

/** Read the message of a refusal: `{message}` of ours, `{detail}` of the framework, or plain text. */
async function reason(answer: Response): Promise<string> {
  const text = await answer.text();
  try {
    const body = JSON.parse(text) as { message?: unknown; detail?: unknown };
    for (const part of [body.message, body.detail]) {
      if (typeof part === 'string') return part;
      if (Array.isArray(part)) return part.map((item) => (item as { msg?: string }).msg ?? '').join(' ');
    }
    return '';
  } catch {
    return text;
  }
}

const json = async <T>(path: string, init?: RequestInit): Promise<T> => (await (await ask(path, init)).json()) as T;

const send = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

function bearer(id: string, seat?: number): RequestInit {
  const seats = heldFor(id)?.seats ?? [];
  const token = (seats.find((row) => row.seat === seat) ?? seats[0])?.token;
  return token ? { headers: { Authorization: `Bearer ${token}` } } : {};
}

const query = (parts: Record<string, string | number | boolean | undefined>): string =>
  new URLSearchParams(
    Object.entries(parts).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  ).toString();

export const games = (lang: string) => json<GameInfo[]>(`/api/games?lang=${lang}`);

export const labels = (lang: string, game = '') => json<Record<string, string>>(`/api/labels?lang=${lang}&game=${game}`);

export const rules = (game: string, lang: string) => json<Clause[]>(`/api/rules/${game}?lang=${lang}`);

/** Every card of a game, as printed. */
export const faces = (game: string, lang: string) => json<Piece[]>(`/api/games/${game}/faces?lang=${lang}`);

export const phrases = (lang: string) => json<Coded[]>(`/api/phrases?lang=${lang}`);

export const create = (plan: NewMatch) => json<Created>('/api/matches', send(plan));

export async function matches(lang: string): Promise<MatchRow[]> {
  const tokens = allTokens();
  if (!tokens.length) return [];
  return json<MatchRow[]>(`/api/matches?lang=${lang}`, { headers: { 'X-Seat-Tokens': tokens.join(',') } });
}

export const view = (id: string, lang: string, since = 0, seat?: number) =>
  json<View>(`/api/matches/${id}/view?${query({ lang, since })}`, bearer(id, seat));

export interface Moment {
  seat?: number | undefined;
  ply?: number | undefined;
  /** The first ply whose events are wanted; only the shown one's if left out. */
  since?: number | undefined;
  open?: boolean | undefined;
}

export const replay = (id: string, lang: string, at: Moment) =>
  json<View>(`/api/matches/${id}/replay?${query({ lang, seat: at.seat, ply: at.ply, since: at.since, open: at.open || undefined })}`, bearer(id, at.seat));

export const branch = (id: string, ply: number, seats: SeatPlan[]) =>
  json<Created>(`/api/matches/${id}/branch`, {
    ...send({ ply, seats }),
    headers: { ...send({}).headers, ...bearer(id).headers } as Record<string, string>,
  });

/** How the chances went; asked again while it is not ready. */
export const analysis = (id: string, lang: string) => json<Course>(`/api/matches/${id}/analysis?lang=${lang}`, bearer(id));

/** Each seat's chance of winning, as one seat or a spectator can know it. */
export const chance = (id: string, seat?: number) => json<{ ply: number; chances: number[] | null }>(`/api/matches/${id}/chance`, bearer(id, seat));

export const file = async (id: string): Promise<string> => (await ask(`/api/matches/${id}/file`, bearer(id))).text();

export const upload = (text: string) =>
  json<{ id: string }>('/api/files', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: text });

export const cardSet = (lang: string) => json<CardSetInfo>(`/api/kick_on/cards?lang=${lang}`);

export const checkDeck = (deck: DeckOrder, lang: string) => json<DeckCheck>(`/api/kick_on/decks/check?lang=${lang}`, send(deck));

export const readDeck = (text: string) => json<WrittenDeck>('/api/kick_on/decks/read', send({ text }));
