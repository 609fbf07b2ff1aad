/** Pieces that travel. What moves is what the rules moved: a table gives each piece a key that stays with it,
 *  `{@attach flies(key)}`, and whenever a new view is laid the piece flies from where its key was seen last.
 *  `{@attach place('pile')}` names a spot that pieces without a past come from (`from`) or go to (`to`).
 */

import { tick } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { motion, settings, stillness } from './settings.svelte';

export interface Flight {
  /** Where the piece comes from when its key is new: a pile deals it. */
  from?: string;
  /** Where it goes when its key leaves the page. */
  to?: string;
  /** Which side is up: when it changes, the piece turns over. */
  side?: 'front' | 'back';
  /** How it settles: dealt and drawn cards glide, played ones slap down. */
  ease?: 'deal' | 'slap';
}

interface Flyer extends Flight {
  node: HTMLElement;
}

interface Seen extends Flight {
  box: DOMRect;
  node: HTMLElement;
  /** What lay there with its back up, to be turned over. */
  back?: HTMLElement;
}

const DEAL = { time: 260, apart: 60 };
const SLAP = 340;
const FLIP = { time: 380, apart: 70 };
const FADE = 160;
/** Less than this is no journey: rounding, a scrollbar. */
const STEP = 3;

const flyers = new Map<string, Flyer>();
const places = new Map<string, Set<HTMLElement>>();
const running = new Set<Animation>();
const ghosts = new Set<HTMLElement>();
let seen = new Map<string, Seen>();

/** Let a piece fly. The key is the piece's own, wherever it lies; two pieces never share one. */
export function flies(key: string, flight: Flight = {}): Attachment<HTMLElement> {
  return (node) => {
    const flyer = { ...flight, node };
    flyers.set(key, flyer);
    return () => {
      if (flyers.get(key) === flyer) flyers.delete(key);
    };
  };
}

/** Name a spot of the table. Several may share a name, where one stands in for another on small screens. */
export function place(name: string): Attachment<HTMLElement> {
  return (node) => {
    const shared = places.get(name) ?? new Set();
    places.set(name, shared.add(node));
    return () => {
      shared.delete(node);
    };
  };
}

/** Where a spot is, if it can be seen. */
function spotted(name: string | undefined): DOMRect | undefined {
  const boxes = [...(places.get(name ?? '') ?? [])].map((node) => node.getBoundingClientRect());
  return boxes.find((box) => box.width > 0);
}

/** Call before the page changes: remembers where everything lies, and lets it fly when the change is drawn. */
export function takeOff(): void {
  if (settings.speed === 'none' || !flyers.size) return;
  complete();
  seen = new Map([...flyers].map(([key, { node, ...flight }]) => [key, { ...flight, node, box: node.getBoundingClientRect(), ...backOf(node, flight) }]));
  void tick().then(land);
}

const backOf = (node: HTMLElement, { side }: Flight) => (side === 'back' ? { back: node.cloneNode(true) as HTMLElement } : {});

/** Bring everything that moves to its end: any key does, or a tap on the table. */
export function complete(): void {
  for (const one of running) one.finish();
  for (const ghost of ghosts) ghost.remove();
  running.clear();
  ghosts.clear();
}

function land(): void {
  let dealt = 0;
  const order = turning();
  for (const [key, flyer] of flyers) {
    const was = seen.get(key);
    const start = was?.box ?? spotted(flyer.from);
    const turn = order.indexOf(key);
    if (start) travel(flyer, start, was, was ? Math.max(turn, 0) * FLIP.apart : dealt++ * DEAL.apart);
  }
  for (const [key, was] of seen) if (!flyers.has(key) && was.to) depart(was);
  seen.clear();
}

const turns = (flyer: Flyer, was: Seen | undefined) => was?.side !== undefined && was.side !== flyer.side;

/** What is turned over, from left to right. */
function turning(): string[] {
  const keys = [...flyers].flatMap(([key, flyer]) => (turns(flyer, seen.get(key)) ? [key] : []));
  return keys.toSorted((one, two) => (seen.get(one)?.box.x ?? 0) - (seen.get(two)?.box.x ?? 0));
}

function travel(flyer: Flyer, start: DOMRect, was: Seen | undefined, late: number): void {
  const { node } = flyer;
  const end = node.getBoundingClientRect();
  if (!end.width || !start.width) return;
  const moved = Math.hypot(start.x - end.x, start.y - end.y) > STEP;
  const turned = turns(flyer, was);
  if (!moved && !turned) return;
  if (stillness()) {
    run(node, [{ opacity: 0 }, { opacity: 1 }], FADE, 'ease-out');
    return;
  }
  const ease = flyer.ease ?? (was ? 'slap' : 'deal');
  if (turned && !moved && was?.back) {
    turnOver(node, was.back, start, late, ease);
    return;
  }
  const time = turned ? FLIP.time : ease === 'deal' ? DEAL.time : SLAP;
  const zoom = (node as HTMLElement & { currentCSSZoom?: number }).currentCSSZoom ?? 1;
  const shift = `translate(${(start.x - end.x) / zoom}px, ${(start.y - end.y) / zoom}px)`;
  const size = `scale(${start.width / end.width})`;
  const first = { transform: `${shift} ${size}${turned ? ' rotateY(90deg)' : ''}`, transformOrigin: '0 0', zIndex: 'var(--z-fly, 60)' };
  run(node, [first, { transformOrigin: '0 0', zIndex: 'var(--z-fly, 60)' }], motion(time), easing(ease), motion(late));
}

/** A piece turns over where it lies: its back goes down to the edge, and its face comes up from there. */
function turnOver(node: HTMLElement, back: HTMLElement, box: DOMRect, late: number, ease: 'deal' | 'slap'): void {
  const half = FLIP.time / 2;
  const edge = { transform: 'rotateY(90deg)' };
  const gone = haunt(back, box);
  vanish(run(back, [{}, edge], motion(half), 'ease-in', motion(late)), gone);
  run(node, [edge, {}], motion(half), easing(ease), motion(late + half));
}

/** Put up a copy that nobody can read or press; gives back how it goes. */
function haunt(ghost: HTMLElement, box: DOMRect): () => void {
  ghost.removeAttribute('data-piece');
  ghost.inert = true;
  ghost.setAttribute('aria-hidden', 'true');
  Object.assign(ghost.style, { position: 'fixed', left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px`, margin: '0', zIndex: 'var(--z-fly, 60)', pointerEvents: 'none' });
  ghost.style.setProperty('--w', `${box.width}px`);
  document.body.append(ghost);
  ghosts.add(ghost);
  return () => {
    ghosts.delete(ghost);
    ghost.remove();
  };
}

function vanish(flight: Animation | undefined, gone: () => void): void {
  if (flight) flight.onfinish = flight.oncancel = gone;
  else gone();
}

/** A piece that has left the page goes to its place as a copy. */
function depart({ node, box, to }: Seen): void {
  const end = spotted(to);
  if (!end || !box.width || stillness()) return;
  const ghost = node.cloneNode(true) as HTMLElement;
  const gone = haunt(ghost, box);
  const last = { transform: `translate(${end.x - box.x}px, ${end.y - box.y}px) scale(${end.width / box.width})`, opacity: 0.4, transformOrigin: '0 0' };
  vanish(run(ghost, [{ transformOrigin: '0 0' }, last], motion(DEAL.time), easing('deal')), gone);
}

function easing(name: 'deal' | 'slap'): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--e-${name}`).trim() || 'ease-out';
}

function run(node: HTMLElement, frames: Keyframe[], duration: number, ease: string, delay = 0): Animation | undefined {
  if (!duration) return undefined;
  const one = node.animate(frames, { duration, delay, easing: ease, fill: 'backwards' });
  running.add(one);
  void one.finished?.catch(() => undefined).then(() => running.delete(one));
  return one;
}
