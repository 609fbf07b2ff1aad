/** The events of this game, each with the names of its numbers. Written by `make wire` from the game's `Event`. */

import type { Told } from '../../lib/told';

export interface Names {
  draw: 'seat';
  champion_rolled: 'seat' | 'power';
  kick_off: 'half' | 'seat';
  rolled: 'seat' | 'die' | 'direction' | 'number' | 'symbol' | 'declared';
  moved: 'seat' | 'lane' | 'depth';
  out_end_line: 'seat';
  out_own_line: 'seat';
  out_touch: 'seat' | 'lane' | 'depth';
  turnover: 'seat' | 'lane' | 'depth';
  shot: 'seat' | 'effort' | 'lane' | 'depth';
  shot_rolled: 'seat' | 'face';
  defender_rolled: 'seat' | 'face';
  keeper_rolled: 'seat' | 'face' | 'own_clearance';
  penalty_rolled: 'seat' | 'face';
  boskov_rolled: 'seat' | 'blown';
  champion_used: 'seat' | 'power';
  goal: 'seat' | 'kind' | 'goals_home' | 'goals_away';
  restart: 'mode' | 'seat' | 'lane' | 'depth';
  red_card: 'seat' | 'champion_lost';
  declined: 'seat';
  time_up: 'half' | 'ends_it';
  half_time: 'goals_home' | 'goals_away';
  full_time: 'goals_home' | 'goals_away';
  shoot_out: 'seat';
  kick: 'seat' | 'face' | 'goals_home' | 'goals_away';
  won_shoot_out: 'seat' | 'goals_home' | 'goals_away' | 'by_lot';
  played_for: 'seat' | 'rolled';
}

export type Event = Told<Names>;
