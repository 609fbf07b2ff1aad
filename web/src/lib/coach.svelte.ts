/** The coach: somebody who plays alone against bots is asked before a move that loses much, and told afterwards what was
 *  missed. The server knows what a choice is worth, by what the seat knows; here it is only remembered for the question. */

import type { Choice, CoachMessage, CoachNote, View } from './wire';

/** What the coach says of a move. */
export interface Warning extends CoachNote {
  /** The move is held until the person says what they want; afterwards it is made, and may be taken back. */
  made: boolean;
}

export class Coach {
  /** What is said just now. */
  warning = $state.raw<Warning>();
  /** The question that was looked at last. */
  private told: CoachMessage | undefined;
  /** The ply that was asked about, and the last final move that was made, with its ply. */
  private asked = -1;
  private move: { ply: number; action: number } | undefined;
  /** The ply at which the better choice is to be shown. */
  private pointed = -1;

  /** Whether this question is still to be looked at. */
  wants(view: View): boolean {
    this.forget(view.ply);
    if (view.choices.length < 2 || this.asked === view.ply) return false;
    this.asked = view.ply;
    return true;
  }

  /** Take in what the server has found; who was quicker is told what they have missed. */
  hear(message: CoachMessage): void {
    this.told = message;
    const missed = this.move?.ply === message.ply ? this.noteOf(this.move.action) : undefined;
    if (missed) this.warning = { ...missed, made: true };
  }

  /** Whether a move is to be held back: it loses much, and the person has not said that they want it all the same. */
  holds(choice: Choice, ply: number): boolean {
    const insisted = this.warning?.action === choice.action && !this.warning.made;
    const note = choice.final && this.told?.ply === ply ? this.noteOf(choice.action) : undefined;
    if (note && !insisted) {
      this.warning = { ...note, made: false };
      return true;
    }
    this.warning = note && { ...note, made: true };
    if (choice.final) this.move = { ply, action: choice.action };
    return false;
  }

  /** The elements of the better choice, where it is to be shown at this question. */
  points(view: View): string[] {
    const shown = this.pointed === view.ply && this.told?.ply === view.ply;
    return shown ? (view.choices.find((choice) => choice.action === this.told?.best)?.elements ?? []) : [];
  }

  /** Show what would be better: here, or when the move is taken back. */
  point(): void {
    this.pointed = (this.warning?.made ? this.move?.ply : this.told?.ply) ?? -1;
    this.warning = undefined;
  }

  dismiss(): void {
    this.warning = undefined;
  }

  /** Where this ply is asked once more, what was made there and found later is of a table that was taken back. */
  private forget(ply: number): void {
    if (this.told && this.told.ply > ply) this.told = undefined;
    if (this.move && this.move.ply >= ply) this.move = undefined;
  }

  private noteOf(action: number): CoachNote | undefined {
    return this.told?.notes.find((note) => note.action === action);
  }
}
