/** In the page: what lies outside its ground, under another layer or outside the window, which texts are cut, small or
 *  overprinted, and what a finger would miss; of the whole page, or of a part of it. One line a fault; none where all is
 *  well. */
export function faults(part?: string): string[] {
  const EDGE = 3;
  const FINGER = 38; // of 40: a hit is tested pixel by pixel
  const LEAST_TEXT = 10.95;
  const found = new Set<string>();
  if (part && !document.querySelector(part)) return [];
  const root = document.querySelector<HTMLElement>(part ?? '.tablepage') ?? document.body;
  const table = root.matches('.tablepage');
  /** What is played over the table: nothing of it scrolls, and all of it is to be seen. */
  const staged = root.matches('.scene, [data-banner], .prompt');
  const [wide, high] = [innerWidth, innerHeight];

  const name = (node: Element) => {
    const piece = node.closest('[data-piece]')?.getAttribute('data-piece');
    const kind = `${node.tagName.toLowerCase()}${[...node.classList].filter((one) => !one.startsWith('svelte')).map((one) => `.${one}`).join('')}`;
    return `${piece ? `[${piece}] ` : ''}${kind} “${(node.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 30)}”`;
  };
  const shown = (node: Element) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) && !node.closest('.sr, .sprite, [inert]');
  const style = new Map<Element, CSSStyleDeclaration>();
  const look = (node: Element) => style.get(node) ?? (style.set(node, getComputedStyle(node)), style.get(node) as CSSStyleDeclaration);
  const scrolls = (value: string) => value === 'auto' || value === 'scroll';
  /** Whether somebody could scroll to it, or it lies where a row is meant to be cut. */
  function within(box: DOMRect, node: Element): { x: boolean; y: boolean } {
    for (let at = node.parentElement; at && at !== root.parentElement; at = at.parentElement) {
      const css = look(at);
      const frame = at.getBoundingClientRect();
      if (scrolls(css.overflowX) && (box.left < frame.left - 1 || box.right > frame.right + 1)) return { x: true, y: false };
      if (scrolls(css.overflowY) && (box.top < frame.top - 1 || box.bottom > frame.bottom + 1)) return { x: false, y: true };
    }
    return { x: false, y: false };
  }
  const under = (node: Element, x: number, y: number) => {
    const top = document.elementFromPoint(x, y);
    return top && (node.contains(top) || top.contains(node)) ? undefined : top;
  };
  /** Whether what is hit around a point, along one line, is as wide as a finger. */
  function reaches(node: Element, x: number, y: number, dx: number, dy: number): boolean {
    const hit = (by: number) => {
      const [px, py] = [x + dx * by, y + dy * by];
      if (px < 0 || py < 0 || px >= wide || py >= high) return false;
      const top = document.elementFromPoint(px, py);
      return top !== null && (node.contains(top) || (top.closest('label')?.contains(node) ?? false) || top.closest(MEANT_TO_COVER) !== null);
    };
    let [from, to] = [0, 0];
    while (from > -FINGER && hit(from - 1)) from -= 1;
    while (to < FINGER && hit(to + 1)) to += 1;
    return to - from + 1 >= FINGER;
  }
  const MEANT_TO_COVER = '.choosing, .interrupt, .stage, .notes, .go, dialog';

  if (document.documentElement.scrollWidth > wide) found.add(`the page is ${document.documentElement.scrollWidth} wide`);
  if (table && document.documentElement.scrollHeight > high) found.add(`the page is ${document.documentElement.scrollHeight} high`);

  // rows of the page stand in the window, and do not lie on each other
  const rows = [...root.querySelectorAll('.sb, .ground, .prompt, .hand, .hand-row, .ticker, .report')].filter((one) => shown(one) && one.getBoundingClientRect().height > 0);
  for (const row of table ? rows : []) {
    const box = row.getBoundingClientRect();
    if (box.left < -1 || box.top < -1 || box.right > wide + 1 || box.bottom > high + 1) found.add(`outside the window: ${name(row)}`);
  }

  // what is asked is there to the last word
  for (const said of root.querySelectorAll('.prompt p > span, .prompt .acts > *')) {
    const [box, frame] = [said.getBoundingClientRect(), (said.closest('.prompt') as Element).getBoundingClientRect()];
    if (box.top < frame.top - 1 || box.bottom > frame.bottom + 1 || box.right > frame.right + 1) found.add(`cut: ${name(said)}`);
    if (said.scrollWidth > said.clientWidth + 1 && said.matches('button')) found.add(`too long: ${name(said)}`);
  }

  // pieces lie whole on their ground and on top
  for (const piece of staged ? [] : root.querySelectorAll<HTMLElement>('.ground [data-piece], .ground .card, .ground .strip, .ground .panel')) {
    if (!shown(piece)) continue;
    const box = piece.getBoundingClientRect();
    const ground = (piece.closest('.ground') as Element).getBoundingClientRect();
    const cut = within(box, piece);
    const away = Math.max(cut.x ? 0 : Math.max(ground.left - box.left, box.right - ground.right), cut.y ? 0 : Math.max(ground.top - box.top, box.bottom - ground.bottom));
    if (away > EDGE) found.add(`${Math.round(away)} px outside its ground: ${name(piece)}`);
    if (cut.x || cut.y || !piece.matches('[data-piece], .card')) continue;
    for (const [dx, dy] of [[0.5, 0.5], [0.5, 0.3], [0.5, 0.8]] as const) {
      const cover = under(piece, box.left + box.width * dx, box.top + box.height * dy);
      if (cover && !cover.closest(MEANT_TO_COVER) && !piece.matches('.beaten, .pile .card')) found.add(`under ${name(cover)}: ${name(piece)}`);
    }
  }
  // what is played lies whole on the stage, and nothing lies on it
  for (const piece of staged ? root.querySelectorAll<HTMLElement>('.card, .die, li, p, [data-verdict], [data-verdict] small') : []) {
    if (!shown(piece) || piece.closest('.card') !== null && !piece.matches('.card') || piece.closest('[aria-hidden=true]')) continue;
    const [box, frame] = [piece.getBoundingClientRect(), root.getBoundingClientRect()];
    const away = Math.max(frame.left - box.left, box.right - frame.right, frame.top - box.top, box.bottom - frame.bottom);
    if (away > EDGE) found.add(`${Math.round(away)} px off the stage: ${name(piece)}`);
    const cover = under(piece, box.left + box.width / 2, box.top + box.height / 2);
    if (cover && away <= EDGE && !(piece.matches('.card') && cover.closest('[data-verdict]'))) found.add(`under ${name(cover)}: ${name(piece)}`);
  }
  // the cards of the hand show at least their heads
  for (const card of root.querySelectorAll<HTMLElement>('.hand .card, .hand [data-piece]')) {
    const hand = card.closest('.hand, .hand-row') as Element;
    const [box, row] = [card.getBoundingClientRect(), hand.getBoundingClientRect()];
    if (!shown(card) || within(box, card).x || within(box, card).y) continue;
    if (box.top < row.top - EDGE) found.add(`its head is cut: ${name(card)}`);
    if (Math.min(box.bottom, row.bottom, high) - box.top < Math.min(box.height, 60)) found.add(`too little is seen of it: ${name(card)}`);
  }

  // what is pressed is as wide as a finger
  for (const button of root.querySelectorAll<HTMLElement>('button, a[href], input, select, [role=switch]')) {
    if (!shown(button)) continue;
    const box = button.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (x < 0 || y < 0 || x > wide || y > high || within(box, button).x || within(box, button).y || box.width < 1) continue;
    if (!table && (box.top < 0 || box.bottom > high)) continue; // the page scrolls
    if (button.matches('.ref, .beaten') || (!table && button.closest('p, .lead'))) continue; // links in a sentence
    if (button.matches('.btn, .ticket, .chip, .opt') && button.scrollWidth > button.clientWidth + 1) found.add(`too long: ${name(button)}`);
    if (!reaches(button, x, y, 1, 0) || !reaches(button, x, y, 0, 1)) found.add(`a finger misses ${Math.round(box.width)} × ${Math.round(box.height)}: ${name(button)}`);
  }

  // texts: large enough, whole, and not printed over each other
  const texts: { node: Element; box: DOMRect }[] = [];
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    const node = text.parentElement as HTMLElement;
    if (!text.textContent?.trim() || !shown(node) || node.closest('svg, .report:not(.open) .log')) continue;
    const css = look(node);
    const size = parseFloat(css.fontSize);
    if (!size) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
    if (!boxes.length) continue;
    if (size < LEAST_TEXT && !node.closest('[aria-hidden=true]')) found.add(`${size.toFixed(1)} px: ${name(node)}`);
    for (const box of boxes) {
      if (within(box, node).x || within(box, node).y) continue;
      // the glyphs are lower than the box around them
      const [top, bottom] = [box.top + box.height * 0.18, box.bottom - box.height * 0.18];
      let gone = false;
      const tilted = look(node.closest('.card') ?? node).rotate !== 'none'; // its box says nothing
      for (let at: HTMLElement | null = node; at && at !== root.parentElement; at = at.parentElement) {
        const clip = look(at);
        if (clip.overflowX === 'visible' && clip.overflowY === 'visible') continue;
        const frame = at.getBoundingClientRect();
        if (box.left > frame.right || top > frame.bottom - 1) { gone = true; break; } // left out whole
        if (scrolls(clip.overflowX) || scrolls(clip.overflowY)) continue;
        if (box.left < frame.left - 2 || box.right > frame.right + 2 || top < frame.top - 1 || bottom > frame.bottom + 1) {
          if (tilted) break;
          if (at.closest('.hand') && bottom > frame.bottom) gone = true;
          else found.add(`cut: ${name(node)}`);
          break;
        }
      }
      if (gone) continue;
      if ((table || staged) && (box.right > wide + 1 || box.left < -1 || top < -1 || (bottom > high + 1 && !node.closest('.hand')))) found.add(`text outside the window: ${name(node)}`);
      const x = box.left + box.width / 2;
      const y = (top + bottom) / 2;
      if (x > 0 && y > 0 && x < wide && y < high && !under(node, x, y)) texts.push({ node, box: new DOMRect(box.left, top, box.width, bottom - top) });
    }
  }
  for (let one = 0; one < texts.length; one++) {
    for (let two = one + 1; two < texts.length; two++) {
      const [a, b] = [texts[one], texts[two]] as [{ node: Element; box: DOMRect }, { node: Element; box: DOMRect }];
      if (a.node === b.node || a.node.closest('h1, .o1, .o2') && b.node.closest('h1, .o1, .o2')) continue;
      if (a.node.closest('[data-verdict]') && b.node.closest('[data-verdict]')) continue; // tilted: their boxes say nothing
      if ((a.node.contains(b.node) && b.node.matches('[aria-hidden]')) || (b.node.contains(a.node) && a.node.matches('[aria-hidden]'))) continue; // printed twice, on purpose
      const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (across > 2 && down > 2 && across * down > 0.2 * Math.min(a.box.width * a.box.height, b.box.width * b.box.height)) found.add(`printed over ${name(a.node)}: ${name(b.node)}`);
    }
  }
  return [...found];
}
