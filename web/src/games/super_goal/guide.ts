/** Where the guide's callouts belong: parts of this table, as they are drawn. */

export const parts: Record<string, string> = {
  ball: "[data-piece='ball'], .ground .ball",
  control: "[data-piece='die.control']",
  pass: "[data-piece='die.pass']",
  cross: "[data-piece='die.cross']",
  shot: "[data-piece='die.shot']",
  champion: "[data-piece='die.champion']",
};
