/** A drawing for every event card: viewBox 0 0 60 60, in one ink. */

import { arrow, bolt, boot, bubble, cross, dashed, eye, glove, goal, line, man, rival, sheet, text } from '../../art/sketch';

const whistle = line('M8 22h26l15-7v11l-8 2.500A15 15 0 1 1 14 30H8z') + man(27, 37, 4.5);
const crowd = line('M6 54c1-12 9-12 10 0M20 54c1-12 9-12 10 0M34 54c1-12 9-12 10 0M46 54c1-10 7-10 8-2');
const net = line('M8 54V12H52V54M20 12V44M30 12V44M40 12V44M8 24H52M8 36H52');
const small = (drawing: string, x: number, y: number, size: number) => `<g transform="translate(${x} ${y}) scale(${size})">${drawing}</g>`;

const EVENTS: Record<string, string> = {
  E01: net + man(30, 40, 7),
  E02: goal(14, 8, 32) + line('M8 54L30 24L50 50') + arrow(51, 51, 52),
  E03: dashed('M8 50C12 18 36 10 48 24') + arrow(49, 25, 52) + man(8, 50) + rival(50, 44, 6),
  E04: line('M30 54V12') + arrow(30, 10, -90) + rival(14, 30, 7) + rival(46, 30, 7),
  E05: goal(8, 8, 44) + man(30, 46, 6) + line('M18 54H42', 'opacity=".6"'),
  E06: rival(20, 18, 5) + rival(32, 18, 5) + rival(44, 18, 5) + line('M12 54C12 32 12 14 26 6') + arrow(27, 6, -24) + man(12, 54),
  E07: glove(24, 28) + man(48, 50, 6) + dashed('M38 22L46 40'),
  E08: line('M8 8V52H52') + line('M8 36A16 16 0 0 1 24 52') + line('M8 8L24 14L8 20'),
  E09: man(30, 52) + line('M30 44V30') + arrow(30, 28, -90) + rival(30, 14, 8),
  E10: small(glove(0, 0), 24, 34, 1.1) + rival(46, 14, 8),
  E11: dashed('M6 34H54') + text(30, 28, '?', 28) + man(16, 46) + rival(44, 46, 6),
  E12: line('M48 20A21 21 0 1 0 51 34') + arrow(50, 16, -28) + man(30, 30, 7),
  E13: crowd + line('M18 24L30 12L42 24V34H18z'),
  E14: crowd + rival(30, 20, 11) + line('M19 20H41'),
  E15: line('M10 54C40 52 48 36 48 10') + arrow(48, 8, -90) + man(10, 54) + line('M56 4V58', 'stroke-width="2.500" opacity=".6"'),
  E16: rival(30, 30, 22) + rival(30, 30, 12) + man(30, 30, 5),
  E17: line('M6 46c8-10 16-10 24 0s16 10 24 0M6 28c8-10 16-10 24 0s16 10 24 0') + line('M30 18V4') + arrow(30, 4, -90),
  E18: line('M6 8H54V52H6z') + cross(18, 40, 5) + rival(42, 20, 5) + dashed('M22 36L38 24'),
  E19: man(14, 46, 6) + man(30, 50, 6) + man(46, 46, 6) + rival(30, 16, 8) + line('M18 38L26 26M42 38L34 26'),
  E20: line('M8 52L24 42L16 28L36 32L30 14L52 8') + arrow(53, 8, -14) + man(8, 52),
  E21: goal(14, 8, 32) + line('M10 54L22 34M30 56V36M50 54L38 34') + arrow(23, 32, -58) + arrow(30, 34, -90) + arrow(37, 32, -122),
  E22: line('M8 46C18 30 34 26 50 30') + arrow(51, 30, 16) + line('M8 34C14 22 24 16 34 16', 'opacity=".6"'),
  E23: small(boot(0, 0, -20), 22, 42, 0.9) + dashed('M30 32C34 14 42 8 52 10') + man(52, 10, 5),
  E24: glove(20, 34) + glove(42, 34) + man(31, 8, 5),
  E25: dashed('M6 36H54') + cross(30, 18, 8) + man(16, 48) + man(44, 48),
  E26: small(whistle, -2, 8, 0.85) + line('M34 14L52 32M52 14L34 32', 'stroke-width="5"'),
  E27: small(sheet(0, 0, 8), 30, 30, 1.5),
  E28: small(sheet(0, 0, -8), 30, 30, 1.5),
  E29: whistle,
  E30: small(sheet(0, 0, -6), 22, 32, 1.2) + text(46, 44, '1', 34),
  E31: line('M6 10V50H54V10') + cross(30, 26, 9) + man(30, 44, 3),
  E32: line('M34 6V54', 'stroke-width="7"') + line('M8 44L28 32') + arrow(29, 31, -32) + line('M40 28L50 20', 'opacity=".6"'),
  E33: [12, 24, 36, 48].map((x) => man(x, 20, 5) + line(`M${x} 28V52`, 'stroke-width="7"')).join(''),
  E34: line('M10 8L22 22M50 8L38 22M30 56V42') + arrow(23, 23, 48) + arrow(37, 23, 132) + arrow(30, 40, -90) + rival(30, 30, 4),
  E35: line('M52 48H22C8 48 8 30 22 30H38V12') + arrow(38, 10, -90) + cross(52, 48, 4),
  E36: line('M16 8L12 20M30 8L26 20M44 8L40 20M22 24L18 36M38 24L34 36') + line('M8 50c6-6 12-6 18 0s12 6 18 0 6-4 8-2'),
  E37: line('M6 22H38A8 8 0 1 0 30 14M6 34H48A8 8 0 1 1 40 42M6 46H24'),
  E38: line('M16 54V10H56', 'stroke-width="6"') + man(28, 34, 6) + line('M34 40L50 54') + arrow(51, 55, 42),
  E39: goal(12, 10, 36) + line('M30 54V26') + arrow(30, 24, -90) + text(48, 54, '?', 24),
  E40: line('M30 12V48M12 30H48', 'stroke-width="11"'),
  E41: line('M20 50V14M40 10V46') + arrow(20, 12, -90) + arrow(40, 48, 90),
  E42: bolt(30, 30, 1.2),
  E43: line('M6 40H54M12 40V54M48 40V54') + man(18, 24, 6) + man(30, 24, 6) + man(42, 24, 6),
  E44: small(bubble(0, 0), 30, 26, 0.9) + man(20, 24, 3) + man(30, 24, 3) + man(40, 24, 3),
  E45: line('M8 12H52V48H8z') + [18, 30, 42].map((x) => rival(x, 22, 4) + rival(x, 38, 4)).join(''),
  E46: line('M16 6H44M16 54H44M19 6c0 14 22 16 22 24s-22 10-22 24M41 6c0 14-22 16-22 24s22 10 22 24'),
  E47: `<rect x="10" y="10" width="40" height="40" rx="8"/>${[[20, 20], [40, 20], [30, 30], [20, 40], [40, 40]].map(([x, y]) => man(x ?? 0, y ?? 0, 3.6)).join('')}`,
  E48: line('M10 12L28 30L10 48M28 12L46 30L28 48'),
};

/** A designer's own event shows an eye on the game. */
export const eventPicture = (code: string): string => EVENTS[code] ?? small(eye(0, 0), 30, 30, 1.1);

export const hasEventPicture = (code: string): boolean => code in EVENTS;
