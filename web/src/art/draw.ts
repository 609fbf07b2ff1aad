// The drawings that are computed: halftone, ball, star, portrait. Pure functions that return SVG markup.
// The same id always gives the same picture, so portraits need no image files.

export function random(seed: string): () => number {
  let h = 2166136261;
  for (const c of seed) h = Math.imul(h ^ c.codePointAt(0)!, 16777619);
  return () => {
    h = (h + 0x6d2b79f5) | 0;
    let t = Math.imul(h ^ (h >>> 15), 1 | h);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Dots on a turned grid; tone(x, y) in 0..1 sets their size. One path for each size class keeps the markup small. */
export function halftone(w: number, h: number, step: number, tone: (x: number, y: number) => number, angle = 30, classes = 7): string {
  const cos = Math.cos((angle * Math.PI) / 180), sin = Math.sin((angle * Math.PI) / 180);
  const reach = Math.ceil(Math.hypot(w, h) / step) + 2;
  const paths: string[] = Array(classes).fill('');
  for (let i = -reach; i < reach; i++)
    for (let j = -reach; j < reach; j++) {
      const x = w / 2 + (i * cos - j * sin) * step, y = h / 2 + (i * sin + j * cos) * step;
      if (x < -step || y < -step || x > w + step || y > h + step) continue;
      const v = tone(x, y);
      if (v > 0.06) paths[Math.min(classes - 1, Math.floor(Math.min(1, v) * classes))] += `M${x.toFixed(0)} ${y.toFixed(0)}h0`;
    }
  const width = (k: number) => (2 * step * 0.62 * Math.sqrt((k + 1) / classes)).toFixed(1);
  return `<g fill="none" stroke="currentColor" stroke-linecap="round">${paths.map((d, k) => (d ? `<path d="${d}" stroke-width="${width(k)}"/>` : '')).join('')}</g>`;
}

export function star(cx: number, cy: number, outer: number, inner = outer * 0.42, points = 5): string {
  return Array.from({ length: points * 2 }, (_, k) => {
    const r = k % 2 ? inner : outer, a = ((-90 + (180 / points) * k) * Math.PI) / 180;
    return `${(cx + r * Math.cos(a)).toFixed(1)},${(cy + r * Math.sin(a)).toFixed(1)}`;
  }).join(' ');
}

export function ball(cx: number, cy: number, r: number, fill = '#fff', ink = '#1b1814', turn = 0): string {
  const line = Math.max(1, r * 0.07).toFixed(1);
  const at = (part: number, deg: number) => {
    const a = ((deg + turn - 90) * Math.PI) / 180;
    return `${(cx + r * part * Math.cos(a)).toFixed(1)} ${(cy + r * part * Math.sin(a)).toFixed(1)}`;
  };
  let s = `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${fill}"/><polygon points="${[0, 1, 2, 3, 4].map((i) => at(0.36, 72 * i)).join(' ')}" fill="${ink}"/>`;
  for (let i = 0; i < 5; i++) {
    const a = 72 * i;
    s += `<path d="M${at(0.36, a)}L${at(0.7, a)}M${at(0.8, a + 17)}L${at(0.8, a + 55)}" stroke="${ink}" stroke-width="${line}"/>`;
    s += `<polygon points="${[at(0.7, a), at(0.8, a + 17), at(0.985, a + 14), at(0.985, a - 14), at(0.8, a - 17)].join(' ')}" fill="${ink}"/>`;
  }
  return s + `<circle cx="${cx}" cy="${cy}" r="${r}" fill="none" stroke="${ink}" stroke-width="${line}"/>`;
}

const SKIN = ['#f0c9a4', '#e3b184', '#c98f62', '#9c6640', '#6f452b', '#f3d3b5'];
const HAIR = ['#221a16', '#4a2e1d', '#7b4a24', '#c28a3b', '#8c8378', '#b5532a'];
const CUTS = [
  'M33 27C31 12 40 4 51 4s18 8 16 23C65 22 63 18 60 15.500C54 19 44 19 38 16C36 19 34 22 33 27z',
  'M33 30C29 14 36 5 46 5C56 1 69 8 67 29C65 25 64 20 63 17C58 16 54 14 51 11.500C47 16 41 17 37 18C35 22 34 26 33 30z',
  'M34 22C34 11 41 7 50 7s16 4 16 15C63 15 58 13 50 13s-13 2-16 9z',
  'M31 40C26 16 34 3 50 3s24 13 19 37C67 36 67 24 63 17C56 20 43 19 38 15C33 24 33 36 31 40z',
  'M33 24c-4-3-3-9 1-10c-1-5 4-8 8-7c2-4 9-5 12-1c5-2 10 2 9 6c5 1 6 8 2 12c-1-5-3-8-6-9c-6 2-14 2-20 0c-3 2-5 5-6 9z',
  'M34 24C33 14 37 9 42 8C40 6 48 0 55 3C63 4 67 12 66 24C65 20 63 17 61 15C54 15 46 14 42 11C38 14 35 18 34 24z',
];

/** A bust for viewBox "4 0 92 82": shirt in two club colours, one of five patterns, seven heads, beards. */
export function portrait(id: string, shirt = '#2347b5', trim = '#f4ebd8'): string {
  const next = random(id), pick = (n: number) => Math.floor(next() * n);
  const tone = pick(SKIN.length), skin = SKIN[tone] ?? '', dark = tone >= 2 && tone <= 4;
  const hair = HAIR[tone === 3 || tone === 4 ? 0 : pick(dark ? 4 : HAIR.length)] ?? '';
  const cut = pick(CUTS.length + 1), pattern = pick(5), beard = pick(5), ink = '#1b1814';
  const p = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`;
  const line = (d: string, w: number, more = '') => `<path d="${d}" fill="none" stroke="${ink}" stroke-width="${w}" stroke-linecap="round" ${more}/>`;
  const patterns = [
    [18, 34, 58, 74].map((x) => p(`M${x} 58h8v26h-8z`, trim)).join(''),
    p('M8 70h84v7H8z', trim),
    p('M66 57L20 82h20L78 60z', trim),
    p('M6 82C7 66 20 60 33 57L28 82ZM94 82C93 66 80 60 67 57L72 82Z', trim),
    p('M50 58L36 82h28z', trim),
  ];
  let s = p('M6 82C7 66 20 60 36 56L64 56C80 60 93 66 94 82Z', shirt) + patterns[pattern];
  s += p('M36 56L50 70L64 56L60 52H40Z', pattern === 1 || pattern === 2 ? trim : shirt);
  s += p('M41 44h18v11L50 64L41 55z', skin) + p('M41 50c5 6 13 6 18 0v5L50 64L41 55z', ink, 'opacity=".22"');
  s += p('M34 28C34 14 41 8 50 8s16 6 16 20c0 6-1 11-4 16c-3 5-8 8-12 8s-9-3-12-8c-3-5-4-10-4-16z', skin);
  s += p('M33.500 28c-3-1-4 2-3 5s2 5 4 5zM66.500 28c3-1 4 2 3 5s-2 5-4 5z', skin);
  s += p('M52 8.200C60 9 66 15 66 28c0 6-1 11-4 16c-3 5-8 8-12 8C60 46 58 34 57 26C56.500 20 54 14 52 8.200z', ink, 'opacity=".16"');
  if (beard === 0)
    s += p('M34.500 32c.5 6 1.500 9 3.500 12c3 5 8 8 12 8s9-3 12-8c2-3 3-6 3.500-12c-2 5-5 7-9 7c-2-1-3.500-1.300-6.500-1.300s-4.500.3-6.500 1.300c-4 0-7-2-9-7z', hair) + `<path d="M46 44.500h8" stroke="${skin}" stroke-width="2" stroke-linecap="round"/>`;
  else if (beard === 1) s += p('M41.500 41c3-2.500 14-2.500 17 0l-1.500 2c-4-1.500-10-1.500-14 0z', hair) + line('M46 46h8', 1.3, 'opacity=".6"');
  else s += line('M45 44.500c3 1.300 7 1.300 10 0', 1.5, 'opacity=".75"');
  s += line('M39 26.500c2-1.500 5-1.500 7.500-.3M53.500 26.200c2.500-1.200 5.500-1.200 7.500.3', 1.9) + line('M43 30.500h.02M57 30.500h.02', 3) + line('M50.500 29.500L52.500 37.500H48.500', 1.2, 'opacity=".55"');
  s += cut < CUTS.length ? p(CUTS[cut] ?? '', hair) : p('M36 18C38 10 44 7.500 50 7.500S62 10 64 18C58 12 42 12 36 18z', hair, 'opacity=".35"');
  if (cut === 3 && next() < 0.6) s += p('M34 19.500C40 15 60 15 66 19.500L66.500 23C60 18.500 40 18.500 33.500 23z', trim);
  return `<g stroke-linejoin="round">${s}</g>`;
}
