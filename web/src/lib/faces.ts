/** What is printed on cards, dice and tokens. Views leave it out: it is fetched once, and printed on whatever comes. */

import * as api from './api';
import type { Choice, Face, Piece, View } from './wire';

type Catalogue = ReadonlyMap<string, Face>;

const known = new Map<string, Catalogue>();
/** The digest of the catalogue that a game's views were last read with. */
const current = new Map<string, string>();
const coming = new Map<string, Promise<void>>();

const key = ({ kind }: { kind: string }, code: string) => `${kind} ${code}`;

/** Keep a catalogue under its digest. */
export function learn(digest: string, faces: Face[]): void {
  known.set(digest, new Map(faces.map((face) => [key(face, face.code), face])));
}

/** A face as a piece that lies nowhere. */
export const pieceOf = (face: Face): Piece => ({ id: `${face.kind}.${face.code}`, kind: face.kind, face: face.code, name: face.name, facts: face.facts, marks: [] });

/** A piece that has not changed stays the same object when it is printed again. */
const prints = new WeakMap<Piece, { faces: Catalogue; print: Piece }>();

/** What a piece says itself counts more than its print. */
function print(piece: Piece, faces: Catalogue): Piece {
  const done = prints.get(piece);
  if (done?.faces === faces) return done.print;
  const face = piece.face === null ? undefined : faces.get(key(piece, piece.face));
  const print = face ? { ...piece, name: piece.name || face.name, facts: { ...face.facts, ...piece.facts } } : piece;
  prints.set(piece, { faces, print });
  return print;
}

/** A choice that leaves it to its pieces what it is called: their names, each once. */
const called = (choice: Choice, names: ReadonlyMap<string, string>): Choice => (choice.label ? choice : { ...choice, label: [...new Set(choice.elements.map((id) => names.get(id)))].join(', ') });

/** The view with everything printed on its pieces; nothing while its catalogue is not here. */
export function printed(view: View): View | undefined {
  if (!view.faces) return view;
  const faces = known.get(view.faces.digest);
  current.set(view.game, view.faces.digest);
  if (!faces) return undefined;
  const zones = view.zones.map((zone) => ({ ...zone, pieces: zone.pieces.map((piece) => print(piece, faces)) }));
  const names = new Map(zones.flatMap(({ pieces }) => pieces.map(({ id, name }) => [id, name])));
  return { ...view, faces: null, zones, choices: view.choices.map((choice) => called(choice, names)) };
}

/** The card that an event names by its number: a catalogue lists each kind in the order of the box. */
export function numbered(game: string, kind: string, number: number): Piece | undefined {
  const faces = [...(known.get(current.get(game) ?? '')?.values() ?? [])].filter((face) => face.kind === kind);
  return faces[number] && pieceOf(faces[number]);
}

/** The same for a view of a match, when its catalogue has come. */
export async function whole(view: View, match: string): Promise<View> {
  if (view.faces && !known.has(view.faces.digest)) await fetchFaces(view, match);
  return printed(view) ?? view;
}

/** However many views wait for a catalogue, it is asked for once; one that did not come is asked for again. */
function fetchFaces({ game, faces }: View, match: string): Promise<void> {
  if (!faces) return Promise.resolve();
  const { by, digest, language } = faces;
  const asked = coming.get(digest) ?? (by === 'game' ? api.faces(game, language, digest) : api.matchFaces(match, language, digest)).then((found) => learn(digest, found)).finally(() => coming.delete(digest));
  coming.set(digest, asked);
  return asked;
}
