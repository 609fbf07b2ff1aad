/** What the attacker has in mind before the roll: the die he looks at, what he declares with it, a power that is armed. */

import type { Board } from '../../lib/board.svelte';
import type { Choice, Piece } from '../../lib/wire';
import { whyOf } from './faces';

/** Two pieces of which one is meant: the plain way of rolling, and the declared one. */
export type Question = [plain: Piece, declared: Piece];

export class Intent {
  /** The die under the mouse or the focus: where it can land is shown before it is picked. */
  looked = $state('');
  private meant = $state('');
  private said = $state.raw<{ ply: number; ids: string[] }>({ ply: -1, ids: [] });

  /** The declarations that are open now. */
  questions = $derived.by<Question[]>(() => {
    const pieces = this.board.pieces('declare');
    const kinds = [...new Set(pieces.map((piece) => piece.kind))];
    return kinds.flatMap((kind): Question[] => {
      const [plain, declared] = pieces.filter((piece) => piece.kind === kind);
      return plain && declared ? [[plain, declared]] : [];
    });
  });
  /** Whose the champion die is, and its face. */
  private power = $derived.by(() => {
    const zone = this.board.zone('champion');
    return `${zone?.owner} ${zone?.pieces[0]?.facts.fell}`;
  });
  /** The champion die is to be played at the first chance, while it is what it was when that was said. */
  armed = $derived.by(() => this.meant === this.power);
  /** The die that is picked, or else the one that is looked at. */
  die = $derived.by(() => this.board.picked.find((id) => id.startsWith('die.')) ?? this.looked);
  /** What rolling it would be. */
  roll = $derived.by(() => (this.die ? this.choice(this.die) : undefined));

  constructor(private readonly board: Board) {}

  arm(yes: boolean): void {
    this.meant = yes ? this.power : '';
  }

  answer([plain, declared]: Question): Piece {
    const { ply, ids } = this.said;
    return ply === this.board.view.ply && ids.includes(declared.id) ? declared : plain;
  }

  /** Answer a question; a die that is picked already is then rolled that way. */
  say([, declared]: Question, yes: boolean): void {
    const { ply } = this.board.view;
    const before = this.said.ply === ply ? this.said.ids.filter((id) => id !== declared.id) : [];
    this.said = { ply, ids: yes ? [...before, declared.id] : before };
    const picked = this.board.picked.find((id) => id.startsWith('die.'));
    if (picked) this.pick(picked);
  }

  /** The choice that a die stands for, as declared. */
  choice(die: string): Choice | undefined {
    const answers = this.questions.map((question) => this.answer(question).id);
    const rolls = this.board.choices.filter((choice) => choice.elements.includes(die));
    return rolls.find((choice) => answers.every((id) => choice.elements.includes(id))) ?? rolls[0];
  }

  /** Press a die: pick it, or roll it if it was picked. */
  press(piece: Piece): void {
    const choice = this.choice(piece.id);
    if (!choice) this.board.press(piece.id, whyOf(this.board, piece));
    else if (this.board.selected === choice) this.board.commit(choice);
    else this.pick(piece.id);
  }

  private pick(die: string): void {
    this.board.clear();
    for (const id of this.choice(die)?.elements ?? []) if (!this.board.selected) this.board.press(id);
  }
}

const KEPT = new WeakMap<Board, Intent>();

/** The intent of the person at a board, shared by the pitch and the tray. */
export function intentOf(board: Board): Intent {
  const kept = KEPT.get(board) ?? new Intent(board);
  KEPT.set(board, kept);
  return kept;
}
