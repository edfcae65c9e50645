/**
 * The service during development (`npm run dev`). A change in `server/` restarts it, a change in `openapi/` generates
 * what is made from the contract, and a change in the web app shows in the open page at once.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { root } from './fingerprint.ts';

const WEB_APP_PORT = 5173;
/** Editors write a file more than once when they save it. */
const SETTLE_MS = 200;
/** Output made from the contract, which must not trigger another generation. */
const MADE = ['generated', 'released'];
/** The service imports it, so the service restarts when it changes. */
const IMPORTED = join(root, 'openapi/generated/compiled.json');
/** What `npm start` builds as well: the documentation, the dashboard on the port of the service, and the client. */
const BUILDS = ['scripts/docs.ts', 'scripts/build.ts', 'scripts/client-package.ts'];

const port = process.env.PORT ?? '8080';
for (const script of BUILDS) await once(start([script, '--if-stale']), 'exit');
const service = start(['--watch', '--watch-preserve-output', 'server/main.ts', 'start'], {
  PORT: port,
});
watchContract();
const webApp = await startWebApp();

await once(service, 'exit');
await webApp.close();
// The watcher of the contract would keep this process alive.
process.exit();

function start(args: string[], environment: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, args, {
    ...{ cwd: root, stdio: 'inherit' },
    env: { ...process.env, ...environment },
  });
}

function watchContract(): void {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  watch(join(root, 'openapi'), { recursive: true }, (_, file) => {
    if (file === null || MADE.some((folder) => file.startsWith(folder + sep))) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(generate);
    }, SETTLE_MS);
  });
}

/** The service restarts if this changes the contract, and again once its documentation is built, which it reads at its start. */
async function generate(): Promise<void> {
  const [code] = await once(start(['scripts/generate.ts']), 'exit');
  if (code !== 0) return;
  say('the contract was generated');
  await once(start(['scripts/docs.ts', '--if-stale']), 'exit');
  const now = new Date();
  await utimes(IMPORTED, now, now);
}

async function startWebApp() {
  const { createServer } = await import('vite');
  const server = await createServer({
    configFile: join(root, 'client/dashboard/vite.config.ts'),
    logLevel: 'warn',
    server: { port: WEB_APP_PORT, proxy: { '/v1': `http://localhost:${port}` } },
  });
  await server.listen();
  say(`the dashboard, reloading: ${server.resolvedUrls?.local[0]}`);
  return server;
}

function say(text: string): void {
  console.log(`dev: ${text}`);
}
