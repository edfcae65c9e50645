/**
 * Runs with an upstream that does what a fault says. Each fault has its own provider, model and workspace, so that its
 * runs and money can be distinguished; all run at once.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createRawServer } from 'node:net';
import type { Principal } from '../../server/keys/index.ts';
import { createRegistry } from '../../server/model-runs/providers/index.ts';
import type { AnyKind } from '../support/kinds.ts';
import { type AnyTestRuns, type Run, startTestRuns } from '../support/model-runs.ts';
import type { Fault } from './faults.ts';
import { slugOf, type Wire, wireOf } from './wires.ts';

export interface Played {
  principal: Principal;
  runs: Run[];
  /** Received submissions, by run. */
  posts: number[];
  /** The most bytes of one answer that the upstream could send. */
  mostBytes: number;
}

export interface Fixtures {
  t: AnyTestRuns;
  /** Runs this many of the fault at once, each to its end. */
  play(fault: Fault, count: number): Promise<Played>;
  close(): Promise<void>;
}

export const MONEY = 1_000_000_000;
/** More than any test sends; each provider has room for as many outcomes. */
const NEVER_OPEN = { outOf: 10_000, atLeast: 10_000 };

export async function openFixtures(faults: readonly Fault[], kind: AnyKind): Promise<Fixtures> {
  await using stack = new AsyncDisposableStack();
  const wire = wireOf(kind);
  const upstream = await startUpstream(faults, wire);
  stack.defer(upstream.close);
  const addresses = await startAddresses(upstream.port);
  stack.defer(addresses.close);

  const providers = faults.map((fault) => {
    const url = addresses[fault.at ?? 'here'](slugOf(fault));
    return wire.provider(fault, url, fault.at === 'never ready' ? 300 : 10_000);
  });
  const registry = createRegistry(providers);
  stack.defer(() => registry.close());
  const t = await startTestRuns(kind);
  stack.defer(t.close);
  const sold = await wire.sell(faults, t.db);
  stack.defer(sold.close);
  const times = { reconcileGraceMs: 300, reconcileDeadlineMs: 3_000, priceDeadlineMs: 3_000 };
  const runsFor = (runDeadlineMs: number) =>
    // Each run meets its fault, however many have before.
    t.build({ ...sold, registry, times: { ...times, runDeadlineMs }, circuits: NEVER_OPEN });
  const lasting = runsFor(120_000);
  const expiring = runsFor(8_000);
  await t.startWorker({ work: lasting, providers, leaseMs: 20_000 });
  await t.listen();

  async function play(fault: Fault, count: number): Promise<Played> {
    const principal = await t.tenant(MONEY);
    const runs = fault.ends.as === 'run_expired' ? expiring : lasting;
    const { subject = '', ...more } = wire.request(fault) as { subject?: string };
    const body = kind.request(subject, more);
    const created = await Promise.all(
      Array.from({ length: count }, (_, i) =>
        runs.create(principal, {
          idempotencyKey: `run-${i}`,
          body,
        }),
      ),
    );
    const ended = await Promise.all(created.map(({ run }) => t.end(principal, run, runs)));
    return {
      ...{ principal, runs: ended, mostBytes: upstream.mostBytes(fault.name) },
      posts: ended.map(({ id }) => upstream.posts(id)),
    };
  }

  const opened = stack.move();
  return { t, play, close: () => opened.disposeAsync() };
}

/** One server for all: the first part of the path names the fault. */
async function startUpstream(faults: readonly Fault[], wire: Wire) {
  const bySlug = new Map(faults.map((fault) => [slugOf(fault), fault]));
  const posts = new Map<string, number>();
  const bytes = new Map<string, number>();

  const server = createServer(async (incoming, response) => {
    const [, name = '', ...path] = (incoming.url ?? '').split('/');
    const fault = bySlug.get(name)!;
    response.on('error', () => {});
    if (path.join('/').startsWith('generation')) {
      return answerJson(response, fault.record ? 200 : 404, { data: fault.record });
    }
    let text = '';
    for await (const piece of incoming.setEncoding('utf8')) text += piece;
    const run = wire.runOf(incoming.headers, text);
    const sent = (posts.get(run) ?? 0) + 1;
    posts.set(run, sent);
    response.on('close', () => {
      const left = response.socket?.bytesWritten ?? 0;
      bytes.set(fault.name, Math.max(bytes.get(fault.name) ?? 0, left));
    });
    fault.answer?.(response, sent, wire);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    posts: (run: string) => posts.get(run) ?? 0,
    mostBytes: (name: string) => bytes.get(name) ?? 0,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The addresses that a fault can give a provider. */
async function startAddresses(port: number) {
  const mute = createRawServer((socket) => {
    socket.on('error', () => {});
    socket.resume();
  });
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  const { port: mutePort } = mute.address() as AddressInfo;
  return {
    here: (slug: string) => `http://127.0.0.1:${port}/${slug}`,
    nowhere: () => 'http://nonexistent.invalid/v1',
    'nobody listens': () => 'http://127.0.0.1:1/v1',
    'no TLS': () => `https://127.0.0.1:${port}/v1`,
    'never ready': () => `https://127.0.0.1:${mutePort}/v1`,
    close: () => new Promise<void>((resolve) => mute.close(() => resolve())),
  };
}

export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
