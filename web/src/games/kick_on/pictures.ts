/** A drawing for every card of the first set, as a coach would sketch it on a board: viewBox 0 0 100 60. */

import { arrow, bolt, boot, bubble, cross, dashed, eye, glove, goal, line, man, rival, sheet, text } from '../../art/sketch';

const PICTURES: Record<string, string> = {
  // Energy
  E01: bolt(50, 30, 1.25),
  E02: bolt(50, 34, 1) + line('M18 50c2-10 8-12 12-2M34 54c2-10 8-12 12-2M58 54c2-10 8-12 12-2M74 50c2-10 8-12 12-2'),
  E03: bolt(50, 32, 1.15) + line('M16 14L24 22M84 14L76 22M10 34H22M90 34H78M50 2V6'),
  // Plays
  J01: man(22, 42) + line('M30 39L68 26') + arrow(69, 25, -18) + rival(84, 20),
  J02: man(50, 52) + line('M50 44V10') + arrow(50, 8, -90) + line('M30 54H10M90 54H70'),
  J03: line('M62 8H94V40H62') + dashed('M12 52C16 22 42 12 68 22') + arrow(70, 23, 24) + man(12, 52),
  J04: line('M12 52L48 18L84 50') + arrow(85, 51, 42) + line('M36 10H60') + man(12, 52),
  J05: line('M88 50H34C20 50 20 32 34 32H66V12') + arrow(66, 10, -90) + cross(88, 50, 5),
  J06: line('M12 52C50 54 82 46 86 12') + arrow(86, 10, -86) + man(12, 52) + line('M96 4V58', 'stroke-width="2.500" opacity=".5"'),
  J07: line('M50 54V10') + arrow(50, 8, -90) + rival(28, 30, 8) + rival(72, 30, 8),
  J08: goal(30, 8) + dashed('M22 56L48 20') + arrow(49, 18, -56) + man(22, 56),
  J09: line('M14 52L54 34L46 8') + arrow(46, 8, -104) + line('M48 28L62 42M62 28L48 42', 'stroke-width="5"') + man(14, 52),
  J10: rival(42, 22, 6) + rival(56, 22, 6) + rival(70, 22, 6) + line('M26 56C26 32 26 14 48 6') + arrow(49, 6, -18) + man(26, 56),
  J11: line('M8 6V54H60') + line('M8 38A16 16 0 0 1 24 54') + dashed('M20 44C40 12 64 8 84 20') + arrow(85, 21, 30),
  J12: line('M22 50C30 20 60 6 82 16') + arrow(83, 17, 20) + rival(30, 14, 8) + line('M36 56L52 40L68 44M52 40L46 28'),
  J13: line('M10 50H38L50 26H88') + arrow(89, 26, 0) + cross(24, 22) + rival(70, 46) + line('M10 8H90V56', 'stroke-width="2.500" opacity=".5"'),
  J14: line('M40 54V18') + arrow(40, 16, -90) + line('M60 54C84 44 84 24 64 10') + arrow(62, 9, 214) + man(60, 54) + man(40, 54),
  J15: line('M10 8V56', 'stroke-width="3"') + dashed('M18 44C30 12 62 10 82 30') + arrow(83, 31, 46) + man(10, 44),
  J16: line('M10 50C30 50 26 24 42 24S54 46 66 40S70 14 88 10') + arrow(89, 10, -14),
  J17: [18, 34, 50, 66, 82].map((x) => line(`M${x} 54V22`) + arrow(x, 20, -90)).join(''),
  J18: dashed('M8 54C20 4 74 0 90 32') + arrow(91, 34, 64) + man(8, 54),
  J19: dashed('M12 20C36 2 64 2 88 20') + arrow(89, 21, 40) + man(12, 20) + line('M28 50H72') + rival(28, 50, 5) + rival(50, 50, 5) + rival(72, 50, 5),
  J20: line('M18 6L40 22M82 6L60 22M50 58V40') + arrow(40, 22, 36) + arrow(60, 22, 144) + arrow(50, 40, -90) + rival(50, 30, 4),
  J21: line('M50 8A22 22 0 1 1 30 20') + arrow(31, 19, -64) + man(50, 30, 7),
  J22: man(30, 18, 8) + line('M30 30V56M14 40L30 34L46 40') + dashed('M42 14L84 50') + arrow(85, 51, 42),
  J23: line('M10 52L34 40L26 24L58 32L50 12L86 8') + arrow(87, 8, -6) + man(10, 52),
  J24: line('M20 50L50 10L80 50Z') + man(20, 50, 7) + man(50, 10, 7) + man(80, 50, 7),
  J25: line('M26 58V6H78L68 18L78 30H26'),
  J26: line('M30 48V14L74 6V40') + `<ellipse cx="22" cy="48" rx="9" ry="7" fill="currentColor" stroke="none"/><ellipse cx="66" cy="40" rx="9" ry="7" fill="currentColor" stroke="none"/>`,
  J27: line('M28 6C28 30 40 40 60 44M60 6C60 26 52 38 34 46') + man(76, 48, 8),
  J28: line('M30 56V26M50 56V14M70 56V26') + arrow(30, 24, -90) + arrow(50, 10, -90) + arrow(70, 24, -90),
  // Strategies
  S01: line('M36 50V14M64 10V46') + arrow(36, 12, -90) + arrow(64, 48, 90),
  S02: goal(18, 6, 64) + man(50, 50, 6) + line('M54 42L68 18') + arrow(69, 16, -62),
  S03: line('M14 40C30 20 60 20 84 36') + arrow(85, 37, 38) + line('M30 52H70', 'opacity=".5"'),
  S04: bubble(50, 26) + man(38, 24, 3) + man(50, 24, 3) + man(62, 24, 3),
  S05: line('M16 8H84V46H16ZM40 56H60M50 46V56') + `<path d="M42 17L62 27L42 37Z" fill="currentColor" stroke="none"/>`,
  S06: line('M6 30H94', 'stroke-dasharray="9 8"') + man(20, 30, 7) + man(80, 30, 7) + line('M50 58V40') + cross(50, 14),
  S07: man(44, 30, 8) + rival(58, 30, 16) + line('M76 30H92'),
  S08: [14, 32, 50, 68, 86].map((x) => rival(x, 30, 7)).join('') + line('M14 50H86', 'opacity=".5"'),
  S09: line('M14 12H86V44H14ZM14 28H86M38 12V28M62 12V28') + man(30, 50, 6) + man(70, 50, 6),
  S10: line('M14 54c2-14 10-14 12 0M32 54c2-14 10-14 12 0M56 54c2-14 10-14 12 0M74 54c2-14 10-14 12 0M26 28L18 12M50 26V8M74 28L82 12'),
  S11: line('M18 24L52 12V48L18 38ZM26 40L30 54H38L36 43') + line('M66 20C72 26 72 34 66 40M76 14C86 24 86 36 76 46'),
  S12: glove(34, 32) + glove(66, 32),
  S13: goal(30, 6) + line('M20 54L46 22L66 50') + arrow(67, 51, 54),
  S14: line('M16 8H84V44H16ZM40 56H60M50 44V56') + text(50, 36, 'VAR', 26),
  S15: line('M22 30H78M22 18V42M14 22V38M78 18V42M86 22V38'),
  S16: line('M12 52L50 10L88 52') + bolt(50, 42, 0.62),
  S17: line('M50 14C40 6 24 6 12 10V52C24 48 40 48 50 56C60 48 76 48 88 52V10C76 6 60 6 50 14V56') + cross(30, 28, 5) + rival(70, 30, 5),
  S18: eye(50, 30),
  S19: bolt(50, 30, 1) + line('M22 52L78 8', 'stroke-width="5"'),
  S20: line('M16 16H84V48H16Z') + line('M50 22V42M40 32H60', 'stroke-width="6"'),
  S21: line('M72 16A26 26 0 1 0 78 36') + arrow(74, 12, -30) + sheet(50, 32, 0),
  S22: rival(50, 34, 20) + line('M50 22V34L60 40M44 6H56'),
  S23: line('M28 8V44M50 8V44M72 8V44') + arrow(28, 46, 90) + arrow(50, 46, 90) + arrow(72, 46, 90) + line('M14 56H86', 'opacity=".5"'),
  S24: line('M20 50V18M40 12V44M60 50V18M80 12V44') + arrow(20, 16, -90) + arrow(40, 46, 90) + arrow(60, 16, -90) + arrow(80, 46, 90),
  S25: line('M62 54V46C74 42 80 32 76 20C70 4 44 2 34 14C28 22 30 28 24 36L32 38V48H44V54') + cross(56, 24, 5),
  S26: [[40, 20], [60, 20], [40, 38], [60, 38]].map(([x, y]) => `<circle cx="${x}" cy="${y}" r="10" fill="currentColor" stroke="none"/>`).join('') + line('M50 34C50 46 54 52 60 56'),
  S27: eye(34, 26) + line('M62 40H86') + arrow(87, 40, 0) + rival(34, 26, 24),
  S28: line('M50 50V18') + arrow(50, 16, -90) + line('M30 56H70') + `<polygon points="82,6 85,14 93,14 87,19 89,27 82,22 75,27 77,19 71,14 79,14" fill="currentColor" stroke="none"/>`,
  // Fouls
  F01: line('M24 20L40 8H60L76 20L70 30L62 26V54H38V26L30 30ZM76 20L94 14'),
  F02: boot(36, 34, -14) + line('M62 54L86 30'),
  F03: boot(48, 22, -30) + line('M64 42L72 54M76 36L88 46'),
  F04: sheet(40, 30, -8) + sheet(60, 30, 9, false),
  F05: glove(40, 30) + rival(72, 24, 11),
  F06: line('M20 54V34L46 16L56 34') + man(70, 16, 9) + line('M84 8L92 2M86 18H96'),
  F07: line('M12 44C30 30 50 52 72 42') + boot(78, 34, 10),
  F08: line('M30 8V52M70 8V52M30 20H70M30 40H70', 'stroke-width="6"'),
  F09: sheet(36, 30, -6) + text(72, 44, '1', 38),
  F10: line('M12 24H34M12 38H34') + arrow(36, 24, 0) + arrow(36, 38, 0) + man(62, 14, 8) + line('M58 26L70 40L62 56M70 40L86 44'),
  F11: boot(30, 38, -36) + line('M60 10L66 22L80 18L74 30L86 38L72 42'),
  F12: sheet(34, 30, -8) + eye(70, 30),
  F13: rival(36, 30, 15) + rival(64, 30, 15) + line('M50 4V10M50 50V56'),
  F14: line('M50 6L88 54H12Z') + line('M50 24V38') + man(50, 46, 3.5),
  F15: line('M20 12L80 48M20 48L80 12', 'stroke-width="6"') + rival(14, 10, 6) + rival(14, 50, 6),
  F16: sheet(50, 30, 8) + line('M14 52L86 8', 'stroke-width="5"'),
};

/** What a card of a designer's own shows: the sign of its type. */
const TYPES: Record<string, string> = {
  energy: bolt(50, 30, 1.25),
  play: line('M20 48C30 20 60 10 80 16') + arrow(81, 16, 14) + man(20, 48),
  strategy: bubble(50, 26),
  foul: sheet(42, 30, -8) + sheet(60, 30, 9, false),
};

export function picture(code: string, type: string): string {
  return PICTURES[code] ?? TYPES[type] ?? '';
}

export function hasPicture(code: string): boolean {
  return code in PICTURES;
}
