/**
 * A real Chromium for tests of pages. Uses the machine's, or else installs one; if neither is possible, it throws with
 * the command to run. Never makes a test pass by skipping it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** An installation takes minutes: give this timeout to the hook that opens a browser. */
export const BROWSER_TIMEOUT_MS = 600_000;

/** Two of Chromium's own pages, behind its address field. Each window would load them, at more cost than most tests. */
const OF_EACH_WINDOW = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
/** Chromium uses the last list of features that it gets, so this one includes those that Playwright disables. */
const UNWANTED = [
  ...OF_EACH_WINDOW,
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

let shared: Promise<Browser> | undefined;

/** The browser of this process, which closes it; a test closes what it opens in the browser. */
export async function sharedBrowser(): Promise<Browser> {
  const isThere = (await shared?.catch(() => undefined))?.isConnected();
  if (!isThere) shared = openBrowser();
  return shared!;
}

/** Passes `settings` to Chromium unchanged. */
export function openBrowser(settings: string[] = []): Promise<Browser> {
  const executablePath = findBrowser() ?? installBrowser();
  const args = [
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    `--disable-features=${UNWANTED.join(',')}`,
  ].concat(settings);
  return chromium.launch({
    executablePath,
    // Chromium refuses to run its sandbox as root, the user of containers.
    args: process.getuid?.() === 0 ? ['--no-sandbox', ...args] : args,
  });
}

/** Debian's Chromium without a desktop's windows: it draws the same pages for two thirds of the CPU time. */
const SHELL = '/usr/lib/chromium/chromium-headless-shell';
const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function findBrowser(): string | undefined {
  const { CHROMIUM, PATH = '' } = process.env;
  if (CHROMIUM !== undefined && CHROMIUM !== '') {
    if (existsSync(CHROMIUM)) return CHROMIUM;
    throw new Error(`CHROMIUM names ${CHROMIUM}, which is not there.`);
  }
  const folders = PATH.split(':').filter((folder) => folder !== '');
  const programs = folders.flatMap((folder) => PROGRAMS.map((name) => join(folder, name)));
  return [SHELL, ...programs, ...APPLICATIONS, chromium.executablePath()].find(existsSync);
}

/** Debian's package brings the libraries that a browser needs; other systems get Playwright's own build. */
function installBrowser(): string {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    const wait = ['-o', 'DPkg::Lock::Timeout=300'];
    run('apt-get', [...wait, 'update']);
    for (const name of ['chromium-headless-shell', 'chromium']) {
      if (findBrowser() !== undefined) break;
      run('apt-get', [...wait, 'install', '--yes', '--no-install-recommends', name]);
    }
  } else {
    run('npx', ['playwright-core', 'install', 'chromium']);
  }
  const found = findBrowser();
  if (found !== undefined) return found;
  throw new Error(
    'The tests of pages need Chromium: run `sudo apt-get install chromium-headless-shell` or `npx playwright-core install --with-deps chromium`, or name one in CHROMIUM.',
  );
}

/** Ignores errors: if it failed, there is still no browser. */
function run(command: string, args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(command, args, { env, stdio: 'ignore' });
}
