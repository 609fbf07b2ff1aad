/** How Piłka w grze! is played to the people at the table: balls laid card by card, gloves on them one by one. */

import { numbered } from '../../lib/faces';
import type { Cue, Direction, Plan } from '../../lib/stage/score';
import { band, goal, noGoal } from '../../lib/stage/verdicts';
import type { Happening } from '../../lib/wire';
import { t } from '../../lib/words.svelte';
import type { Event } from './wire';

const GAME = 'pilka_w_grze';
const printed = (card: number, fact: 'balls' | 'gloves') => Number(numbered(GAME, 'card', card)?.facts[fact] ?? 0);
const many = (events: Happening[], ...kinds: string[]) => events.filter((event) => kinds.includes(event.kind)).length;

const shoots = ({ seat }: { seat: number }, cue: Cue): Plan => ({
  name: 'through',
  part: 'decisive',
  ms: 320,
  still: 250,
  sound: 'whistle',
  shows: { shooter: seat },
  say: cue.event.text,
  words: { tab: t('The shot'), text: cue.event.text, small: t('Level is enough to save it.') },
});

/** A card of the shot, and its balls one after the other. */
function shotCard({ card }: { card: number }, cue: Cue): Plan {
  const n = many(cue.before, 'shot_card', 'flipped');
  return { name: `shot ${n}`, part: 'decisive', ms: 180 + 70 * printed(card, 'balls'), still: 220, sound: 'slap', shows: { [`shot.${n}`]: card, shots: n + 1 }, say: t('Balls: {n}.', { n: printed(card, 'balls') }) };
}

/** All cards of a save are laid face down, then turned one by one; the last one takes its time. */
function saveCard({ seat, card }: { seat: number; card: number }, cue: Cue): Plan[] {
  const [n, more] = [many(cue.before, 'save_card'), many(cue.after, 'save_card')];
  const gloves = printed(card, 'gloves');
  const words = { tab: t('The save'), text: t('Gloves against balls. Level is enough to save it.') };
  const laid: Plan = { name: 'laid', part: 'decisive', ms: 340, still: 200, sound: 'card', shows: { shooter: 1 - seat, saves: n + 1 + more }, words };
  const turned: Plan = { name: `save ${n}`, part: 'decisive', ms: more ? 260 + 130 * gloves : 420 + 230 * gloves, still: 320, sound: 'slap', shows: { [`save.${n}`]: card }, say: t('Gloves: {n}.', { n: gloves }), words };
  return n ? [turned] : [laid, turned];
}

const breath: Plan = { name: 'breath', part: 'hold', ms: 260, sound: 'hush' };
const numbers = ({ balls, gloves }: { balls: number; gloves: number }) => t('Balls {balls}, gloves {gloves}.', { balls, gloves });

/** Silence gives nothing away: it takes as long whether there was an answer or not. */
const silence = ({ seat }: { seat: number }, cue: Cue): Plan | undefined => (cue.whose(seat) === 'mine' ? undefined : { name: 'silence', part: 'hold', ms: 700, sound: 'hush' });

export const stage: Direction<Event> = {
  scene: ['shot', 'shot_face_down', 'shot_card', 'save_card', 'set_piece', 'flipped', 'goal', 'saved'],
  curtain: ['kick_off', 'restart'],
  lasts: ['shot_defence', 'setpiece_defence'],
  stamp: { wide: [76, 74], tall: [50, 88] },
  beats: {
    played: { name: 'played', part: 'routine', ms: 260, sound: 'card' },
    dribbled: { name: 'played', part: 'routine', ms: 260, sound: 'card' },
    answered: { name: 'answered', part: 'routine', ms: 380, sound: 'slap' },
    fouled: { name: 'fouled', part: 'event', ms: 520, sound: 'whistle' },
    declined: silence,
    advanced: { name: 'advanced', part: 'event', ms: 450, sound: 'thud' },
    repelled: { name: 'repelled', part: 'routine', ms: 350, sound: 'slap' },
    took_ball: { name: 'repelled', part: 'routine', ms: 350, sound: 'slap' },
    sent_back: { name: 'sent back', part: 'event', ms: 450, sound: 'thud' },
    tactic: { name: 'tactic', part: 'event', ms: 500, sound: 'slap' },
    substituted: { name: 'substituted', part: 'event', ms: 500, sound: 'card' },
    corner: { name: 'corner', part: 'event', ms: 600, sound: 'whistle' },
    formations: { name: 'formations', part: 'event', ms: 600, sound: 'slap' },
    shot: shoots,
    shot_face_down: shoots,
    shot_card: shotCard,
    set_piece: (args, cue) => ({ ...shoots(args, cue), name: 'set piece', ms: 400, shows: { shooter: args.seat, piece: args.card } }),
    flipped: (args, cue) => ({ ...shotCard(args, cue), ms: 420 + 70 * printed(args.card, 'balls') }),
    save_card: saveCard,
    goal: (args, cue) => [breath, ...goal(cue, args.seat, numbers(args), { net: 520 })],
    saved: (args, cue) => [breath, noGoal(cue, args.seat, t('Saved!'), args.balls === args.gloves ? t('Balls {balls}, gloves {gloves}: level is enough.', args) : numbers(args), 950, 'slap')],
    half_time: (_, cue) => band('half-time', t('Half-time'), cue.event.text),
    extra_time: (_, cue) => band('extra time', t('Extra time'), cue.event.text),
    stoppage: { name: 'stoppage', part: 'event', ms: 600, sound: 'whistle' },
    full_time: { name: 'whistle', part: 'event', ms: 600, sound: 'whistle' },
  },
};
