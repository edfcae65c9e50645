/** Two processes of the service on a cluster, callers who keep creating whatever happens, and the measurements. */

import { createDb, type Db } from '../../server/platform/db/pool.ts';
import { bringUpToDate } from '../../server/platform/db/schema.ts';
import { type Acknowledged, createForSure } from '../crash/promises.ts';
import { makeTenant } from '../crash/tenant.ts';
import {
  type Client,
  clientOf,
  kill,
  type Outside,
  type Process,
  request,
  startOutside,
  startProcess,
} from '../support/process.ts';
import type { Cluster } from './cluster.ts';

const MUCH = 1_000_000_000_000;
const PER_SECOND = 12;
/** The time of a run at the provider; with so few slots the queue always has a backlog. */
const TAKES_MS = 800;
const SLOTS = 6;
const FIRST = 60;

export interface Fixtures {
  db: Db;
  outside: Outside;
  services: Process[];
  environment: Record<string, string>;
  workspace: string;
  clients: Client[];
  /** The processes end in an orderly way, so that nobody waits for what they might know. */
  [Symbol.asyncDispose](): Promise<void>;
}

export async function openFixtures(
  cluster: Cluster,
  changes: Record<string, string> = {},
): Promise<Fixtures> {
  const outside = await startOutside({ slowMs: TAKES_MS });
  const environment = {
    ...outside.environment,
    ...{ DATABASE_URL: cluster.url, PROBE_PORT: '0', MAX_IN_FLIGHT: String(SLOTS) },
    ...{ LEASE_MS: '10000', CONNECT_TIMEOUT_MS: '5000', SWEEP_INTERVAL_MS: '500' },
    ...{ RECONCILE_GRACE_MS: '5000', RECONCILE_DEADLINE_MS: '20000' },
    ...changes,
  };
  await bringUpToDate({ url: cluster.url, ownerUrl: cluster.url });
  const db = createDb({ url: cluster.url, max: 3, applicationName: 'observer' });
  const { workspace, key } = await makeTenant(db, MUCH);
  const services = [
    await startProcess('start', environment),
    await startProcess('start', environment),
  ];
  const clients = services.map((service) => clientOf(service, key));
  return {
    ...{ db, outside, services, environment, workspace, clients },
    async [Symbol.asyncDispose]() {
      for (const service of services) kill(service, 'SIGTERM');
      await Promise.all(services.map(({ ended }) => ended));
      await db.close();
      await outside.close();
    },
  };
}

export interface Callers {
  acknowledged(): number;
  /** Answers without a run, by status; callers repeat those requests. */
  refusals: Record<string, number>;
  /** Stops new requests; waiting callers repeat until they have an answer, or time is up. */
  stop(withinMs?: number): Promise<Acknowledged[]>;
}

/** Creates this many a second, whatever the answers, each by a caller who repeats until he has a run. */
export async function startCallers({ clients }: Fixtures, name: string): Promise<Callers> {
  const acknowledged: Acknowledged[] = [];
  const refusals: Record<string, number> = {};
  const waiting = new Set<Promise<void>>();
  let requestCount = 0;

  function ask(): void {
    const client = clients[requestCount % clients.length]!;
    const body = request('sandbox/slow', `Number ${requestCount}`);
    const asking = createForSure(client, `${name}-${requestCount}`, body, (status) => {
      if (status >= 400) refusals[status] = (refusals[status] ?? 0) + 1;
    }).then((run) => {
      acknowledged.push(run);
      waiting.delete(asking);
    });
    requestCount += 1;
    waiting.add(asking);
  }

  for (let i = 0; i < FIRST; i += 1) ask();
  await Promise.all(waiting);
  const timer = setInterval(ask, 1_000 / PER_SECOND);
  return {
    acknowledged: () => acknowledged.length,
    refusals,
    async stop(withinMs = 120_000) {
      clearInterval(timer);
      const timeIsUp = new Promise((resolve) => setTimeout(resolve, withinMs).unref());
      await Promise.race([Promise.all(waiting), timeIsUp]);
      return [...acknowledged];
    },
  };
}

export async function backlogOf(db: Db): Promise<number> {
  const [row] = await db.query<{ runs: number }>(
    "select count(*) as runs from run_queue where step = 'submit' and claim is null",
  );
  return row!.runs;
}

/** When a worker first claimed a run after the moment, by this machine's clock; undefined if none has. */
export async function firstClaimAfter(db: Db, at: number): Promise<number | undefined> {
  const rows = await db.query<{ ms: number | null }>(
    `select extract(epoch from min((h.entry ->> 'at')::timestamptz))::double precision * 1000 as ms
     from run r cross join lateral jsonb_array_elements(r.history) as h (entry)
     where h.entry ->> 'state' = 'submitting' and (h.entry ->> 'at')::timestamptz > to_timestamp($1 / 1000.0)`,
    [at],
  );
  return rows[0]?.ms ?? undefined;
}

/** The result of its probes. */
export async function probe(service: Process, path: string): Promise<string> {
  const url = /Probes +(http:\S+)/.exec(await service.until(/Probes/))![1]!;
  return (await fetch(url + path)).text();
}

export const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
