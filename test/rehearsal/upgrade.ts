/**
 * The upgrade of the deploy page, under load: from the installed release to a synthetic next version, a copy with a
 * raised version and further migrations. Callers never repeat. A lost run, a run that was sent twice, and any error in
 * the log of a process of the old version fail it.
 */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { clientOf } from '../support/process.ts';
import { makeNextVersion } from '../upgrade/next-version.ts';
import { startSales } from '../upgrade/sales.ts';
import { type Part, sh, startPart } from './deployment.ts';
import { sectionsOf } from './pages.ts';
import type { Site } from './site.ts';

const PER_SECOND = 8;
const STEADY_MS = 5_000;
/** The section of the deploy page, and what its commands need. */
const SECTION = 'An upgrade';

export async function judgeUpgrade(site: Site): Promise<string> {
  const { folder, environment } = site;
  const next = await makeNextVersion(folder);
  await using stack = new AsyncDisposableStack();
  stack.defer(next.remove);
  raiseVersion(next.folder);
  const commands = ['serve', 'serve', 'work', 'work'] as const;
  const start = (command: 'serve' | 'work') => startPart(folder, command, environment);
  const old = await Promise.all(commands.map(start));
  const current = [...old];
  const balancer = await startBalancer(() => current.slice(0, 2));
  stack.defer(async () => balancer.close());
  const client = clientOf(balancer, site.key);
  const sales = startSales(client, 'rehearsed', PER_SECOND);
  await sleep(STEADY_MS);
  const page = readFileSync(join(folder, 'server/deploy/README.md'), 'utf8');
  const steps = sectionsOf(page).find(({ title }) => title === SECTION)?.commands ?? [];
  const migrate = steps.find((command) => command.endsWith(' migrate'));
  if (!migrate) throw new Error(`the page names no command that migrates: ${steps.join('; ')}`);
  const migrated = await sh(next.folder, migrate, { ...environment, ...site.ownersEnvironment });
  if (migrated.code !== 0) throw new Error(`${migrate}: ${migrated.output}`);
  const codes: (number | null)[] = [];
  for (const [i, command] of commands.entries()) {
    const replaced = current[i]!;
    current[i] = await startPart(next.folder, command, environment);
    codes.push(await replaced.end('SIGTERM'));
  }
  await sleep(STEADY_MS);
  const { ids, lost } = await sales.stop();
  const ended = await Promise.all(ids.map((id) => client.end(id)));
  for (const part of current) await part.end('SIGTERM');
  const faults = [
    ...codes.filter((code) => code !== 0).map((code) => `an old process ended with ${code}`),
    ...Object.entries(lost).map(([why, count]) => `${count} creates got no run: ${why}`),
    ...ended
      .filter(({ state }) => state !== 'completed')
      .map(({ id, state }) => `${id} is ${state}`),
    ...ids
      .filter((id) => site.posts(id) !== 1)
      .map((id) => `${id} was sent ${site.posts(id)} times`),
    ...old.flatMap(errorsOf),
  ];
  const audit = await sh(folder, 'npm run cli -- audit', environment);
  if (audit.code !== 0) faults.push(`the books: ${audit.output}`);
  if (faults.length > 0)
    throw new Error(`${faults.length} faults\n${faults.slice(0, 10).join('\n')}`);
  return `${ids.length} runs, none lost, none sent twice; ${old.length} old processes ended with 0 and without an error in their logs`;
}

function raiseVersion(folder: string): void {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  const [major, minor] = manifest.version.split('.').map(Number);
  writeFileSync(file, JSON.stringify({ ...manifest, version: `${major}.${minor! + 1}.0` }));
}

/** Lines that a person has to act on, and lines that no program can read. */
export function errorsOf(part: Part): string[] {
  return part.lines().filter((line) => {
    try {
      const { level } = JSON.parse(line) as { level: number | string };
      return level === 'error' || level === 'fatal' || Number(level) >= 50;
    } catch {
      return true;
    }
  });
}

/** A load balancer as the deploy page wants it: it sends requests to ready processes, and again only what none has seen. */
async function startBalancer(parts: () => Part[]): Promise<{ url: string; close(): void }> {
  let turn = 0;
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const all = await Promise.all(
      parts().map(async (part) => ({ part, ready: await isReady(part) })),
    );
    const ready = all.filter((each) => each.ready).map(({ part }) => part);
    turn += 1;
    const inTurn = ready.map((_, i) => ready[(i + turn) % ready.length]!);
    for (const { url } of inTurn) {
      if (await pass(new URL(url), incoming, body, outgoing)) return;
    }
    outgoing.writeHead(502).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function isReady({ probes }: Part): Promise<boolean> {
  const answer = await fetch(`${probes}/readyz`).catch(() => undefined);
  return answer?.ok === true;
}

/** False if the process did not accept the connection. */
function pass(
  { hostname, port }: URL,
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const { method, url: path, headers } = incoming;
  const inner = forward({ hostname, port, method, path, headers, agent: false }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
    resolve(true);
  });
  inner.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') return resolve(false);
    outgoing.destroy();
    resolve(true);
  });
  inner.end(body);
  return promise;
}
