/** The events of this game, each with the names of its numbers. Written by `make wire` from the game's `Event`. */

import type { Told } from '../../lib/told';

export interface Names {
  benched: 'seat' | 'player';
  lined_up: 'seat';
  starts: 'seat' | 'player' | 'keeper';
  bonus: 'seat' | 'bonus' | 'got';
  home: 'seat' | 'high' | 'low';
  turn: 'seat' | 'number';
  drew: 'seat' | 'card' | 'left';
  drew_card: 'seat' | 'left';
  energy: 'seat' | 'card';
  played: 'seat' | 'card' | 'cost';
  answered: 'seat' | 'card' | 'cost' | 'answered';
  fouler: 'seat' | 'player';
  passed: 'seat';
  annulled: 'seat' | 'card';
  chose: 'seat' | 'player';
  attack: 'seat' | 'count';
  attacker: 'seat' | 'player' | 'free';
  banned: 'seat' | 'player';
  no_attack: 'seat';
  defence: 'seat' | 'count' | 'defence' | 'attack';
  defender: 'seat' | 'player';
  rolled: 'seat' | 'one' | 'two' | 'attack' | 'defence';
  rerolled: 'seat' | 'one' | 'two';
  goal: 'seat' | 'dice' | 'attack' | 'defence';
  no_goal: 'seat' | 'dice' | 'attack' | 'defence';
  damage: 'seat' | 'count';
  milled: 'seat' | 'card';
  stopped: 'seat';
  checked: 'seat' | 'op' | 'die' | 'needed' | 'outcome';
  injured: 'seat' | 'player' | 'by_rival';
  expelled: 'seat' | 'player' | 'places';
  came_off: 'seat' | 'player';
  came_on: 'seat' | 'player';
  keeps_goal: 'seat' | 'player';
  captain_lost: 'seat';
  penalty: 'seat';
  penalty_goal: 'seat' | 'player' | 'die' | 'attack' | 'defence';
  penalty_missed: 'seat' | 'player' | 'die' | 'attack' | 'defence';
  discarded: 'seat' | 'card';
  peeked: 'seat';
  saw: 'seat' | 'card';
  tired: 'seat' | 'count';
  refreshed: 'seat' | 'count';
  searched: 'seat' | 'card';
  found_none: 'seat';
  recovered: 'seat' | 'card' | 'to_hand';
  freshened: 'seat' | 'player';
  deck_empty: 'seat';
  last_turn: 'seat';
  full_time: 'home' | 'goals_home' | 'goals_away';
  shootout: 'seat' | 'high' | 'low';
  taker: 'seat' | 'player' | 'number';
  kick_in: 'seat' | 'player' | 'die' | 'attack' | 'defence';
  kick_out: 'seat' | 'player' | 'die' | 'attack' | 'defence';
  dealt: 'seat' | 'card' | 'left';
  dealt_card: 'seat' | 'left';
  chose_defender: 'seat' | 'player';
  chose_for_play: 'seat' | 'player';
  score: 'home' | 'goals_home' | 'goals_away';
  kicks: 'home' | 'goals_home' | 'goals_away';
}

export type Event = Told<Names>;
