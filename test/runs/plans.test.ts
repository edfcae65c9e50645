/**
 * A connection keeps the plan that a function made at its first call, when the tables may have been small. What each
 * call in a run's life reads must not grow with the tables, nor what a sweep reads.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDb, type Db } from '../../server/platform/db/pool.ts';
import { newUuid } from '../../server/platform/lib/ids.ts';
import { admit } from '../../server/runs/admission-store.ts';
import { moveUnsentRuns } from '../../server/runs/circuit-store.ts';
import { claimLookUp, claimLookUps } from '../../server/runs/look-up-store.ts';
import { advanceOf } from '../../server/runs/outcomes.ts';
import { readRuns } from '../../server/runs/reading-store.ts';
import { advance, saveReferences } from '../../server/runs/settlement-store.ts';
import { claimRuns } from '../../server/runs/store.ts';
import {
  claimsOf,
  countOpenRuns,
  expiredUnsentRuns,
  runsOfDeadWorkers,
} from '../../server/runs/sweep-store.ts';

import { admissionOf, createHarness, type Tenant } from '../money/harness.ts';
import { slots } from '../support/model-runs.ts';
import { asOwner, createTestDatabase, type TestDatabase } from '../support/postgres.ts';

const WORKSPACES = 1_500;
/** The rows that a call may read in addition: the number that an index finds twice differs from call to call. */
const TOLERANCE = 10;
const CREDIT = 100;

let database: TestDatabase;
/** One connection, which has one plan of each function. */
let db: Db;
let tenant: Tenant;
let worker: string;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb({ url: database.url, max: 1, applicationName: 'plans' });
  [tenant] = (await createHarness(db).open(1, CREDIT)) as [Tenant];
  // Its key has a limit, so that a call also reads what counts against the limit.
  await db.query('update api_key set spender = id, month_limit = 1000000 where id = $1', [
    tenant.creditKey,
  ]);
  worker = newUuid();
  await db.query("insert into worker (id, lease_until) values ($1, now() + interval '1 hour')", [
    worker,
  ]);
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

/** How many rows PostgreSQL has read from tables so far. */
async function rowsRead(): Promise<number> {
  await db.query('select pg_stat_force_next_flush()');
  const [row] = await db.query<{ rows: number }>(
    'select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::float as rows from pg_stat_user_tables',
  );
  return row!.rows;
}

/** The life of a run whose outcome is looked up: the rows that each call read. */
async function readByEachCall(requestKey: number): Promise<Record<string, number>> {
  const admission = admissionOf(tenant, { kind: 'create', requestKey, hold: 1, by: 'both' });
  const { workspace, id, kind, provider } = admission;
  const queue = `${kind}/${provider}`;
  const run = { workspace, id };
  const reference = { ...run, attempt: 1, reference: 'reference' };
  const lost = advanceOf('lost_sight', run, {
    ...{ next_step: 'reconcile', due_in_ms: 0, settle_deadline_ms: 60_000, unknown_reason: 'test' },
  });
  const failed = advanceOf('reconciled_failed', run, {
    error: { code: 'outcome_unknown', message: 'test', retryable: true },
  });
  const other = admissionOf(tenant, {
    ...{ kind: 'create', hold: 1, by: 'both' },
    requestKey: requestKey + 100,
  });
  const claim = { id: newUuid(), worker, hasSlot: () => true, mostInFlight: () => 256 };
  const dueOnes = { atMost: 10, hideMs: 0, kinds: [kind], resting: [], full: [] };
  const calls: Record<string, () => Promise<unknown>> = {
    admit_runs: () => admit(db, [admission], 10),
    'admit_runs, with a slot': () => admit(db, [other], 10, claim),
    claim_runs: () => claimRuns(db, { queue, slots: slots(10), claim: newUuid(), worker }),
    runs_of_dead_workers: () => runsOfDeadWorkers(db, 200),
    claims_of: () => claimsOf(db, [worker]),
    expired_unsent_runs: () => expiredUnsentRuns(db, 200),
    count_open_runs: () => countOpenRuns(db),
    move_unsent_runs: () => moveUnsentRuns(db, { queue, kind, providers: ['other'], atMost: 10 }),
    save_references: () => saveReferences(db, [reference]),
    read_runs: () => readRuns(db, [run]),
    'advance_runs, not terminal': () => advance(db, [lost]),
    claim_look_ups: () => claimLookUps(db, { ...dueOnes, counts: new Map([[queue, 10]]) }),
    claim_look_up: () => claimLookUp(db, { run: id, queue, hideMs: 0, freshMs: 0 }),
    'advance_runs, terminal': () => advance(db, [failed]),
  };
  const read: Record<string, number> = {};
  for (const [name, call] of Object.entries(calls)) {
    const before = await rowsRead();
    await call();
    read[name] = (await rowsRead()) - before;
  }
  return read;
}

/** One run for each of many workspaces. PostgreSQL's statistics are of the moment when all of them are queued. */
async function addEndedRuns(): Promise<void> {
  const others = await createHarness(db).open(WORKSPACES, CREDIT);
  const admissions = others.map((other) =>
    admissionOf(other, { kind: 'create', requestKey: 0, hold: 1, by: 'both' }),
  );
  await admit(db, admissions, 10);
  await asOwner(database, (owner) => owner.query('analyze run, run_queue'));
  const ends = admissions.map((run) =>
    advanceOf('given_up_unsent', run, {
      error: { code: 'provider_unavailable', message: 'test', retryable: true },
    }),
  );
  await advance(db, ends);
}

it('each call reads as many rows in large tables as in small ones', async () => {
  const small = await readByEachCall(0);
  await addEndedRuns();
  const large = await readByEachCall(1);
  const more = Object.entries(large).filter(([name, rows]) => rows > small[name]! + TOLERANCE);
  expect(more).toEqual([]);
});
