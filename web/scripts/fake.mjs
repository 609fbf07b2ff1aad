/** A stand-in for the server: the built client, the recorded lists, and recorded matches that go on at each move.
 *  A "!" behind an id lets the tape run by itself. It knows no rules. Whatever is played, the next recorded view of the seat comes. For pictures and a first look only.
 */
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocketServer } from 'ws';

const here = fileURLToPath(new URL('..', import.meta.url));
const site = join(here, '../src/matchday/server/static');
const fixture = (name) => JSON.parse(readFileSync(join(here, 'fixtures', `${name}.json`), 'utf8'));
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' };

const lists = fixture('lists');
/** Of a reel, which whoever opens it lets run, the beginning. */
const reels = Object.entries(fixture('reels')).map(([key, { game, views }]) => [key, { game, view: views[0] }]);
const scenes = { ...fixture('scenes'), ...Object.fromEntries(reels) };
const faces = fixture('faces');
const tapes = new Map();
/** A match that waits for people. */
const GATHERING = 'gathering';
/** How the server closes the socket of a match that it does not know. */
const NO_MATCH = 4404;

/** Whether there is a match of this id. */
const known = (id) => Boolean(scenes[id]) || id.startsWith('plain') || existsSync(join(here, 'fixtures', `${id.split('@')[0]}.json`));

/** A match id is "game" or "game@ply", to begin in the middle; "plain" is a game without a table of its own; with a dot it
 *  is a scene that was looked for. */
function tape(id, lang) {
  if (scenes[id]) return { at: 0, tape: sceneTape(scenes[id], lang) };
  const [asked, at = '0'] = id.split('@');
  const game = asked === 'plain' ? 'pilka_w_grze' : asked;
  const name = lang === 'pl' && game === 'pilka_w_grze' ? `${game}.pl` : game;
  if (!tapes.has(name)) tapes.set(name, fixture(name));
  const found = tapes.get(name);
  return { at: Number.parseInt(at), runs: id.endsWith('!'), tape: asked === 'plain' ? renamed(found) : found };
}

/** One view, or two with a moment between them; some were recorded in other languages too. */
function sceneTape(scene, lang) {
  const { before, view, watched } = { ...scene, view: scene[lang] ?? scene.view };
  const views = [before, view].filter(Boolean).map((seat) => ({ seat, other: seat, watched: watched ?? seat }));
  return { game: view.game, views, whole: true };
}

/** The same match as a game that has no table of its own. */
function renamed(found) {
  const rename = (view) => ({ ...view, game: 'plain' });
  return { ...found, views: found.views.map(({ seat, other }) => ({ seat: rename(seat), other: rename(other) })) };
}

/** The recorded view of a ply with everything that was told up to it. */
function look(tapeOf, ply, which) {
  if (tapeOf.whole) return tapeOf.views[Math.min(ply, tapeOf.views.length - 1)][which];
  const page = tapeOf.views[Math.min(ply, tapeOf.views.length - 1)][which];
  const events = tapeOf.views.slice(0, ply + 1).flatMap((views) => views[which].events);
  return { ...page, events };
}

/** What a choice is called: by itself, or by what is printed on its pieces. */
function called(view, { label, elements }) {
  const pieces = view.zones.flatMap((zone) => zone.pieces ?? []).filter(({ id }) => label === undefined && elements.includes(id));
  const names = pieces.map(({ name, kind, face }) => name ?? faces[view.faces.digest].find((one) => one.kind === kind && one.code === face)?.name);
  return label ?? [...new Set(names)].join(', ');
}

function rest(path, url, body) {
  const lang = url.searchParams.get('lang') ?? 'en';
  const parts = path.split('/').slice(2);
  if (parts[2] === 'faces') return faces[url.searchParams.get('v')] ?? lists[lang].faces[parts[1]];
  if (parts[0] === 'games' && parts[2] === 'cards') return lists[lang].cards;
  if (parts[0] === 'games' && parts[2] === 'decks') return lists[lang].check;
  if (parts[0] === 'games') return lists[lang].games;
  if (parts[0] === 'labels') return lists[lang].labels[url.searchParams.get('game') ?? ''] ?? {};
  if (parts[0] === 'verify') return lists[lang].verdict;
  if (parts[0] === 'phrases') return lists[lang].phrases;
  if (parts[0] === 'rules' && parts[2] === 'chapters') return lists[lang].chapters[parts[1]] ?? [];
  if (parts[0] === 'rules') return lists[lang].rules[parts[1]] ?? [];
  if (parts[0] === 'matches' && parts.length === 1 && body) {
    return { id: body.game, seats: body.seats.map((seat, n) => ({ seat: n, token: seat.kind === 'human' ? `token${n}` : null })) };
  }
  if (parts[0] === 'matches' && parts.length === 1) return fixtures(lang);
  if (parts[1] === GATHERING) return gathering(lang);
  if (parts[2] === 'file') return lists[lang].file;
  if (parts[2] === 'invite') return { code: 'Xw3pQ7' };
  if (parts[0] !== 'matches' || !known(parts[1])) return undefined;
  const { at, tape: played } = tape(parts[1], lang);
  if (parts.length === 2) return about(parts[1], look(played, at, 'seat'));
  if (parts[2] === 'view') return look(played, at, 'seat');
  if (parts[2] === 'replay') {
    const ply = url.searchParams.get('ply');
    return look(played, ply === null ? played.views.length - 1 : Number(ply), url.searchParams.get('seat') === '1' ? 'other' : 'seat');
  }
  if (parts[2] === 'analysis') return lookBack(played);
  if (parts[2] === 'chance') return { ply: at, chances: [0.58, 0.42] };
  return undefined;
}

/** What everyone may know of a match. */
function about(id, view) {
  const seats = view.seats.map(({ seat, name }) => ({ seat, name, kind: /bot/.test(name) ? 'bot' : 'human', level: '', taken: true, ready: true, opened: true, here: true }));
  const score = view.seats.map((seat) => seat.score);
  return { id, game: view.game, title: view.title, options: {}, seats, score, over: view.over, ended: null, open: view.over, waiting: [], ply: view.ply, hot_seat: false, dealt: true, dice: 'joint', commitment: '9f2c41b7'.repeat(8), hashes: null, own: {}, spectators: true, clock: null, draws: false, rematch: null, held: [view.seat ?? 0] };
}

/** Marta has invited somebody and put a clock on the table. */
function gathering(lang) {
  const seat = (number, name, more) => ({ seat: number, name, kind: 'human', level: '', taken: true, ready: false, opened: false, here: true, ...more });
  const title = lists[lang].games.find((one) => one.name === 'pilka_w_grze').title;
  const view = { ...tape('pilka_w_grze', lang).tape.views[0].seat, title };
  return { ...about(GATHERING, view), dealt: false, clock: { kind: 'budget', seconds: 600, increment: 5 }, seats: [seat(0, 'Marta', {}), seat(1, 'Tomek', { taken: false, here: false })] };
}

/** Chances that follow the score: enough for a picture of the curve. */
function lookBack({ views }) {
  const share = (n) => {
    const [one, two] = views[n].seat.seats;
    return 1 / (1 + Math.exp(-((one.score - two.score) * (0.8 + (1.6 * n) / views.length) + 0.5 * Math.sin(n / 9))));
  };
  const points = views.map((page, ply) => ({ ply, public: [share(ply), 1 - share(ply)], eyes: [[share(ply), 1 - share(ply)], [share(ply), 1 - share(ply)]], time: page.seat.events.at(-1)?.time ?? '' }));
  const turning = points
    .flatMap((point, n) => (n && Math.abs(point.public[0] - points[n - 1].public[0]) > 0.12 ? [{ ply: n, seat: point.public[0] > points[n - 1].public[0] ? 0 : 1, swing: Math.abs(point.public[0] - points[n - 1].public[0]), text: views[n].seat.events[0]?.text ?? '' }] : []))
    .slice(0, 4);
  return { ready: true, done: 1, points, turning, mistakes: [{ ply: 31, seat: 0, played: 'Long pass', better: 'Through ball', loss: 0.07, chance: 0.61 }] };
}

const PEOPLE = new Set(['Marta', 'Tomek', 'Lucía']);

/** A full programme for the lobby's picture. */
function fixtures(lang) {
  const minutes = (n) => new Date(Date.now() - n * 60000).toISOString();
  const row = (id, names, score, over, waiting, updated) => {
    const game = id.split('@')[0];
    const title = lists[lang].games.find((one) => one.name === game)?.title ?? game;
    return { id, game, title, names, kinds: names.map((name) => (PEOPLE.has(name) ? 'person' : 'bot')), score, over, waiting, updated: minutes(updated), ply: 52, dealt: true };
  };
  return [
    row('pilka_w_grze@60', ['Marta', 'The Yellows'], [1, 0], false, [0], 2),
    row('mcs', ['Marta', 'Gaffer'], [22, 20], false, [0], 9),
    row('super_goal', ['Marta', 'Tomek'], [2, 2], false, [1], 70),
    row('kick_on', ['Lucía', 'Marta'], [0, 1], false, [0], 60 * 26),
    row('kickards', ['Marta', 'Captain'], [3, 2], true, [], 60 * 50),
  ];
}

const server = createServer((request, answer) => {
  const url = new URL(request.url, 'http://localhost');
  const cover = /^\/api\/games\/(\w+)\/cover\.svg$/.exec(url.pathname)?.[1];
  if (cover) {
    answer.writeHead(200, { 'Content-Type': TYPES['.svg'] });
    createReadStream(join(here, '../src/matchday/games', cover, 'cover.svg')).pipe(answer);
    return;
  }
  if (url.pathname.startsWith('/api/')) {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      const found = rest(url.pathname, url, text.startsWith('{') ? JSON.parse(text) : undefined);
      answer.writeHead(found === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
      answer.end(typeof found === 'string' ? found : JSON.stringify(found ?? { message: 'not recorded' }));
    });
    return;
  }
  const file = join(site, normalize(url.pathname === '/' ? '/index.html' : url.pathname));
  if (!file.startsWith(site) || !existsSync(file) || !statSync(file).isFile()) {
    answer.writeHead(404).end();
    return;
  }
  answer.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
  createReadStream(file).pipe(answer);
});

new WebSocketServer({ server }).on('connection', (socket, request) => {
  const id = decodeURIComponent(request.url.split('/')[3]);
  let played, ply, which;
  const show = () => socket.send(JSON.stringify({ type: 'view', view: look(played, ply, which) }));
  /** After a move the tape runs on until this seat is asked again. */
  const run = () => {
    const ended = () => ply >= played.views.length - 1;
    const step = () => {
      if (ended()) return;
      ply += 1;
      show();
      if (!played.views[ply][which].choices.length) setTimeout(step, 250);
    };
    step();
  };
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.type === 'hello' && id === GATHERING) {
      socket.send(JSON.stringify({ type: 'gathering', commitment: '9f2c41b7'.repeat(8), hashes: null, seats: gathering(message.lang).seats }));
    } else if (message.type === 'hello' && !known(id)) {
      socket.close(NO_MATCH);
    } else if (message.type === 'hello') {
      const found = tape(id, message.lang);
      [played, ply, which] = [found.tape, found.at, message.token === null ? 'watched' : message.token.endsWith('1') ? 'other' : 'seat'];
      show();
      if (found.runs || (played.whole && played.views.length > 1)) setTimeout(run, 200);
    } else if (message.type === 'play') run();
    else if (message.type === 'hint') {
      const view = played.views[ply][which];
      const choices = view.choices.map((choice, n) => ({ action: choice.action, label: called(view, choice), value: 0.62 - n * 0.07 }));
      socket.send(JSON.stringify({ type: 'hint', choices }));
    }
  });
});

const port = Number(process.env.PORT ?? 8123);
server.listen(port, '127.0.0.1', () => console.log(`fake server on http://127.0.0.1:${server.address().port}`));
