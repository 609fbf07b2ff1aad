/** The REST half of the contract. */

import { allTokens, heldFor } from './seats';
import { t } from './words.svelte';
import { wholeView } from './filling';
import type { Chapter, Clause, Coded, Course, Created, Face, GameInfo, GuideInfo, Invitation, InviteOrder, LessonInfo, LessonOrder, LessonTable, MatchInfo, MatchRow, NewMatch, OpenOrder, PuzzleAnswer, PuzzleHint, PuzzleInfo, PuzzleRow, ReadyOrder, SeatKey, SeatPlan, Today, Verdict, View } from './wire';

/** A refusal that can be shown to a person as it is. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Asks; what is refused comes in the language of the page, whatever the browser's own is. */
async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, { ...init, headers: { 'Accept-Language': document.documentElement.lang, ...init.headers } });
  } catch {
    throw new Refusal(0, t('The server does not answer.'));
  }
  if (!answer.ok) throw new Refusal(answer.status, await reason(answer));
  return answer;
}

/** Read the message of a refusal: `{message}` of ours or `{detail}` of the framework; a proxy's page is nothing to read. */
async function reason(answer: Response): Promise<string> {
  const text = await answer.text();
  try {
    const body = JSON.parse(text) as { message?: unknown; detail?: unknown };
    for (const part of [body.message, body.detail]) {
      if (typeof part === 'string') return part;
      if (Array.isArray(part)) return part.map((item) => (item as { msg?: string }).msg ?? '').join(' ');
    }
  } catch {
    // not ours
  }
  return t('The server does not answer.');
}

/** Asks for data. */
export async function json<T>(path: string, init?: RequestInit): Promise<T> {
  const answer = await ask(path, init);
  return answer.json().catch(() => Promise.reject(new Refusal(answer.status, t('The server does not answer.')))) as Promise<T>;
}

/** What is sent with a call. */
export const send = (body: unknown): RequestInit => ({
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

/** What is said at somebody's first tables of a game. */
export const guide = (game: string, lang: string) => json<GuideInfo>(`/api/games/${game}/guide?lang=${lang}`);

/** The lessons of a game, and where somebody stands in one who has chosen so far. */
export const lessons = (game: string, lang: string) => json<LessonInfo[]>(`/api/games/${game}/lessons?lang=${lang}`);
export const lesson = (game: string, name: string, lang: string, order: LessonOrder) =>
  json<LessonTable>(`/api/games/${game}/lessons/${name}?lang=${lang}`, send(order)).then((table) => ({ ...table, views: table.views.map(wholeView) }));

/** The game told in order, for a newcomer. */
export const chapters = (game: string, lang: string) => json<Chapter[]>(`/api/rules/${game}/chapters?lang=${lang}`);
export const rules = (game: string, lang: string) => json<Clause[]>(`/api/rules/${game}?lang=${lang}`);

/** Every card, die and token of a game, as printed; whoever names them by their digest may keep them for good. */
export const faces = (game: string, lang: string, v?: string) => json<Face[]>(`/api/games/${game}/faces?${query({ lang, v })}`);

/** The same for a match whose options print something else. */
export const matchFaces = (id: string, lang: string, v: string) => json<Face[]>(`/api/matches/${id}/faces?${query({ lang, v })}`);

/** What everybody may play today. */
export const today = (lang: string) => json<Today>(`/api/today?lang=${lang}`);

/** The puzzles of a game, the easiest first. */
export const puzzles = (game: string, lang: string) => json<PuzzleRow[]>(`/api/games/${game}/puzzles?lang=${lang}`);
export const puzzle = (game: string, id: string, lang: string) => json<PuzzleInfo>(`/api/games/${game}/puzzles/${id}?lang=${lang}`).then((found) => ({ ...found, view: wholeView(found.view) }));
export const puzzleHint = (game: string, id: string, step: number, lang: string) => json<PuzzleHint>(`/api/games/${game}/puzzles/${id}/hints/${step}?lang=${lang}`);
export const tryPuzzle = (game: string, id: string, action: number, lang: string) => json<PuzzleAnswer>(`/api/games/${game}/puzzles/${id}?lang=${lang}`, send({ action }));

export const phrases = (lang: string) => json<Coded[]>(`/api/phrases?lang=${lang}`);

export const create = (plan: NewMatch) => json<Created>('/api/matches', send(plan));

export async function matches(lang: string): Promise<MatchRow[]> {
  const tokens = allTokens();
  if (!tokens.length) return [];
  return json<MatchRow[]>(`/api/matches?lang=${lang}`, { headers: { 'X-Seat-Tokens': tokens.join(',') } });
}

export interface Moment {
  seat?: number | undefined;
  ply?: number | undefined;
  /** The first ply whose events are wanted; only the shown one's if left out. */
  since?: number | undefined;
  open?: boolean | undefined;
}

export const replay = (id: string, lang: string, at: Moment) =>
  json<View>(`/api/matches/${id}/replay?${query({ lang, seat: at.seat, ply: at.ply, since: at.since, open: at.open || undefined })}`, bearer(id, at.seat)).then(wholeView);

/** A change that only whoever holds a seat of the match may make. */
const sendSeated = (id: string, body: unknown): RequestInit => {
  const sent = send(body);
  return { ...sent, headers: { ...sent.headers, ...bearer(id).headers } as Record<string, string> };
};

export const branch = (id: string, ply: number, seats: SeatPlan[]) => json<Created>(`/api/matches/${id}/branch`, sendSeated(id, { ply, seats }));

/** What everyone may know of a match; with a token also which seats it opens. */
export const about = (id: string, lang: string, token?: string) =>
  json<MatchInfo>(`/api/matches/${id}?lang=${lang}`, token ? { headers: { 'X-Seat-Tokens': token } } : {});

/** Use an invitation up. */
export const join = (id: string, lang: string, code: string, name: string) => json<SeatKey>(`/api/matches/${id}/join?lang=${lang}`, send({ code, name }));

/** Be ready to begin, with what one brings along, a deck, and the hash of what one adds to the dice. */
export const ready = (id: string, lang: string, order: ReadyOrder) => json<MatchInfo>(`/api/matches/${id}/ready?lang=${lang}`, sendSeated(id, order));

/** Open what one has sealed. */
export const open = (id: string, lang: string, order: OpenOrder) => json<MatchInfo>(`/api/matches/${id}/open?lang=${lang}`, sendSeated(id, order));

/** Make an invitation: to a seat still free, or to one's own. */
export const invite = (id: string, lang: string, order: InviteOrder) => json<Invitation>(`/api/matches/${id}/invite?lang=${lang}`, sendSeated(id, order));

/** Put a bot on a seat that nobody has taken. */
export const fill = (id: string, lang: string, seat: number, level?: string) =>
  json<MatchInfo>(`/api/matches/${id}/fill?lang=${lang}`, sendSeated(id, level ? { seat, level } : { seat }));

/** Let the rules check the moves of a match file; its dice are checked by the page itself. */
export const verify = (text: string, lang: string) =>
  json<Verdict>(`/api/verify?${query({ lang })}`, { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: text });

/** How the chances went; asked again while it is not ready. */
export const analysis = (id: string, lang: string) => json<Course>(`/api/matches/${id}/analysis?lang=${lang}`, bearer(id));

/** Each seat's chance of winning, as one seat or a spectator can know it. */
export const chance = (id: string, seat?: number) => json<{ ply: number; chances: number[] | null }>(`/api/matches/${id}/chance`, bearer(id, seat));

export const file = async (id: string): Promise<string> => (await ask(`/api/matches/${id}/file`, bearer(id))).text();

export const upload = (text: string) =>
  json<{ id: string }>('/api/files', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: text });
