/** The time of claims during an audit of the books, compared with claims without one and with each one's commit. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createDb } from '../../server/platform/db/pool.ts';
import { newUuid } from '../../server/platform/lib/ids.ts';
import { claimRuns } from '../../server/runs/store.ts';
import { faultsInBooks } from '../support/books.ts';
import type { Bench } from './bench.ts';
import { open } from './http-client.ts';
import { boundFinding, type Finding } from './report.ts';
import { creates } from './requests.ts';
import { quantile } from './rounds.ts';
import type { Years } from './years.ts';

/** Runs that wait to be claimed: before an audit, and during it. */
const BEFORE = 100;
const DURING = 500;
const PAUSE_MS = 20;
const WANTED_MS = 2;

export async function claimsDuringAudit(bench: Bench, years: Years): Promise<Finding> {
  bench.onStep('claims during an audit');
  const { database } = years;
  return database.withCommits(async (commit) => {
    const claim = await openClaims(years);
    const before = await timesOf({ claim, commit }, () => false, BEFORE);
    let isOver = false;
    const began = performance.now();
    const audited = auditOf(database.url).finally(() => {
      isOver = true;
    });
    const during = await timesOf({ claim, commit }, () => isOver, DURING);
    const faults = await audited;
    const seconds = (performance.now() - began) / 1_000;
    const [claimMs, commitMs, beforeMs] = [during.claims, during.commits, before.claims].map(
      (times) => quantile(times, 0.5),
    ) as [number, number, number];
    const facts = [
      `p95 ${quantile(during.claims, 0.95).toFixed(1)} ms`,
      `${beforeMs.toFixed(1)} ms without an audit`,
      `${commitMs.toFixed(1)} ms a bare commit meanwhile`,
      `the audit ${seconds.toFixed(1)} s with ${faults.length} faults`,
      ...faults,
    ];
    return boundFinding({
      section: 'growth',
      what: `a claim during an audit of ${years.count} runs, p50`,
      ...{ value: claimMs, below: WANTED_MS, unit: 'ms' },
      values: { claimMs, commitMs, beforeMs, faults: faults.length },
      facts: facts.join(', '),
    });
  });
}

/** Runs that no worker carries out, and a worker that claims one of them. */
async function openClaims({ owner, port, tenant }: Years): Promise<() => Promise<void>> {
  const connection = await open(port);
  const create = creates(tenant.key);
  for (let i = 0; i < BEFORE + DURING; i++) await connection.exchange(create());
  connection.close();
  const worker = newUuid();
  await owner.query("insert into worker (id, lease_until) values ($1, now() + interval '1 hour')", [
    worker,
  ]);
  const [queue] = await owner.query<{ name: string }>(
    'select queue as name from run_queue limit 1',
  );
  return async () => {
    const slots = { atMost: 1, free: 100_000, held: new Map<string, number>() };
    await claimRuns(owner, { queue: queue!.name, slots, claim: newUuid(), worker });
  };
}

/** One claim and one commit after the other. */
async function timesOf(
  { claim, commit }: Record<'claim' | 'commit', () => Promise<void>>,
  isOver: () => boolean,
  atMost: number,
): Promise<{ claims: number[]; commits: number[] }> {
  const times = { claims: [] as number[], commits: [] as number[] };
  while (!isOver() && times.claims.length < atMost) {
    for (const [into, work] of [
      [times.claims, claim],
      [times.commits, commit],
    ] as const) {
      const start = performance.now();
      await work();
      into.push(performance.now() - start);
    }
    await sleep(PAUSE_MS);
  }
  return times;
}

/** What the audit finds. */
async function auditOf(url: string): Promise<string[]> {
  const db = createDb({ url, max: 1, applicationName: 'bench audit' });
  const found = await faultsInBooks(db);
  await db.close();
  return found;
}
