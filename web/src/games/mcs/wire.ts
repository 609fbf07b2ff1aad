/** The events of this game, each with the names of its numbers. Written by `make wire` from the game's `Event`. */

import type { Told } from '../../lib/told';

export interface Names {
  seated: 'seat' | 'colour';
  heat: 'heat' | 'heats';
  run_off: 'heat' | 'tied';
  drew: 'seat' | 'card';
  drew_cards: 'seat' | 'count';
  rebuilt: 'count';
  laps_shuffled: never;
  picked: 'seat' | 'rider';
  has_picked: 'seat';
  lined_up: 'first' | 'second' | 'third' | 'fourth';
  lap: 'lap' | 'kind' | 'origin';
  trouble: 'rider' | 'trouble' | 'kind' | 'outcome';
  passed: 'seat' | 'phase';
  attacked: 'seat' | 'rider' | 'ahead';
  laid: 'seat' | 'card';
  attack_won: 'rider' | 'ahead' | 'attack' | 'defence';
  opened: 'seat' | 'card';
  beaten: 'seat' | 'card' | 'beaten';
  aimed: 'seat' | 'rider' | 'card';
  quiet_bend: never;
  won_bend: 'seat' | 'card';
  no_effect: 'seat' | 'card';
  locked_first: 'rider';
  locked_last: 'rider';
  order: 'first' | 'second' | 'third' | 'fourth';
  overtook: 'rider' | 'passed';
  declined: 'seat';
  stole: 'seat' | 'victim' | 'card';
  stolen: 'seat' | 'victim';
  called: 'seat' | 'kind';
  waved_off: 'seat';
  marked: 'seat' | 'card';
  threw: 'seat' | 'card';
  exchanged: 'seat' | 'count';
  heat_result: 'heat' | 'first' | 'second' | 'third' | 'fourth';
  totals: 'red' | 'blue' | 'yellow' | 'white';
  pools_full: never;
  full_time: 'red' | 'blue' | 'yellow' | 'white';
  ranked: 'red' | 'blue' | 'yellow' | 'white';
  attack_lost: 'rider' | 'ahead' | 'attack' | 'defence';
  lap_shuffled: 'lap';
  run_off_laps: never;
}

export type Event = Told<Names>;
