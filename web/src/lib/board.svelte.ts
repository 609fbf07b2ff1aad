/** What lies on the table before one person's eyes, and what they have picked. Live tables and replays fill it. */

import { takeOff } from './flight';
import { identify, type Identities } from './identity';
import { buttons, chosenIn, drawn, litElements, meant, narrow, press } from './picks';
import type { GameKit } from './kit';
import type { Choice, Happening, Piece, View, Zone } from './wire';

export class Board {
  /** What is shown now. */
  view = $state.raw<View>() as View;
  /** Everything that has happened so far, as far as this seat may know. */
  events = $state.raw<Happening[]>([]);
  /** The plies of moves that left no choice and were made in the person's place. */
  forYou = $state.raw<number[]>([]);
  /** What the last step has told. */
  fresh = $state.raw<Happening[]>([]);
  /** The elements that the person has pressed. */
  picked = $state.raw<string[]>([]);
  /** A card held up for reading. */
  reading = $state.raw<Piece>();
  /** The element that the bench proposes. */
  hinted = $state.raw<string[]>([]);
  /** Why the piece just touched cannot be played. */
  refused = $state.raw<{ id: string; why: string }>();
  /** Which piece is which, from view to view. */
  private identities = $state.raw<Identities>(new Map());
  /** In play by the clock: how long there is to decide. */
  limit = $state.raw<{ ms: number; ply: number }>();
  /** When the view came, by this page's own watch: time has run since then, whatever was played meanwhile. */
  came = $state.raw<number>();
  /** Time stands until the person goes on. */
  paused = $state(false);
  /** Whether the clock runs while we look. */
  readonly running = $derived(this.limit !== undefined && !this.paused);
  /** Whether the person may act now. */
  open = $state(false);
  /** The pieces that are to be chosen: steps that can be taken back lead there, one after the other. */
  aim = $state.raw<string[]>();
  /** A scene hides the table: nothing is seen to move on it. */
  covered = false;
  /** What led to the view was played in a scene: the table need not play it again. */
  staged = false;

  choices = $derived<Choice[]>(this.open ? (this.view?.choices ?? []) : []);
  lit = $derived(litElements(this.choices));
  selected = $derived<Choice | undefined>(meant(this.choices, this.picked));
  /** What the picked elements could still mean. */
  meanings = $derived(this.picked.length ? narrow(this.choices, this.picked) : []);
  /** What is chosen so far by steps that can be taken back. */
  chosen = $derived(this.view ? chosenIn(this.view) : []);
  elements = $derived(this.view ? drawn(this.view) : new Set<string>());
  plain = $derived(buttons(this.choices, (id) => this.elements.has(id) || (this.kit.draws?.(id) ?? false)));

  constructor(
    readonly kit: GameKit,
    private readonly send: (choice: Choice) => void = () => undefined,
    private readonly oneTap: () => boolean = () => false,
    /** Go a step nearer to what is to be chosen. */
    private readonly strive: () => void = () => undefined,
  ) {}

  /** The seat at the lower edge: the person's own, or the first for a spectator. */
  get me(): number {
    return this.view.seat ?? 0;
  }

  get rival(): number {
    return this.view.seats.length === 2 ? 1 - this.me : (this.me + 1) % this.view.seats.length;
  }

  zone(id: string): Zone | undefined {
    return this.view.zones.find((zone) => zone.id === id);
  }

  pieces(id: string): Piece[] {
    return this.zone(id)?.pieces ?? [];
  }

  /** A name that stays with a piece from view to view, for `flies` and keyed lists. */
  key(piece: Piece): string {
    return this.identities.get(piece.id)?.key ?? piece.id;
  }

  count(id: string): number {
    return this.view.counters.find((counter) => counter.id === id)?.value ?? 0;
  }

  counter(id: string) {
    return this.view.counters.find((counter) => counter.id === id);
  }

  /** The choice that pressing a piece would lead to, for its detail. */
  choiceOf(id: string): Choice | undefined {
    return this.choices.find((choice) => choice.elements.includes(id));
  }

  /** Press a piece or place: pick it, or play what is picked if this belongs to it. */
  press(id: string, why = ''): void {
    if (!this.lit.has(id)) {
      this.refused = why ? { id, why } : undefined;
      return;
    }
    this.refused = undefined;
    if (this.selected?.elements.includes(id)) return this.commit(this.selected);
    this.picked = press(this.choices, this.picked, id);
    const choice = this.selected;
    if (choice && (this.oneTap() || !choice.final)) this.commit(choice); // a step that can be taken back needs one tap
  }

  /** Put a chosen piece back, where that can be done; tells whether. */
  putBack(piece: Piece): boolean {
    const steps = this.choices.filter((choice) => choice.elements.length > 0);
    if (!this.open || !this.view.can_undo || !piece.marks.includes('chosen') || (!this.kit.proposes && steps.some((choice) => choice.final))) return false;
    const twins = this.view.zones.flatMap((zone) => zone.pieces.filter((one) => one.marks.includes('chosen') && one.kind === piece.kind && one.face === piece.face));
    const gone = twins.at(-1) ?? piece; // of equal cards the first ones are chosen first
    this.aim = this.kit.without?.(this.view, gone) ?? this.chosen.filter((id) => id !== gone.id);
    this.strive();
    return true;
  }

  /** Why a piece cannot be used now: by its own reason, or by one that holds for all of its kind. */
  why(piece: Piece): string {
    return String(piece.facts.why ?? this.kit.refuses?.(this, piece) ?? '');
  }

  /** Touch a piece that is not in the hand: press it, hear why it cannot be used, or, where there is nothing to say, read it. */
  touch(piece: Piece): void {
    const why = this.open ? this.why(piece) : '';
    if (this.lit.has(piece.id) || why) this.press(piece.id, why);
    else this.read(piece);
  }

  /** Hold a piece up for reading, unless a move is on its way: then a second tap was meant for the move. */
  read(piece: Piece): void {
    if (this.open || !this.view.choices.length) this.reading = piece;
  }

  /** Drop a dragged piece on the table or on another piece: the same as choosing and playing it. */
  drop(id: string, onto = ''): void {
    if (id === onto) return;
    const both = [id, onto].filter((one) => this.lit.has(one));
    const picked = narrow(this.choices, both).length ? both : both.slice(0, 1);
    const choice = this.kit.means?.(this, id) ?? meant(this.choices, picked);
    if (choice) this.commit(choice);
    else this.picked = picked;
  }

  commit(choice: Choice): void {
    if (!this.open) return;
    this.open = false;
    this.picked = [];
    this.hinted = [];
    this.send(choice);
  }

  clear(): void {
    this.picked = [];
    this.refused = undefined;
  }

  /** Take in what has happened; a ply told again replaces what was known of it. */
  hear(view: View, since = Infinity): void {
    const first = Math.min(since, ...view.events.map((event) => event.ply));
    this.events = [...this.events.filter((event) => event.ply < first && event.ply <= view.ply), ...view.events];
  }

  /** Let the report tell what is shown just now; the view that brings it comes later. */
  tell(events: Happening[]): void {
    this.events = [...this.events, ...events.filter((event) => !this.events.includes(event))];
  }

  /** The plates fall before the view comes that they belong to. */
  showScore({ seats }: View): void {
    this.view = { ...this.view, seats: this.view.seats.map((seat) => ({ ...seat, score: seats[seat.seat]?.score ?? seat.score })) };
  }

  /** Where several choose at once another's choice may come in between: who is asked the same keeps what they have picked. */
  private asksAgain(view: View): boolean {
    const before = this.view as View | undefined;
    const actions = (of: View) => of.choices.map((choice) => choice.action).join();
    return before !== undefined && before.seat === view.seat && before.phase === view.phase && view.choices.length > 0 && actions(before) === actions(view);
  }

  lay(view: View, fresh: Happening[], since?: number): void {
    this.hear(view, since);
    this.fresh = fresh;
    if (!this.asksAgain(view)) this.picked = [];
    this.hinted = [];
    this.refused = undefined;
    if (!this.covered) takeOff();
    this.identities = identify(this.identities, view);
    this.view = view;
  }
}
