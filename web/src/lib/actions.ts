/** Ways to touch a piece. */

import { tick } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import type { Board } from './board.svelte';
import type { Piece } from './wire';

const LONG = 450;

/** Call back when a piece is held, or asked for with the other mouse button. */
export function longPress(held: () => void): Attachment<HTMLElement> {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let fired = false;
    const stop = () => clearTimeout(timer);
    const start = (event: PointerEvent) => {
      fired = false;
      if (event.pointerType !== 'mouse')
        timer = setTimeout(() => {
          fired = true;
          held();
        }, LONG);
    };
    const menu = (event: MouseEvent) => {
      event.preventDefault();
      if (!fired) held();
    };
    const click = (event: MouseEvent) => {
      if (fired) event.stopImmediatePropagation();
      fired = false;
    };
    node.addEventListener('pointerdown', start);
    for (const name of ['pointerup', 'pointercancel', 'pointerleave', 'pointermove'] as const) node.addEventListener(name, stop);
    node.addEventListener('contextmenu', menu);
    node.addEventListener('click', click, true);
    return () => {
      stop();
      node.removeEventListener('pointerdown', start);
      for (const name of ['pointerup', 'pointercancel', 'pointerleave', 'pointermove'] as const) node.removeEventListener(name, stop);
      node.removeEventListener('contextmenu', menu);
      node.removeEventListener('click', click, true);
    };
  };
}

/** What was pressed has left the page: whoever uses keys or hears the page goes on from here. */
export function catchesFocus(node: HTMLElement): void {
  if (navigator.userActivation?.hasBeenActive === false) return; // nobody has touched anything yet
  void tick().then(() => {
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (lost && node.isConnected) node.focus({ preventScroll: true });
  });
}

const shown = new WeakMap<Element, Piece>();

/** Let a piece be held up for reading: by a long press, by the other mouse button, and by the key for it. */
export function readable(board: Board, piece: Piece): Attachment<HTMLElement> {
  return (node) => {
    shown.set(node, piece);
    return longPress(() => (board.reading = piece))(node);
  };
}

/** The piece that an element of the page shows, or that lies around it. */
export function pieceAt(node: Element | null | undefined): Piece | undefined {
  for (let at = node; at; at = at.parentElement) {
    const piece = shown.get(at);
    if (piece) return piece;
  }
  return undefined;
}

/** Scroll a row of pieces sideways until one that can be pressed is in sight. */
export function showLit(dock: Element | null): void {
  const lit = [...(dock?.querySelectorAll<HTMLElement>('.hand [data-lit]') ?? [])];
  const inSight = lit.some((node) => {
    const { left, right } = node.getBoundingClientRect();
    return left >= 0 && right <= innerWidth;
  });
  if (!inSight) lit[0]?.scrollIntoView?.({ inline: 'center', block: 'nearest' });
}

/** Bring a piece into sight, by what somebody could scroll themselves: never the page, nor a row that is meant to be cut. */
export function bringIntoSight(node: Element | null): void {
  for (let at = node?.parentElement; node && at; at = at.parentElement) {
    const [box, frame, css] = [node.getBoundingClientRect(), at.getBoundingClientRect(), getComputedStyle(at)];
    const scrolls = (value: string) => value === 'auto' || value === 'scroll';
    if (scrolls(css.overflowX) && (box.left < frame.left || box.right > frame.right)) at.scrollLeft += box.left + box.width / 2 - frame.left - frame.width / 2;
    if (scrolls(css.overflowY) && box.height <= frame.height && (box.top < frame.top || box.bottom > frame.bottom)) at.scrollTop += box.top + box.height / 2 - frame.top - frame.height / 2;
  }
}

/** Let a thing be dragged while it can be used: dropped on the table it is played. */
export function drags(id: string, able: boolean): Attachment<HTMLElement> {
  return (node) => {
    node.setAttribute('draggable', String(able));
    const start = (event: DragEvent) => event.dataTransfer?.setData('text/plain', id);
    node.addEventListener('dragstart', start);
    return () => node.removeEventListener('dragstart', start);
  };
}

/** Move the focus to what can be pressed next in the direction of an arrow key: lit pieces, and the prompt's buttons. The first
 *  press finds a piece, since Enter presses the ticket anyway. */
export function moveFocus(root: HTMLElement, key: string): boolean {
  const lit = [...root.querySelectorAll<HTMLElement>('[data-lit], .prompt .acts button')].filter((node) => node.offsetParent !== null);
  if (!lit.length) return false;
  const from = document.activeElement instanceof HTMLElement && lit.includes(document.activeElement) ? document.activeElement : undefined;
  const next = from ? nearest(from, lit, key) : (lit.find((node) => 'lit' in node.dataset) ?? lit[0]);
  next?.focus();
  next?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return next !== undefined;
}

const SIDEWAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function nearest(from: HTMLElement, lit: HTMLElement[], key: string): HTMLElement | undefined {
  const [dx, dy] = SIDEWAYS[key] ?? [0, 0];
  const here = centre(from);
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const node of lit) {
    const there = centre(node);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const across = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (along <= 1 || node === from) continue;
    const distance = along + 2 * across;
    if (distance < least) [best, least] = [node, distance];
  }
  if (best) return best;
  const step = dx + dy;
  return lit[(lit.indexOf(from) + step + lit.length) % lit.length];
}

function centre(node: HTMLElement): { x: number; y: number } {
  const box = node.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The place of a row in the order of focus: one of backs alone holds nothing to focus, so that keys could not scroll it. */
export function backsOnly(pieces: readonly Piece[]): 0 | undefined {
  return pieces.length && pieces.every((piece) => piece.face === null) ? 0 : undefined;
}
