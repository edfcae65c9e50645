/**
 * Saves and settles runs with the service's own statements, many at a time and counted as in the service, and nothing
 * else: no validation, no quote, no hash, no view of the run. The rows have the figures of an ordinary run.
 */
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { createDb, type Queryable } from '../../server/platform/db/pool.ts';
import { openDeployment } from '../../server/platform/deployment/index.ts';
import { newUuid } from '../../server/platform/lib/ids.ts';
import { createBatcher } from '../../server/platform/lib/micro-batcher.ts';
import { type Lease, takeLease } from '../../server/platform/worker/lease.ts';
import { type AdmissionRow, admit } from '../../server/runs/admission-store.ts';
import { advanceOf } from '../../server/runs/outcomes.ts';
import { type Advance, advance } from '../../server/runs/settlement-store.ts';
import type { ForwardedAnswer } from './forwarding.ts';
import type { Tenant } from './postgres.ts';

export interface SavedRunsOptions {
  databaseUrl: string;
  tenant: Tenant;
}

interface SavedRuns {
  /** Resolves with the id of the run, once the run and its hold are on disk. */
  create(request: object): Promise<string>;
  settle(run: string, answer: ForwardedAnswer): Promise<void>;
  close(): Promise<void>;
}

/** As in the service. */
const POOL = 10;
const LANES = 2;
const MOST_ROWS = 64;
const LEASE_MS = 20_000;

const MAX_PENDING = 1_000_000;
const PRICING = { prompt: '0.0000005', completion: '0.0000015' };
const TERMS = {
  providerModel: 'sandbox/echo',
  priceVersion: '2026-01-01',
  pricing: PRICING,
  maxPrice: PRICING,
};
const HOLD = 600_000;
const CHARGE = { provider_amount: 31_000, fee_amount: 1_550, charged_amount: 32_550 };

export async function openSavedRuns({ databaseUrl, tenant }: SavedRunsOptions): Promise<SavedRuns> {
  const db = createDb({ url: databaseUrl, max: POOL, applicationName: 'bench' });
  const { counting } = await openDeployment(db);
  const lease = await takeLease({ db, leaseMs: LEASE_MS, log: pino({ level: 'silent' }) });
  const admissions = createBatcher({
    ...BATCHES,
    run: (rows: AdmissionRow[]) => save(counting, lease, rows),
  });
  const settlements = createBatcher({
    ...BATCHES,
    run: (steps: Advance[]) => advance(counting, steps),
  });
  const requestHash = randomBytes(32).toString('hex');
  return {
    async create(request) {
      const row = rowOf(tenant, requestHash, JSON.stringify(request));
      await admissions.submit(row);
      return row.id;
    },
    async settle(id, { id: reference, text, usage }) {
      const run = { workspace: tenant.workspace, id };
      const answer = { text, message: { role: 'assistant', content: text } };
      const known = { attempt: 1, provider_reference: reference, answer, facts: { usage } };
      const step = advanceOf('answered', run, { ...known, ...CHARGE });
      if (!(await settlements.submit(step))) throw new Error('a saved run was not settled');
    },
    async close() {
      await lease.close();
      await db.close();
    },
  };
}

const BATCHES = {
  ...{ lanes: LANES, maxItems: MOST_ROWS, maxQueued: Number.POSITIVE_INFINITY },
  onFull: () => new Error('unbounded'),
};

/** Claims what it saves, as a process does that carries out the runs that it creates. */
async function save(db: Queryable, lease: Lease, rows: AdmissionRow[]) {
  const claim = { id: newUuid(), worker: lease.id(), hasSlot: () => true };
  const results = await admit(db, rows, MAX_PENDING, { ...claim, mostInFlight: () => undefined });
  if (!results.every(({ claimed }) => claimed)) throw new Error('a saved run was not claimed');
  return results;
}

function rowOf({ workspace, wallet, apiKey }: Tenant, hash: string, request: string): AdmissionRow {
  const id = newUuid();
  return {
    ...{ workspace, id, kind: 'model_run', api_key: apiKey, account: wallet },
    ...{ fallback_account: undefined, idempotency_key: id, request_hash: hash, hash_version: 1 },
    ...{ subject: 'sandbox/echo', provider: 'openrouter', terms: TERMS, currency: 'USD', scale: 9 },
    ...{ fee_basis_points: 500, reserved_amount: HOLD, deadline_ms: 600_000, request },
    ...{ session_id: undefined, end_user_id: undefined, prompt_id: undefined },
    ...{ prompt_version: undefined, metadata: undefined, traceparent: undefined },
    ...{ subject_version: undefined, parent_run: undefined, parent_call: undefined },
    parent_uuid: undefined,
  };
}
