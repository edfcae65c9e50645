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
import { type Part, type Site, sh, startPart, until } from './deployment.ts';
import { sectionsOf } from './pages.ts';

const PER_SECOND = 8;
const STEADY_MS = 5_000;
/** The section of the deploy page. */
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
  const serving = new Set(old.slice(0, 2));
  const balancer = await startBalancer(serving);
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
    const replacement = await startPart(next.folder, command, environment);
    current[i] = replacement;
    if (command === 'serve') serving.add(replacement);
    codes.push(await replaced.end('SIGTERM'));
    serving.delete(replaced);
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
    ...balancer.refused,
    ...old.flatMap(errorsOf),
  ];
  const audit = await sh(folder, 'npm run cli -- audit', environment);
  if (audit.code !== 0) faults.push(`the books: ${audit.output}`);
  if (faults.length > 0) throw new Error(`${faults.length} faults\n${faults.join('\n')}`);
  return `${ids.length} runs, none lost, none sent twice; ${old.length} old processes ended with 0 and without an error in their logs`;
}

function raiseVersion(folder: string): void {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  const [major, minor] = manifest.version.split('.').map(Number);
  writeFileSync(file, JSON.stringify({ ...manifest, version: `${major}.${minor! + 1}.0` }));
}

/** Lines that a person has to act on, and lines that no program can read. */
function errorsOf(part: Part): string[] {
  return part.lines().filter((line) => {
    try {
      const { level } = JSON.parse(line) as { level: number | string };
      return level === 'error' || level === 'fatal' || Number(level) >= 50;
    } catch {
      return true;
    }
  });
}

/** Of the shipped haproxy.cfg: a process is up from its first good check on, until this many in a row have failed. */
const CHECK_EVERY_MS = 1_000;
const FALL = 2;

interface Balancer {
  url: string;
  /** Why requests found no process: what the last checks said. */
  refused: string[];
  close(): void;
}

/** A load balancer as the release configures one. A request goes to another process only where none has seen it. */
async function startBalancer(parts: ReadonlySet<Part>): Promise<Balancer> {
  const failed = new Map<Part, number>();
  const said = new Map<Part, string>();
  const refused: string[] = [];
  const isUp = (part: Part) => (failed.get(part) ?? FALL) < FALL;
  const check = async (part: Part) => {
    const answer = await fetch(`${part.probes}/readyz`).catch((error: Error) => error);
    const isReady = answer instanceof Response && answer.ok;
    said.set(part, answer instanceof Response ? await answer.text() : String(answer.cause));
    failed.set(part, isReady ? 0 : (failed.get(part) ?? FALL) + 1);
  };
  const timer = setInterval(() => void Promise.all([...parts].map(check)), CHECK_EVERY_MS);
  let turn = 0;
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const up = [...parts].filter(isUp);
    turn += 1;
    const inTurn = up.map((_, i) => up[(i + turn) % up.length]!);
    for (const { url } of inTurn) {
      if (await pass(new URL(url), incoming, body, outgoing)) return;
    }
    refused.push(`no process was up: ${Array.from(parts, (part) => said.get(part)).join('; ')}`);
    outgoing.writeHead(503, { 'Content-Type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await until('processes are up', STEADY_MS * 6, async () => [...parts].every(isUp));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    refused,
    close() {
      clearInterval(timer);
      server.close();
      server.closeAllConnections();
    },
  };
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
