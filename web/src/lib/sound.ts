/** Short sounds, made on the spot: no files to load. */

import { settings } from './settings.svelte';

export type Sound = keyof typeof SOUNDS;

let context: AudioContext | undefined;

export function play(sound: Sound): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  if (context.state === 'running') SOUNDS[sound](context, context.currentTime);
}

/** A burst of filtered noise: paper, wood, a crowd. */
function noise(audio: AudioContext, at: number, length: number, pitch: number, loud: number, rise = 0.005): void {
  const buffer = audio.createBuffer(1, Math.ceil(length * audio.sampleRate), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: 0.8 });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}

/** A pea whistle: two close tones that beat. */
function tone(audio: AudioContext, at: number, length: number): void {
  for (const frequency of [2050, 2120]) {
    const source = new OscillatorNode(audio, { type: 'square', frequency });
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(0.025, at + 0.01);
    gain.gain.setValueAtTime(0.025, at + length - 0.03);
    gain.gain.linearRampToValueAtTime(0, at + length);
    source.connect(gain).connect(audio.destination);
    source.start(at);
    source.stop(at + length);
  }
}

/** A tone that glides: wood, a falling man, a tick. */
function glide(audio: AudioContext, at: number, length: number, from: number, to: number, loud: number, type: OscillatorType = 'sine'): void {
  const source = new OscillatorNode(audio, { type, frequency: from });
  const gain = new GainNode(audio, { gain: 0 });
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + length);
}

/** Four engines let go at the tapes: a low saw that climbs. */
function revs(audio: AudioContext, at: number, length: number): void {
  for (const frequency of [58, 61]) {
    const source = new OscillatorNode(audio, { type: 'sawtooth', frequency });
    const gain = new GainNode(audio, { gain: 0 });
    source.frequency.exponentialRampToValueAtTime(frequency * 3.2, at + length);
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(0.05, at + 0.12);
    gain.gain.linearRampToValueAtTime(0, at + length);
    source.connect(gain).connect(audio.destination);
    source.start(at);
    source.stop(at + length);
  }
}

const SOUNDS = {
  card: (audio, at) => noise(audio, at, 0.09, 2600, 0.12),
  slap: (audio, at) => noise(audio, at, 0.13, 700, 0.4, 0.002),
  dice: (audio, at) => [0, 0.07, 0.15, 0.26].forEach((late) => noise(audio, at + late, 0.05, 1900, 0.25, 0.002)),
  whistle: (audio, at) => tone(audio, at, 0.35),
  engine: (audio, at) => revs(audio, at, 1.1),
  crowd: (audio, at) => noise(audio, at, 2.2, 620, 0.22, 0.35),
  tick: (audio, at) => glide(audio, at, 0.05, 1500, 1400, 0.06, 'square'),
  hush: (audio, at) => noise(audio, at, 0.7, 300, 0.05, 0.5),
  net: (audio, at) => noise(audio, at, 0.4, 3400, 0.12, 0.03),
  post: (audio, at) => [[920, 0.5, 0.2], [1830, 0.35, 0.08]].forEach(([pitch = 0, length = 0, loud = 0]) => glide(audio, at, length, pitch, pitch * 0.96, loud)),
  thud: (audio, at) => glide(audio, at, 0.2, 120, 50, 0.3),
  plate: (audio, at) => [[1200, 0], [500, 0.12]].forEach(([pitch = 0, late = 0]) => noise(audio, at + late, 0.08, pitch, 0.4, 0.002)),
  groan: (audio, at) => noise(audio, at, 1.2, 260, 0.25, 0.15),
  relief: (audio, at) => noise(audio, at, 0.8, 900, 0.08, 0.1),
  tear: (audio, at) => noise(audio, at, 0.25, 4200, 0.16, 0.02),
} satisfies Record<string, (audio: AudioContext, at: number) => void>;
