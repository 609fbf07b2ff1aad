/** The events of this game, each with the names of its numbers. Written by `make wire` from the game's `Event`. */

import type { Told } from '../../lib/told';

export interface Names {
  kick_off: 'half' | 'seat';
  drew: 'seat' | 'card';
  drew_cards: 'seat' | 'count';
  picked: 'seat' | 'formation';
  has_picked: 'seat';
  formations: 'formation_0' | 'formation_1';
  played: 'seat' | 'card' | 'type' | 'number' | 'limit';
  dribbled: 'seat' | 'card' | 'type' | 'number' | 'limit';
  answered: 'seat' | 'card' | 'type';
  fouled: 'seat' | 'card' | 'zone' | 'type';
  declined: 'seat';
  stopped: 'seat';
  repelled: 'seat';
  advanced: 'seat' | 'zone' | 'type';
  chose: 'seat' | 'card';
  shot: 'seat' | 'count' | 'balls';
  shot_face_down: 'seat' | 'count';
  shot_card: 'seat' | 'card';
  save_card: 'seat' | 'card';
  goal: 'seat' | 'balls' | 'gloves' | 'goals_home' | 'goals_away';
  saved: 'seat' | 'balls' | 'gloves';
  wasted: 'seat';
  set_piece: 'seat' | 'card';
  flipped: 'card';
  played_on: 'seat';
  corner: 'seat' | 'card' | 'limit';
  tactic: 'seat' | 'tactic';
  paid: 'seat' | 'card';
  substituted: 'seat' | 'count';
  threw_away: 'seat' | 'card';
  all_special: 'seat' | 'count';
  dead_ball: 'seat';
  stoppage: never;
  half_time: 'goals_home' | 'goals_away';
  full_time: 'goals_home' | 'goals_away';
  extra_time: never;
  restart: 'number';
  lot: 'seat';
  took_ball: 'seat';
  sent_back: 'seat' | 'zone';
}

export type Event = Told<Names>;
