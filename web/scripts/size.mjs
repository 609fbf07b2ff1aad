/** The first load of the lobby, compressed and without fonts, must stay under 200 kB. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const MOST = 200_000;
const site = fileURLToPath(new URL('../../src/matchday/server/static', import.meta.url));
const read = (name) => readFileSync(join(site, name));
const page = read('index.html').toString();

/** What the page names, and what its scripts import at once (not what they load when needed). */
const wanted = new Set([...page.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map((found) => found[1]));
for (const name of wanted) {
  if (!name.endsWith('.js')) continue;
  const text = read(name).toString();
  for (const found of text.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g)) wanted.add(`assets/${found[1]}`);
}
/** The covers, which the server has from the games' own folders. */
const games = join(site, '../../games');
const covers = readdirSync(games).map((game) => join(games, game, 'cover.svg')).filter((path) => existsSync(path));
const sizes = [...['index.html', ...wanted].map((name) => [name, read(name)]), ...covers.map((path) => [path.slice(games.length + 1), readFileSync(path)])].map(([name, data]) => [name, gzipSync(data).length]);
const total = sizes.reduce((sum, [, size]) => sum + size, 0);
for (const [name, size] of sizes) console.log(`${String(size).padStart(8)}  ${name}`);
console.log(`${String(total).padStart(8)}  first load of the lobby, gzip, fonts apart (at most ${MOST})`);
process.exitCode = total > MOST ? 1 : 0;
