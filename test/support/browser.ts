/**
 * A real Chromium for tests of pages. Takes the one that the machine has, else installs one; where neither is
 * possible it throws with the command to run. Never makes a test pass by skipping it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** Installing one takes minutes: give this to the hook that opens a browser. */
export const BROWSER_TIMEOUT_MS = 600_000;

/** Two pages of Chromium's own behind the field for addresses, which each window would load: more than most tests do. */
const OF_EACH_WINDOW = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
/** Chromium takes the last list of features that it is given, so this one has what Playwright leaves out as well. */
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

/** The one of this process, which ends it: what a test opens in it, the test closes. */
export async function sharedBrowser(): Promise<Browser> {
  const isThere = (await shared?.catch(() => undefined))?.isConnected();
  if (!isThere) shared = openBrowser();
  return shared!;
}

/** `settings` are given to Chromium as they are. */
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
    // Chromium refuses to run its sandbox as root, which is what containers are.
    args: process.getuid?.() === 0 ? ['--no-sandbox', ...args] : args,
  });
}

/** Debian's Chromium without the windows of a desktop: it draws the same pages in two thirds of the CPU. */
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

/** Debian's package brings the libraries that a browser needs; elsewhere there is Playwright's own build. */
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

/** What went wrong shows in that there is still no browser. */
function run(command: string, args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(command, args, { env, stdio: 'ignore' });
}
