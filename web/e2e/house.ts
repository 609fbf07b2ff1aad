/** A real server with a database of its own, a real browser, and hands that press what is lit. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, promisify } from 'node:util';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { wholeView } from '../src/lib/filling';
import type { Created, Face, NewMatch, View } from '../src/lib/wire';
// @ts-expect-error a script of plain JavaScript, shared with the other scripts
import { findBrowser, FLAGS } from '../scripts/browser.mjs';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const PYTHON = process.env.PYTHON ?? join(ROOT, '.venv/bin/python');
/** Where the tests' game from elsewhere lies, and what an installation would write beside it: see tests/conftest.py. */
const ELSEWHERE = ['src/matchday/new/template', 'tests/fixtures/elsewhere'].map((path) => join(ROOT, path)).join(delimiter);
/** Bots answer almost at once: what is tested here is the page. */
const SERVE = `
import sys
from matchday.server.app import serve
from matchday.server.settings import Settings
serve(Settings(database=sys.argv[1], bot_pause=0.02), "127.0.0.1", int(sys.argv[2]))
`;
/** A match between two bots, as a file. */
const PLAYED = `
import sys
from matchday.bots.simple import SimpleBot
from matchday.games import game
from matchday.match.files import print_match
from matchday.match.match import Match
match = Match(game(sys.argv[1]), {}, "e2e", names=["Ola", "Tomek"])
bots = [SimpleBot("greedy", str(seat)) for seat in range(match.seats)]
while not match.over:
    seat = match.waiting[0]
    match.play(seat, bots[seat].decide(match.seat(seat)))
print(print_match(match), end="")
`;
export const GAMES = ['pilka_w_grze', 'mcs', 'super_goal', 'kickards', 'kick_on'] as const;
export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

export class House {
  address = '';
  private readonly folder = mkdtempSync(join(tmpdir(), 'matchday-e2e-'));
  private server: ChildProcess | undefined;
  private browser: Browser | undefined;
  private guests: Guest[] = [];

  async open(): Promise<void> {
    await this.serve();
    this.browser = await chromium.launch({ executablePath: findBrowser() as string, headless: true, args: FLAGS as string[] });
  }

  private async serve(port = '0'): Promise<void> {
    const server = spawn(PYTHON, ['-c', SERVE, join(this.folder, 'matches.db'), port], { cwd: ROOT, env: { ...process.env, PYTHONPATH: ELSEWHERE }, stdio: ['ignore', 'pipe', 'inherit'] });
    this.server = server;
    this.address = await new Promise<string>((ready, fail) => {
      server.stdout.on('data', (text: Buffer) => {
        const found = /http:\S+/.exec(String(text))?.[0];
        if (found) ready(found);
      });
      server.once('exit', (code) => fail(new Error(`the server stopped with ${code}`)));
    });
  }

  async stopServer(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const server = this.server;
    if (!server || server.exitCode !== null) return;
    const gone = new Promise((done) => server.once('exit', done));
    server.kill(signal);
    await gone;
  }

  /** The lights go out, and come on again at the same address. */
  async restart(): Promise<void> {
    const { port } = new URL(this.address);
    await this.stopServer('SIGKILL');
    await this.serve(port);
  }

  async close(): Promise<void> {
    await Promise.all(this.guests.map((guest) => guest.leave()));
    await this.browser?.close();
    await this.stopServer('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Somebody with a browser of their own. Errors that their pages log are kept, and must be none. They have closed the
   *  guide for good, unless it is what they come for. */
  async guest(options: BrowserContextOptions = {}, settings: Record<string, unknown> = {}, guided = false): Promise<Guest> {
    if (!this.browser) throw new Error('the house is not open');
    const context = await this.browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce', locale: 'en-GB', ...options });
    context.setDefaultTimeout(120_000); // slow is not wrong: the machine may be busy
    const kept = JSON.stringify({ sound: false, speed: 'none', ...settings });
    await context.addInitScript((text) => localStorage.getItem('matchday.settings') ?? localStorage.setItem('matchday.settings', text), kept);
    if (!guided) await context.addInitScript(() => localStorage.setItem('matchday.guide.off', 'true'));
    const guest = new Guest(this, context, await context.newPage());
    this.guests.push(guest);
    return guest;
  }

  async post<T>(path: string, body: unknown): Promise<T> {
    const answer = await fetch(this.address + path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** The file of a finished match. */
  async matchFile(game = 'pilka_w_grze'): Promise<string> {
    // not in one go: while nothing else happens here, a line that the server closes would be used once more
    return (await promisify(execFile)(PYTHON, ['-c', PLAYED, game], { cwd: ROOT, maxBuffer: 2 ** 24 })).stdout;
  }

  /** A finished match to look at; gives its id. */
  async finished(game?: string): Promise<string> {
    const answer = await fetch(`${this.address}/api/files`, { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: await this.matchFile(game) });
    return ((await answer.json()) as { id: string }).id;
  }

  /** What is printed on the pieces of a view, by code. */
  async faces({ game, faces }: View): Promise<Map<string, Face>> {
    const answer = await fetch(`${this.address}/api/games/${game}/faces?lang=en&v=${faces?.digest}`);
    return new Map(((await answer.json()) as Face[]).map((face) => [face.code, face]));
  }

  /** Make a match against a bot without the lobby. */
  async match(game: string, plan: Partial<NewMatch> = {}): Promise<{ created: Created; plan: NewMatch }> {
    const seats: NewMatch['seats'] = [{ kind: 'human', name: 'Ola' }, { kind: 'bot', name: '', level: 'greedy' }];
    const whole: NewMatch = { game, options: {}, seats, hot_seat: false, ...plan };
    return { created: await this.post<Created>('/api/matches', whole), plan: whole };
  }
}

export class Guest {
  readonly errors: string[] = [];
  private opened = 0;

  constructor(
    private readonly house: House,
    private readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on('console', (message) => message.type() === 'error' && this.errors.push(message.text()));
    page.on('pageerror', (error) => this.errors.push(error.message));
  }

  async go(hash = '#/'): Promise<void> {
    await this.page.goto(`${this.house.address}/${hash}`);
  }

  /** Open a page from nothing: what is still shown of the one before cannot be taken for it. */
  async goAnew(hash: string): Promise<void> {
    await this.page.goto(`${this.house.address}/?${++this.opened}${hash}`);
  }

  /** Sit down at a match that was made elsewhere. */
  async sit({ created, plan }: { created: Created; plan: NewMatch }): Promise<void> {
    await this.go();
    const seats = created.seats.filter((seat) => seat.token !== null);
    const row = { id: created.id, game: plan.game, seats, hotSeat: plan.hot_seat, solo: seats.length === 1, plan };
    await this.page.evaluate((held) => localStorage.setItem('matchday.seats', JSON.stringify([held])), row);
    await this.go(`#/match/${created.id}`);
    await this.page.locator('.prompt, .shutter').first().waitFor();
  }

  /** Press one lit thing, if it is this one's move; tells whether. */
  async touch(): Promise<boolean> {
    return (await this.page.evaluate(press)) > 0;
  }

  /** Press what is lit, whatever it is, until something shows; tells how often. */
  async playUntil(shows: string, seconds = 1100): Promise<number> {
    const deadline = Date.now() + seconds * 1000;
    let presses = 0;
    while (!(await this.page.locator(shows).count())) {
      if (Date.now() > deadline) throw new Error(`no ${shows} after ${presses} presses: ${await this.page.locator('.prompt').innerText()}`);
      presses += await this.page.evaluate(press);
      await this.page.waitForTimeout(10);
    }
    return presses;
  }

  /** Press what is lit so many times, and once more for each sheet of choices that is left open by the last. */
  async press(times: number): Promise<void> {
    for (let done = 0; done < times || (await this.page.locator('dialog .menu').count()); ) {
      if (await this.page.locator('dialog .sc').count()) return;
      done += await this.page.evaluate(press);
      await this.page.waitForTimeout(10);
    }
  }

  /** The match as the server shows it to the seats of this browser, seat by seat. */
  async views(): Promise<View[]> {
    const held = await this.page.evaluate(() => JSON.parse(localStorage.getItem('matchday.seats') ?? '[]') as { id: string; seats: { token: string }[] }[]);
    const id = /match\/([^/]+)/.exec(this.page.url())?.[1] ?? '';
    const seats = held.find((row) => row.id === id)?.seats ?? [];
    return Promise.all(
      seats.map(async ({ token }) => {
        const answer = await fetch(`${this.house.address}/api/matches/${id}/view`, { headers: { Authorization: `Bearer ${token}` } });
        return wholeView((await answer.json()) as View);
      }),
    );
  }

  /** What the server shows the first seat of this browser once no press is under way any more. */
  async atRest(): Promise<View | undefined> {
    let [before] = await this.views();
    for (;;) {
      await this.page.waitForTimeout(1000);
      const [now] = await this.views();
      if (isDeepStrictEqual(now, before)) return now;
      before = now;
    }
  }

  /** Until the full-time sheet. */
  playOut(seconds?: number): Promise<number> {
    return this.playUntil('dialog .sc', seconds);
  }

  async axe(where = this.page.url()): Promise<void> {
    const { violations } = await new AxeBuilder({ page: this.page }).analyze();
    expect(violations.map((one) => `${one.id}: ${one.nodes[0]?.target.join(' ')} ${one.nodes[0]?.failureSummary}`), where).toEqual([]);
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}

/** In the page: press the ticket if something is picked, else one of the lit things by lot. */
export function press(): number {
  const prompt = document.querySelector('.prompt');
  if (!prompt || prompt.classList.contains('wait')) return 0;
  const ticket = prompt.querySelector<HTMLElement>('.ticket');
  const lit = [...document.querySelectorAll<HTMLElement>('[data-lit], .prompt .acts .btn:not(.back)')];
  const picked = document.querySelector('[aria-pressed=true][data-lit]');
  const all = ticket && (picked || Math.random() < 0.5 || !lit.length) ? [ticket] : lit;
  const one = all[Math.floor(Math.random() * all.length)];
  one?.click();
  return one ? 1 : 0;
}
