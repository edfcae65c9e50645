/**
 * The whole service in this process on its own database, for properties: requests use real connections, its faults are
 * kept for the report, and after a property the database must be consistent.
 */

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect } from 'vitest';
import { composeService } from '../../server/compose.ts';
import { createKey, SCOPES } from '../../server/keys/index.ts';
import { createLedger } from '../../server/money/index.ts';
import { readConfig } from '../../server/platform/config/index.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { createWorkspace } from '../../server/workspaces/index.ts';
import { faultsInBooks } from '../support/books.ts';
import { startCannedProvider } from '../support/canned-provider.ts';
import { createTestDatabase } from '../support/postgres.ts';

const MAX_PROMPT_CHARS = 50_000;
const MAX_OUTPUT_TOKENS = 4_096;

export type FuzzedService = Awaited<ReturnType<typeof startFuzzedService>>;

/** Without its own validation of responses if each answer is checked against the contract here. */
export async function startFuzzedService({ validatesResponses = false } = {}) {
  await using stack = new AsyncDisposableStack();
  const database = await createTestDatabase();
  stack.defer(() => database.drop());
  const dataDir = await mkdtemp(join(tmpdir(), 'model-run-fuzz-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const provider = await startCannedProvider();
  stack.defer(() => provider.close());
  const faults: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void faults.push(line) });
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    MODELS_FILE: provider.modelsFile,
    MAX_PROMPT_CHARS: String(MAX_PROMPT_CHARS),
    MAX_OUTPUT_TOKENS: String(MAX_OUTPUT_TOKENS),
    MAX_PENDING_RUNS: '1000000',
    COMPUTE_MAX_JOBS: '1',
    RATE_LIMIT_PER_MINUTE: '10000000',
    RATE_LIMIT_BYTES_PER_MINUTE: '9999999999',
    SWEEP_INTERVAL_MS: '50',
    RECONCILE_GRACE_MS: '20',
    RECONCILE_DEADLINE_MS: '500',
    PRICE_DEADLINE_MS: '500',
  });
  const service = await composeService({
    ...{ config, log, validatesResponses },
    parts: ['api', 'worker'],
  });
  stack.defer(() => service.close());
  const { port } = new URL(service.url!);
  const key = await makeKey(database.db, [...SCOPES]);
  const kept = stack.move();
  return {
    url: service.url!,
    port: Number(port),
    db: database.db,
    key,
    provider,
    /** What the service has logged as its own fault, most recent last. */
    faults,
    expectConsistent: () => expectConsistent(database.db),
    close: () => kept.disposeAsync(),
  };
}

async function makeKey(db: Db, scopes: string[]): Promise<string> {
  const name = randomBytes(8).toString('hex');
  const { id: workspace } = await createWorkspace(db, { name });
  await createLedger({ db }).topUp({ workspace, amount: 1_000_000_000_000, reference: 'start' });
  return (await createKey(db, { workspace, name: 'test', scopes })).key;
}

/** Waits until all runs have ended; then nothing may be half written, and the books must be clean. */
async function expectConsistent(db: Db): Promise<void> {
  await expectWhole(db);
  await expect
    .poll(() => db.query("select from run where state not in ('completed', 'failed')"), {
      timeout: 60_000,
    })
    .toEqual([]);
  await expectWhole(db);
  expect(await faultsInBooks(db)).toEqual([]);
}

/** In one statement, and so at one moment. */
async function expectWhole(db: Db): Promise<void> {
  const broken = await db.query(
    `select m.id, m.state, payloads, queued, held, m.reserved_amount
     from run m
     cross join lateral (select count(*) as payloads from run_payload where workspace = m.workspace and run = m.id) p
     cross join lateral (select count(*) as queued from run_queue where run = m.id) q
     cross join lateral (
       select coalesce(sum(amount), 0) as held from ledger_entry
       where workspace = m.workspace and run = m.id and kind = 'hold'
     ) h
     where payloads <> 1 or held <> m.reserved_amount
       or queued <> case when m.state in ('completed', 'failed') then 0 else 1 end
     limit 5`,
  );
  expect(broken).toEqual([]);
}
