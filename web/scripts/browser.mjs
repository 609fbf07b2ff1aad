/** Find Chrome or Chromium. Run by itself, it installs Debian's where there is none and it may; it says what it found. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/snap/bin/chromium',
];
/** Quiet, alone, and content with a container: no sandbox of its own, no shared memory, nothing fetched. */
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const runs = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The path of a browser: the one that CHROME names, or the first found; undefined if there is none. */
export function findBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const places = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...ELSEWHERE];
  return process.env.CHROME || places.find(runs);
}

function install() {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) return;
  console.log('Installing Chromium…');
  const apt = (...args) => spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  apt('update');
  apt('install', '-y', '--no-install-recommends', 'chromium');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!findBrowser()) install();
  const found = findBrowser();
  if (found) console.log(`Browser: ${found}`);
  process.exitCode = found ? 0 : 1;
}
