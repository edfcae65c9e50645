/** Arbitrary histories of a workspace's money, played by its owner over the dashboard and by runs in the database. */
import fc from 'fast-check';
import { returnEndedCredit } from '../../server/keys/index.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { idToUuid, newUuid } from '../../server/platform/lib/ids.ts';
import { type AdmissionRow, admit } from '../../server/runs/admission-store.ts';
import { request, unique } from '../support/service.ts';
import { bodyOf, type Customer } from './fixtures.ts';

type Step =
  | { kind: 'credit'; amount: number }
  | { kind: 'key'; credit: number; walletFallback: boolean }
  | { kind: 'rotate' | 'revoke'; key: number }
  | { kind: 'create'; key: number; hold: number; endUser: number; model: number }
  | { kind: 'end'; run: number; ending: Ending; percent: number; loss: number }
  | { kind: 'return' };

type Ending = 'completed' | 'failed' | 'received' | 'needs_reconciliation';

const pick = fc.nat({ max: 11 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('credit'), amount: fc.integer({ min: 1, max: 900 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ kind: fc.constant('key'), credit: fc.integer({ min: 0, max: 300 }) },
      walletFallback: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('rotate', 'revoke'), key: pick }) },
  {
    weight: 8,
    arbitrary: fc.record({
      ...{ kind: fc.constant('create'), key: pick, hold: fc.integer({ min: 1, max: 200 }) },
      ...{ endUser: fc.nat({ max: 2 }), model: fc.nat({ max: 2 }) },
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      ...{ kind: fc.constant('end'), run: pick, percent: fc.integer({ min: 0, max: 100 }) },
      ending: fc.constantFrom<Ending[]>(
        'completed',
        'completed',
        'failed',
        'received',
        'needs_reconciliation',
      ),
      loss: fc.constantFrom(0, 0, 7),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('return') }) },
);

export const history: fc.Arbitrary<Step[]> = fc
  .array(step, { minLength: 20, maxLength: 40 })
  .map((steps) => [
    { kind: 'credit', amount: 900 },
    { kind: 'key', credit: 200, walletFallback: true },
    ...steps,
  ]);

interface Fixtures {
  db: Db;
  customer: Customer;
  keys: string[];
  runs: { id: string; reserved: number }[];
}

export async function play(db: Db, customer: Customer, steps: Step[]): Promise<void> {
  const fixtures: Fixtures = { db, customer, keys: [], runs: [] };
  for (const each of steps) await playOne(fixtures, each);
}

async function playOne(fixtures: Fixtures, each: Step): Promise<void> {
  const { db, customer, keys, runs } = fixtures;
  const { owner, path } = customer;
  switch (each.kind) {
    case 'credit': {
      const body = { amount: each.amount, reference: unique('payment') };
      bodyOf(await owner.send({ path: `${path}/wallet/credits`, body }));
      return;
    }
    case 'key': {
      const { credit, walletFallback } = each;
      const money = credit > 0 ? { creditAmount: credit, walletFallback } : {};
      const body = { name: 'a key', scopes: ['models:run'], ...money };
      const headers = { 'Idempotency-Key': unique('click') };
      const answer = await owner.send({ path: `${path}/keys`, headers, body });
      // The wallet may not have as much.
      if (answer.status === 201) keys.push(bodyOf<{ key: { id: string } }>(answer).key.id);
      return;
    }
    case 'rotate': {
      const below = `${path}/keys/${keys[each.key % keys.length]}/rotation`;
      const answer = await owner.send({ path: below, body: { overlapSeconds: 600 } });
      if (answer.status === 201) keys.push(bodyOf<{ key: { id: string } }>(answer).key.id);
      return;
    }
    case 'revoke': {
      const below = `${path}/keys/${keys[each.key % keys.length]}/revocation`;
      bodyOf(await owner.send({ path: below, method: 'POST' }));
      return;
    }
    case 'create':
      return create(fixtures, each);
    case 'end': {
      const run = runs[each.run % Math.max(1, runs.length)];
      if (run) await end(db, customer.tenant.workspace, run, each);
      return;
    }
    case 'return':
      await returnEndedCredit(db, (error) => {
        throw error;
      });
  }
}

async function create(
  { db, customer, keys, runs }: Fixtures,
  { key, hold, endUser, model }: Extract<Step, { kind: 'create' }>,
): Promise<void> {
  const { workspace } = customer.tenant;
  const apiKey = idToUuid('key', keys[key % keys.length]!)!;
  const [payer] = await db.query<{ account: string; fallback: string | null }>(
    `select coalesce(k.account, w.id) as account, case when k.wallet_fallback then w.id end as fallback
     from api_key k join account w on w.workspace = k.workspace and w.kind = 'wallet' where k.id = $1`,
    [apiKey],
  );
  const row: AdmissionRow = {
    ...{ workspace, id: newUuid(), api_key: apiKey, account: payer!.account },
    fallback_account: payer!.fallback ?? undefined,
    ...{ idempotency_key: unique('request'), request_hash: '00', hash_version: 1 },
    ...{ kind: 'model_run', subject: `model/${model}`, provider: 'nobody', terms: {} },
    ...{ currency: 'USD', scale: 9, fee_basis_points: 500 },
    ...{
      reserved_amount: hold,
      deadline_ms: 3_600_000,
      request: JSON.stringify(request('model/any')),
    },
    ...{ session_id: undefined, end_user_id: endUser === 0 ? undefined : `user-${endUser}` },
    ...{
      prompt_id: undefined,
      prompt_version: undefined,
      metadata: undefined,
      ...{
        traceparent: undefined,
        subject_version: undefined,
        parent_run: undefined,
        parent_call: undefined,
        parent_uuid: undefined,
      },
    },
  };
  const [result] = await admit(db, [row], 100);
  if (result!.outcome === 'created') runs.push({ id: row.id, reserved: hold });
}

/** Applied only if the run has not ended. */
async function end(
  db: Db,
  workspace: string,
  { id, reserved }: { id: string; reserved: number },
  { ending, percent, loss }: Extract<Step, { kind: 'end' }>,
): Promise<void> {
  const charged = Math.floor((reserved * percent) / 100);
  const later = { due_in_ms: 3_600_000, settle_deadline_ms: 3_600_000 };
  const effects = {
    completed: {
      ...{ charged_amount: charged, fee_amount: Math.floor(charged / 7) },
      ...(loss > 0 && { loss_amount: loss }),
    },
    failed: { error: { code: 'internal', message: 'test', retryable: true } },
    received: { next_step: 'price', ...later },
    needs_reconciliation: { next_step: 'reconcile', unknown_reason: 'test', ...later },
  };
  const from = ['reserved', 'queued', 'submitting', 'received', 'needs_reconciliation'];
  const row = { ord: 1, workspace, id, from_states: from, to_state: ending, ...effects[ending] };
  await db.query('select * from advance_runs($1, $2)', [JSON.stringify([row]), [null]]);
}
