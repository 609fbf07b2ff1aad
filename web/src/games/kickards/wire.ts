/** The events of this game, each with the names of its numbers. Written by `make wire` from the game's `Event`. */

import type { Told } from '../../lib/told';

export interface Names {
  sides: 'home' | 'leg';
  offered: 'seat' | 'event';
  kept_coach: 'seat' | 'event';
  set_coach: 'seat';
  drew: 'seat' | 'card';
  drew_cards: 'seat' | 'count';
  toss: 'seat' | 'period';
  kick_off: 'period' | 'seat';
  turn: 'round' | 'seat';
  chose: 'seat' | 'card' | 'role';
  laid: 'seat' | 'count';
  declined: 'seat';
  revealed: 'seat' | 'card' | 'role';
  basic_stars: 'seat' | 'red' | 'green' | 'blue';
  picked_stars: 'seat' | 'red' | 'green' | 'blue';
  has_picked_stars: 'seat';
  extra_stars: 'seat' | 'red' | 'green' | 'blue';
  nation: 'seat' | 'flag' | 'count';
  two_man: 'seat' | 'row';
  chose_bid: 'seat' | 'colour' | 'stars';
  has_bid: 'seat';
  bids: 'stars_0' | 'stars_1' | 'token';
  played_coach: 'seat' | 'event';
  event_drawn: 'event';
  exchanged: 'seat' | 'event';
  blocked: 'seat' | 'event';
  var_call: 'seat' | 'chance' | 'roll' | 'success' | 'window';
  undone: 'event';
  die: 'die';
  effect: 'op' | 'a' | 'b';
  booked: 'seat' | 'booking' | 'second_yellow';
  sent_off: 'seat' | 'card';
  gained_stars: 'seat' | 'colour' | 'stars';
  lost_stars: 'seat' | 'colour' | 'stars';
  discarded: 'seat' | 'card';
  bought: 'seat' | 'bonus' | 'stars';
  given: 'seat' | 'bonus';
  control: 'seat' | 'space' | 'direction' | 'token';
  k6: 'die' | 'position';
  used: 'seat' | 'bonus' | 'die' | 'position';
  row: 'card' | 'position';
  chance: 'base' | 'by_event' | 'by_line_ups' | 'by_stars' | 'by_control' | 'halvings';
  shot: 'seat' | 'roll' | 'chance' | 'kind' | 'shooter';
  goal: 'seat' | 'home' | 'goals_home' | 'goals_away' | 'shooter';
  miss: 'seat';
  no_shot: 'seat';
  cancelled: 'seat' | 'count';
  half_time: 'home' | 'goals_home' | 'goals_away';
  added_time: 'seat';
  whistle: 'home' | 'goals_home' | 'goals_away' | 'goes_on';
  second_leg: 'home' | 'goals_home' | 'goals_away';
  extra_time: 'home' | 'goals_home' | 'goals_away';
  shootout: 'seat';
  kick: 'seat' | 'card' | 'position' | 'goal' | 'roll' | 'chance';
  kick_again: 'seat' | 'card' | 'position';
  reshuffled: 'seat';
}

export type Event = Told<Names>;
