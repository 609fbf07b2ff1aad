/** Plays scores: one beat after the other, over the table as it was, and the new view when its beat has come. */

import { settings, stillness } from '../settings.svelte';
import { play } from '../sound';
import type { Happening } from '../wire';
import type { Beat, Facts, Line, Ribbon, Score, Verdict } from './score';
import { GLIMPSE, length, unmoved } from './tempo';
import { Voice } from './voice.svelte';

/** What a scene knows. */
export interface Scene {
  /** Numbers and words, as its beats have brought them. */
  shows: Facts;
  /** The names of its beats so far; one that comes again begins there anew. */
  reached: string[];
}

/** A beat that was shown, for whoever measures. */
export interface Mark {
  name: string;
  part: string;
  /** How long it was to take, and when it began by the stage's own clock. */
  ms: number;
  at: number;
  ply: number;
}

export interface Hands {
  /** Put the new view on the table. */
  lay(): void;
  /** Let the report tell. */
  tell(events: Happening[]): void;
  /** Show the new score. */
  score(): void;
}

declare global {
  /** Whoever looks at every beat in peace, as a test does, says here when the stage may go on; time counts for nothing then. */
  var stageHeld: ((beat: string) => Promise<void>) | undefined;
}

/** What was shown is kept as marks of the browser's own timeline, where a test or a developer can read them. */
function mark(name: string, detail: Mark): void {
  if (typeof performance.mark === 'function') performance.mark(`stage:${name}`, { detail });
}

export class Stage {
  /** What is played now. */
  beat = $state.raw<Beat>();
  scene = $state.raw<Scene>();
  /** The scene stands aside, since the table below it is asked about. */
  folded = $state(false);
  /** What stands in the prompt: what is being watched. */
  words = $state.raw<Line>();
  verdict = $state.raw<Verdict>();
  banner = $state.raw<Ribbon>();
  /** What a screen reader is told. */
  readonly voice = new Voice();
  /** Something is played: no light, no question. */
  playing = $state(false);
  /** The stage's own clock: the lengths of all beats before. */
  private clock = 0;
  /** The first beat that is not skipped. */
  private until = 0;
  private now = 0;
  private began = 0;
  private score: Score | undefined;
  private hurry: (() => void) | undefined;

  /** Play a score from beginning to end. */
  async play(given: Score, hands: Hands): Promise<void> {
    const score = settings.speed === 'none' ? unmoved(given) : given;
    if (settings.speed === 'none') for (const beat of given.beats) this.speak(beat);
    this.score = score;
    this.until = 0;
    this.playing = true;
    for (this.now = 0; this.now <= score.beats.length; this.now++) {
      if (this.now === score.lay) this.reveal(score, hands);
      const beat = score.beats[this.now];
      if (beat) await this.show(beat, hands);
    }
    this.leave();
    await globalThis.stageHeld?.('');
  }

  /** The new view comes; a scene that has had its verdict goes first. */
  private reveal(score: Score, hands: Hands): void {
    this.verdict = undefined;
    this.banner = undefined;
    if (!score.keeps) this.scene = undefined;
    hands.lay();
  }

  private async show(beat: Beat, hands: Hands): Promise<void> {
    const skipped = this.now < this.until;
    const ms = skipped ? 0 : length(beat, settings.speed, stillness());
    this.begin(beat, hands);
    mark(beat.name, { name: beat.name, part: beat.part, ms, at: this.clock, ply: beat.event?.ply ?? beat.events[0]?.ply ?? 0 });
    this.clock += ms;
    if (!skipped && beat.sound && settings.speed !== 'none') play(beat.sound);
    this.began = performance.now();
    if (globalThis.stageHeld) await globalThis.stageHeld(beat.name);
    else if (ms) await this.rest(ms);
  }

  private begin(beat: Beat, hands: Hands): void {
    if (beat.closes && beat.part !== 'verdict') [this.scene, this.verdict, this.banner] = [undefined, undefined, undefined];
    if (beat.staged) this.learn(beat);
    else if (beat.part === 'routine' && this.scene) this.folded = true;
    this.beat = beat;
    this.words = beat.words ?? this.spoken(beat);
    if (settings.speed !== 'none') this.speak(beat);
    this.verdict = beat.verdict ?? (beat.part === 'plate' || beat.part === 'banner' ? this.verdict : undefined);
    this.banner = beat.banner;
    if (beat.events.length) hands.tell(beat.events);
    if (beat.part === 'plate') hands.score();
  }

  /** A decisive beat has its own sentence, or none yet; of all else every event is told. */
  private speak({ say, part, events }: Beat): void {
    if (say !== undefined) this.voice.say(say);
    else if (part === 'routine' || part === 'event' || part === 'deal') for (const { text } of events) this.voice.say(text);
  }

  /** The sentence of an event would give away what its die has yet to show. */
  private spoken({ part, event, events }: Beat): Line | undefined {
    if (part === 'decisive' || part === 'hold' || part === 'plate') return this.words;
    const text = event?.text ?? events.at(-1)?.text;
    return text && part !== 'verdict' && part !== 'banner' ? { text } : undefined;
  }

  private learn({ name, shows }: Beat): void {
    const scene = this.scene ?? { shows: {}, reached: [] };
    const again = scene.reached.indexOf(name);
    this.folded = false;
    this.scene = { shows: { ...scene.shows, ...shows }, reached: [...(again < 0 ? scene.reached : scene.reached.slice(0, again)), name] };
  }

  private rest(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      this.hurry = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  /** A tap or a key: first to the verdict, then to the new deal. A verdict is seen for a glimpse all the same. */
  skip(): void {
    const { score } = this;
    if (!score || !this.hurry) return;
    const ahead = score.beats.findIndex((beat, n) => n > this.now && beat.part === 'verdict');
    const deciding = score.beats[this.now]?.part === 'verdict';
    this.until = ahead > 0 && ahead < score.beats.length && !deciding ? ahead : Math.max(score.lay, this.now + 1);
    if (deciding) {
      const left = GLIMPSE - (performance.now() - this.began);
      if (left > 0) {
        setTimeout(this.hurry, left);
        return;
      }
    }
    this.hurry();
  }

  /** The table is the person's again. */
  private leave(): void {
    this.score = undefined;
    this.hurry = undefined;
    this.beat = undefined;
    this.words = undefined;
    this.verdict = undefined;
    this.banner = undefined;
    this.playing = false;
  }

  /** Take everything down, where the person goes away or comes back. */
  clear(): void {
    this.until = Infinity;
    this.voice.hush();
    this.hurry?.();
    this.scene = undefined;
    this.folded = false;
  }

  /** Whether the scene is in sight. */
  get up(): boolean {
    return this.scene !== undefined && !this.folded;
  }

  /** Note what is no beat: a press, a lit question. */
  note(name: 'press' | 'lit', ply: number): void {
    mark(name, { name, part: name, ms: 0, at: this.clock, ply });
  }
}
