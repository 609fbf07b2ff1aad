/** The built client in a real browser, with recorded matches instead of a server, looked at in every size. SCREENS=<folder> keeps the pictures;
 *  SCREENS_ONLY=<parts of names and sizes> looks at those alone. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { faults } from './look';
// @ts-expect-error a script of plain JavaScript, shared with the other scripts
import { findBrowser, FLAGS } from '../scripts/browser.mjs';

const WEB = join(import.meta.dirname, '..');
export const SIZES = ['360x640', '375x667', '390x664', '390x844', '844x390', '820x1180', '1280x720', '1440x900', '1920x1080'];
/** A phone upright and lying, and a small desk. */
export const KINDS = ['360x640', '844x390', '1280x720'];
const PICTURES = process.env.SCREENS;
const ONLY = process.env.SCREENS_ONLY?.split(',');
export const sizes = SIZES.filter((size) => !ONLY || !ONLY.some((one) => /^\d/.test(one)) || ONLY.includes(size));
export const wanted = (page: string) => !ONLY || ONLY.every((one) => /^\d/.test(one)) || ONLY.some((one) => page.startsWith(one));

export const fixture = <T>(name: string): T => JSON.parse(readFileSync(join(WEB, `fixtures/${name}.json`), 'utf8')) as T;
/** A match as this device holds it. */
export const hold = (id: string, { game, seat }: { game: string; seat: number }) => ({ id, game, seats: [{ seat, token: 'token0' }], hotSeat: false, solo: false });

export class Screens {
  private server: ChildProcess | undefined;
  private browser: Browser | undefined;
  address = '';

  async begin(): Promise<void> {
    const server = spawn(process.execPath, [join(WEB, 'scripts/fake.mjs')], { env: { ...process.env, PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] });
    this.server = server;
    this.address = await new Promise<string>((ready) => server.stdout.once('data', (text: Buffer) => ready(/http:\S+/.exec(String(text))?.[0] ?? '')));
    this.browser = await chromium.launch({ executablePath: findBrowser() as string, headless: true, args: FLAGS as string[] });
    if (PICTURES) mkdirSync(PICTURES, { recursive: true });
  }

  async end(): Promise<void> {
    await this.browser?.close();
    this.server?.kill();
  }

  /** A page of one's own in a language; matches that are opened in it are played from the seats that are held. */
  async page(language: string, held: Record<string, unknown>[] = [], more: Record<string, unknown> = {}): Promise<Page> {
    if (!this.browser) throw new Error('nothing has begun');
    const context = await this.browser.newContext({ viewport: { width: 1440, height: 900 }, hasTouch: true, reducedMotion: 'reduce', locale: 'en-GB' });
    context.setDefaultTimeout(240_000); // slow is not wrong: the machine may be busy
    const page = await context.newPage();
    await page.addInitScript(
      ([seats, settings]) => {
        localStorage.setItem('matchday.seats', seats as string);
        localStorage.setItem('matchday.settings', settings as string);
      },
      [JSON.stringify(held), JSON.stringify({ forced: false, sound: false, speed: 'none', language, ...more })],
    );
    return page;
  }

  async open(language: string, hash: string, held: Record<string, unknown>[] = []): Promise<Page> {
    const page = await this.page(language, held);
    await page.goto(`${this.address}/${hash}`);
    return page;
  }
}

/** What is wrong with the page, or with parts of it, in a size. */
export async function sized(page: Page, size: string, name: string, ...parts: string[]): Promise<string[]> {
  const [width, height] = size.split('x').map(Number) as [number, number];
  await page.setViewportSize({ width, height });
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let n = 0; n < 2; n++) await new Promise(requestAnimationFrame);
    for (const one of document.getAnimations()) if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish();
  });
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}-${size}.png`) });
  const found: string[] = [];
  for (const part of parts.length ? parts : [undefined]) found.push(...(await page.evaluate(faults, part)));
  return found;
}
