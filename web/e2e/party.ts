/** People who come to one table by link: their browsers, what they are shown, and hands that press by themselves. */
import type { BrowserContextOptions } from 'playwright-core';
import { expect, vi } from 'vitest';
import type { ClientMessage, ClockOrder, OptionValue, ServerMessage, View } from '../src/lib/wire';
import { Follower } from '../src/lib/follower';
import { Guest, type House, press } from './house';

/** What a page keeps for these tests: its sockets, the hand that presses, and how much was lit so far. */
interface Kept {
  sockets: WebSocket[];
  /** Every socket that is opened while the line is cut closes at once. */
  cut: boolean;
  hand?: ReturnType<typeof setInterval>;
  light: number;
}
declare global {
  interface Window {
    kept: Kept;
  }
}

/** In the page, before anything else: remember every socket, and count what only somebody who plays may ever see. */
function remember(): void {
  const kept: Kept = { sockets: [], cut: false, light: 0 };
  window.kept = kept;
  window.WebSocket = class extends WebSocket {
    constructor(...how: ConstructorParameters<typeof WebSocket>) {
      super(...how);
      kept.sockets.push(this);
      if (kept.cut) this.close();
    }
  };
  const look = () => (kept.light += document.querySelectorAll('[data-lit], .prompt:not(.wait), .prompt .acts button').length);
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
}

/** Somebody with a browser of their own who plays or watches. */
export class Friend {
  /** Every view that the server has sent to this page. */
  readonly shown: View[] = [];
  private follower = new Follower();
  /** The ply of a move that is on its way. */
  private unanswered: number | undefined;

  private constructor(
    private readonly house: House,
    readonly guest: Guest,
  ) {
    guest.page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => this.said(JSON.parse(String(payload)) as ClientMessage));
      socket.on('framereceived', ({ payload }) => this.heard(JSON.parse(String(payload)) as ServerMessage));
      socket.on('close', () => (this.unanswered = undefined));
    });
  }

  static async come(house: House, options: BrowserContextOptions = {}): Promise<Friend> {
    const guest = await house.guest(options);
    await guest.page.context().addInitScript(remember);
    guest.page.setDefaultTimeout(60_000);
    return new Friend(house, guest);
  }

  /** The same person opens the same seat once more, in another tab. */
  async openAgain(): Promise<Friend> {
    const context = this.page.context();
    const twin = new Friend(this.house, new Guest(this.house, context, await context.newPage()));
    await twin.page.goto(this.page.url());
    await twin.waitForTable();
    return twin;
  }

  get page() {
    return this.guest.page;
  }

  private said(message: ClientMessage): void {
    if (message.type === 'play') this.unanswered = message.ply;
  }

  private heard(message: ServerMessage): void {
    const shown = message.type === 'view' || message.type === 'step' ? this.follower.read(message)?.view : undefined;
    if (shown) this.shown.push(shown);
    const answers = message.type === 'error' || (shown && shown.ply > (this.unanswered ?? 0));
    if (answers) this.unanswered = undefined;
  }

  /** How often something was lit on this page since it was loaded. */
  light(): Promise<number> {
    return this.page.evaluate(() => window.kept.light);
  }

  /** Press whatever is lit, until told to rest. */
  async pressOn(): Promise<void> {
    await this.page.evaluate(`window.kept.hand = setInterval(${press}, 15)`);
  }

  /** Stop pressing, and wait until no press is under way any more. */
  async rest(): Promise<void> {
    await this.page.evaluate(() => clearInterval(window.kept.hand));
    await vi.waitUntil(() => this.unanswered === undefined, { timeout: 120_000 });
  }

  /**
   * The line is cut, and the page says so. The sockets are closed before the browser goes offline: offline it holds back
   * what is on its way, and a socket that waits for that never closes.
   */
  async drop(): Promise<void> {
    await this.page.evaluate(() => {
      window.kept.cut = true;
      window.kept.sockets.forEach((socket) => socket.close());
    });
    await this.page.getByText('The line is down').waitFor();
    await this.page.context().setOffline(true);
  }

  /** The line is there again. */
  async comeBack(): Promise<void> {
    await this.page.evaluate(() => (window.kept.cut = false));
    await this.page.context().setOffline(false);
    await this.page.getByText('The line is down').waitFor({ state: 'detached' });
  }

  async waitForTable(): Promise<void> {
    await this.page.locator('.prompt').waitFor();
  }

  /** The final score, once the match is over. */
  async score(): Promise<string> {
    const figures = this.page.locator('dialog .sc b');
    await figures.first().waitFor({ timeout: 600_000 });
    return (await figures.allInnerTexts()).join(' : ');
  }

  /** What the page has logged, but for what a cut line or a refusal makes the browser say. */
  errors(): string[] {
    return this.guest.errors.filter((error) => !/ERR_INTERNET_DISCONNECTED|WebSocket is closed before/.test(error));
  }
}

export interface Evening {
  /** How many come besides whoever invites. */
  friends?: number;
  options?: Record<string, OptionValue>;
  clock?: ClockOrder;
  spectators?: boolean;
  /** The screens of the friends; the host's is a desk's. */
  viewport?: { width: number; height: number };
}

/** Set the lobby up as somebody left it who plays by link, and press Invite. */
export async function invite(host: Friend, game: string, { friends = 1, options = {}, clock, spectators = true }: Evening = {}): Promise<string[]> {
  const form = { opponent: 'link', friends: Array.from({ length: friends }, () => ''), [`options.${game}`]: options, clock: clock ?? null, spectators };
  await host.guest.go();
  await host.page.evaluate((kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(`matchday.${key}`, JSON.stringify(value))), form);
  await host.page.locator(`.cover[data-game=${game}]`).click();
  await host.page.locator('.sheet .go .ticket').click();
  const links = host.page.getByLabel('Link for');
  await expect.poll(() => links.count()).toBe(friends);
  return Promise.all(Array.from({ length: friends }, (_, one) => links.nth(one).inputValue()));
}

/** Everyone comes by link and is ready; gives them with the host first. */
export async function gather(house: House, game: string, evening: Evening = {}): Promise<[Friend, Friend, ...Friend[]]> {
  const host = await Friend.come(house);
  const friends = await Promise.all(Array.from({ length: evening.friends ?? 1 }, () => Friend.come(house, evening.viewport ? { viewport: evening.viewport } : {})));
  const links = await invite(host, game, evening);
  await Promise.all(
    friends.map(async ({ page }, number) => {
      await page.goto(links[number] ?? '');
      await page.getByRole('button', { name: 'Sit down' }).click();
    }),
  );
  await host.page.getByText('Everyone has come').waitFor();
  await host.page.getByRole('button', { name: 'I am ready' }).click();
  await Promise.all([host, ...friends].map((one) => one.waitForTable()));
  return [host, ...friends] as [Friend, Friend, ...Friend[]];
}

/** Somebody opens the link for spectators. */
export async function watch(house: House, host: Friend, options: BrowserContextOptions = {}): Promise<Friend> {
  const spectator = await Friend.come(house, options);
  await spectator.page.goto(host.page.url());
  await spectator.waitForTable();
  return spectator;
}

/** Let everyone press until something is so. */
export async function playUntil(people: Friend[], enough: () => boolean): Promise<void> {
  await Promise.all(people.map((one) => one.pressOn()));
  await vi.waitUntil(enough, { timeout: 600_000 });
  await Promise.all(people.map((one) => one.rest()));
}

/** Let everyone press to the end; gives the final score, which is the same on every page. */
export async function playOut(people: Friend[], others: Friend[] = []): Promise<string | undefined> {
  await Promise.all(people.map((one) => one.pressOn()));
  const scores = await Promise.all([...people, ...others].map((one) => one.score()));
  expect(new Set(scores).size).toBe(1);
  return scores[0];
}

/** No page has logged an error. */
export function expectNoErrors(...people: Friend[]): void {
  expect(people.flatMap((one) => one.errors())).toEqual([]);
}

/** What everybody at the table and the server itself agree on once nobody presses: every page shows the server's view. */
export async function expectSameTable(people: Friend[]): Promise<void> {
  const plain = (view: View) => ({ ...view, events: [] });
  for (const one of people) {
    const [stored] = await one.guest.views();
    if (!stored) throw new Error('nobody sits here');
    await expect.poll(() => one.shown.at(-1)?.ply).toBe(stored.ply);
    expect(plain(one.shown.at(-1) ?? stored)).toEqual(plain(stored));
  }
}

const faces = (view: View) => view.zones.flatMap((zone) => zone.pieces.flatMap((piece) => (piece.face === null && !piece.name ? [] : [`${zone.id} ${piece.id} ${piece.face} ${piece.name}`])));

/** A spectator was shown nothing that is not everybody's: no choice, and no face but those that all seats see as well. */
export function expectOnlyPublic(spectator: Friend, people: Friend[]): void {
  const live = spectator.shown.filter((view) => !view.over);
  expect(live.filter((view) => view.seat !== null || view.choices.length || view.can_undo)).toEqual([]);
  expect(live.flatMap((view) => view.zones.filter((zone) => zone.id.startsWith('hand.')).flatMap((zone) => zone.pieces.filter((piece) => piece.face !== null || piece.name)))).toEqual([]);
  let compared = 0;
  for (const one of people) {
    const seen = new Map(one.shown.map((view) => [view.ply, view]));
    for (const view of live) {
      const own = seen.get(view.ply);
      if (!own) continue;
      compared += 1;
      const known = new Set(faces(own));
      expect(faces(view).filter((face) => !known.has(face))).toEqual([]);
    }
  }
  expect(compared).toBeGreaterThan(5);
}
