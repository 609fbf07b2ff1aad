/** The bar of the browser takes the colour of what lies at the upper edge: the scoreboard of a table, or the paper. */
export function paintBar(): void {
  const bar = document.querySelector<HTMLMetaElement>('meta[name=theme-color]');
  const table = document.querySelector('.tablepage');
  const colour = getComputedStyle(table ?? document.body).getPropertyValue(table ? '--slat' : '--paper').trim();
  if (bar && colour) bar.content = colour;
}
