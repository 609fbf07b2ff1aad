/** What is shown between a press and the next lit question, recorded beat by beat with the stage's own marks. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GAMES, type Guest, House, press } from './house';

const house = new House();
beforeAll(() => house.open());
afterAll(() => house.close());

/** A beat as the stage has marked it, and what the page showed when it had begun. */
interface Shown {
  name: string;
  part: string;
  ms: number;
  at: number;
  score: string;
  lit: boolean;
  scene: boolean;
  word: string;
  banner: string;
  lines: number;
}

const OPTIONS: Record<string, Record<string, string | number>> = { super_goal: { clock_mode: 'nominal', halves_ms: 300000 } };
const MATCHES = 8;
/** What has to be seen in each game, in this order, each at least so long by the stage's own clock at quick speed. */
const CLIMAX: Record<string, { beats: string[]; least: number }> = {
  kickards: { beats: ['tens', 'window', 'ones', 'ball', 'verdict'], least: 600 },
  pilka_w_grze: { beats: ['laid', 'save 0', 'breath', 'verdict'], least: 350 },
  super_goal: { beats: ['aim', 'shot die', 'verdict'], least: 450 },
  kick_on: { beats: ['need', 'first die', 'now', 'second die', 'sum', 'verdict'], least: 800 },
  mcs: { beats: ['lap card', 'flag', 'result', 'plate', 'heat over'], least: 450 },
};

/** A person takes so long to decide; at quick speed what has to be read is hurried less. */
const DECISION = 4000;
const QUICK = { read: 0.7, other: 0.5 };
/** Whoever presses by lot up to the first goal sees more of the scenes than in a whole match, whose limit is tested on recorded ones (35 %). */
const MOST_WAITING = 0.5;
/** A share of fewer decisions says nothing: the rival may score before one is asked at all. */
const ENOUGH_DECISIONS = 12;

const decisions = (shown: Shown[]) => shown.filter((one) => one.part === 'press').length;

/** How much of the time between presses and questions is waiting, at normal speed, by the stage's own clock. */
function waitingShare(shown: Shown[]): number {
  const waited = shown.reduce((sum, { part, ms }) => sum + ms / (part === 'verdict' || part === 'banner' ? QUICK.read : QUICK.other), 0);
  return waited / (waited + DECISION * decisions(shown));
}

/** In the page, before it is loaded: look at it whenever the stage marks a beat. */
function record() {
  const shown: Shown[] = [];
  Object.assign(window, { shown });
  const text = (selector: string) => document.querySelector(selector)?.textContent?.trim() ?? '';
  const mark = performance.mark.bind(performance);
  performance.mark = (name: string, options?: PerformanceMarkOptions) => {
    const detail = options?.detail as Pick<Shown, 'name' | 'part' | 'ms' | 'at'>;
    const look: Shown = { ...detail, score: '', lit: false, scene: false, word: '', banner: '', lines: 0 };
    shown.push(look);
    // as soon as the page has been drawn, and before the next beat can begin
    void Promise.resolve().then(() => Promise.resolve()).then(() =>
      Object.assign(look, { score: document.querySelector('.plates')?.getAttribute('aria-label') ?? '', lit: document.querySelector('.prompt:not(.wait)') !== null, scene: document.querySelector('[data-scene]') !== null, word: text('[data-verdict]'), banner: text('[data-banner]'), lines: document.querySelectorAll('.log li').length }),
    );
    return mark(name, options);
  };
}

const recorded = ({ page }: Guest) => page.evaluate(() => (window as unknown as { shown: Shown[] }).shown);

/** Press what is lit until the beats have been seen in order, so many decisions were made and the next is asked for, or the match
 *  is over; gives all that was recorded, and the beats as they were seen first. */
async function playUntilSeen(guest: Guest, wanted: string[], least: number): Promise<{ shown: Shown[]; climax: Shown[] | undefined }> {
  const deadline = Date.now() + 240_000;
  let climax: Shown[] | undefined;
  for (;;) {
    await guest.page.evaluate(press);
    const shown = await recorded(guest);
    const end = shown.findLastIndex((one) => one.name === wanted.at(-1));
    climax ??= found(shown.slice(0, end + 1), wanted);
    const asked = shown.slice(end).some((one) => one.part === 'lit');
    if ((climax && asked && decisions(shown) >= least) || (await guest.page.locator('dialog .sc').count())) return { shown, climax };
    if (Date.now() > deadline) throw new Error(`never seen: ${wanted.join(', ')} in ${shown.slice(-40).map((one) => one.name).join(', ')}`);
    await guest.page.waitForTimeout(20);
  }
}

/** The last beats that are the wanted ones in order, others between them. */
function found(shown: Shown[], wanted: string[]): Shown[] | undefined {
  const back: Shown[] = [];
  let at = shown.length - 1;
  for (const name of wanted.toReversed()) {
    while (at >= 0 && shown[at]?.name !== name) at--;
    const one = shown[at--];
    if (!one) return undefined;
    back.unshift(one);
  }
  return back;
}

test.each(GAMES)('%s: shot, die, save, verdict and banner are seen in order and long enough, and nothing is told before', async (game) => {
  const { beats, least } = CLIMAX[game] as { beats: string[]; least: number };
  const guest = await house.guest({ reducedMotion: 'no-preference' }, { speed: 'quick', forced: true });
  await guest.page.addInitScript(record);
  let shown: Shown[] = [];
  let climax: Shown[] | undefined;
  // some matches end before anybody has had such a chance: then the next one is played
  for (let matches = 0; matches < MATCHES && !climax; matches++) {
    await guest.sit(await house.match(game, { options: OPTIONS[game] ?? {} }));
    ({ shown, climax } = await playUntilSeen(guest, beats, ENOUGH_DECISIONS));
  }
  expect(climax?.map((one) => one.name)).toEqual(beats);
  const [first, last] = [climax?.[0] as Shown, climax?.at(-1) as Shown];
  expect(last.at - first.at).toBeGreaterThanOrEqual(least);
  for (const one of shown) {
    if (['decisive', 'hold', 'verdict', 'plate', 'banner'].includes(one.part)) expect(one.lit, `a lit prompt during ${one.name}`).toBe(false);
    if (one.part === 'verdict') expect(one.word, one.name).not.toBe('');
    if (one.part === 'banner') expect(one.banner, one.name).not.toBe('');
  }
  for (const [n, one] of shown.entries()) {
    const before = shown[n - 1];
    // the plates fall with their own beat, or with the new deal; never while something is being decided
    if (before && ['decisive', 'hold', 'verdict'].includes(one.part)) expect(one.score, `the score before the verdict, at ${one.name}`).toBe(before.part === 'press' || before.part === 'lit' ? one.score : before.score);
  }
  const share = waitingShare(shown);
  console.log(`${game}: ${Math.round(100 * share)} % of what was recorded was waiting`);
  expect(share).toBeLessThanOrEqual(MOST_WAITING);
  expect(guest.errors).toEqual([]);
});

test('a tap leads to the verdict and another to the new deal; the report holds its lines back', async () => {
  const guest = await house.guest({ reducedMotion: 'no-preference' }, { speed: 'slow' });
  await guest.page.addInitScript(record);
  await guest.sit(await house.match('pilka_w_grze'));
  const deadline = Date.now() + 200_000;
  while (!(await guest.page.locator('[data-scene]').count())) {
    if (Date.now() > deadline) throw new Error('no scene');
    await guest.page.evaluate(press);
    await guest.page.waitForTimeout(20);
  }
  for (let n = 0; n < 400 && !(await recorded(guest)).some((one) => one.part === 'verdict'); n++) {
    await guest.page.evaluate(press);
    await guest.page.keyboard.press('x');
    await guest.page.waitForTimeout(20);
  }
  const shown = await recorded(guest);
  const verdict = shown.findIndex((one) => one.part === 'verdict');
  expect(verdict).toBeGreaterThan(0);
  expect(shown.slice(0, verdict).some((one) => one.part === 'decisive' && one.ms === 0)).toBe(true); // skipped, and still shown
  expect(guest.errors).toEqual([]);
});

test('one can look back through the rival’s last turn and return to the table', async () => {
  const guest = await house.guest();
  const { page } = guest;
  await guest.sit(await house.match('pilka_w_grze'));
  await guest.press(6);
  await page.locator('.prompt:not(.wait)').waitFor();
  const back = page.getByRole('button', { name: 'What has just happened' });
  await back.click();
  await page.getByText('Looking back').waitFor();
  expect(await page.locator('[data-lit]').count()).toBe(0);
  await page.getByRole('button', { name: 'To the table' }).click();
  await page.locator('.prompt:not(.wait)').waitFor();
  expect(await page.locator('[data-lit], .prompt .ticket').count()).toBeGreaterThan(0);
  expect(guest.errors).toEqual([]);
});
