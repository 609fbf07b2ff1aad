/** Where the guide's callouts belong: parts of this table, as they are drawn. */

export const parts: Record<string, string> = {
  position: '.hand .pos',
  stars: '.hand .st',
  rows: '.hand .tb',
  purse: '.purse .tight, .strip.mine .tbar',
  events: '.centre .pile',
  dice: '.centre .die',
  event: '.offer .ev, .centre .ev',
  var: '.strip.mine .vt',
};
