/** Workspaces with money, keys and runs in every state, made through the service's own functions. */

import { type CreatedKey, createKey } from '../../server/keys/index.ts';
import { createLedger } from '../../server/money/index.ts';
import type { Db, Queryable } from '../../server/platform/db/pool.ts';
import { newUuid } from '../../server/platform/lib/ids.ts';
import { createWorkspace } from '../../server/workspaces/index.ts';

export interface Fixtures {
  workspace: string;
  wallet: string;
  key: CreatedKey;
}

export async function makeFixtures(db: Db, money = 1_000): Promise<Fixtures> {
  const { id: workspace } = await createWorkspace(db, { name: `fixture ${newUuid()}` });
  const { wallet } = await createLedger({ db }).topUp({
    workspace,
    amount: money,
    reference: 'opening',
  });
  const key = await createKey(db, { workspace, name: 'fixture', scopes: ['models:run'] });
  return { workspace, wallet: wallet.account, key };
}

interface Admitted {
  workspace: string;
  apiKey: string;
  account: string;
  reserved: number;
  provider?: string;
  endUser?: string;
  kind?: string;
}

/** Saves a run that holds `reserved`, as a create does; returns its id and the result. */
export async function admitRun(
  db: Queryable,
  run: Admitted,
): Promise<{ id: string; outcome: string }> {
  const [admitted] = await admitRuns(db, run, 1);
  return admitted!;
}

/** Saves this many at once. */
export async function admitRuns(
  db: Queryable,
  run: Admitted,
  count: number,
): Promise<{ id: string; outcome: string }[]> {
  const rows = Array.from({ length: count }, (_, i) => {
    const id = newUuid();
    return {
      ...{ ord: i + 1, workspace: run.workspace, id },
      kind: run.kind ?? 'model_run',
      end_user_id: run.endUser,
      api_key: run.apiKey,
      account: run.account,
      idempotency_key: id,
      request_hash: '00',
      hash_version: 1,
      subject: 'a/model',
      provider: run.provider ?? 'nobody',
      terms: {},
      currency: 'USD',
      scale: 9,
      fee_basis_points: 500,
      reserved_amount: run.reserved,
      deadline_ms: 60_000,
    };
  });
  const results = await db.query<{ outcome: string }>(
    'select outcome from admit_runs($1, $2, $3) order by ord',
    [JSON.stringify(rows), rows.map(() => '{}'), Math.max(count, 100)],
  );
  return rows.map(({ id }, i) => ({ id, outcome: results[i]?.outcome ?? 'nothing' }));
}

interface Ending {
  workspace: string;
  id: string;
  charged?: number;
  fee?: number;
}

/** Ends a run: with this charge, or as failed if there is none. */
export async function endRun(db: Queryable, ending: Ending): Promise<void> {
  await endRuns(db, [ending]);
}

export async function endRuns(db: Queryable, endings: Ending[]): Promise<void> {
  const rows = endings.map(({ workspace, id, charged, fee = 0 }, i) => ({
    ...{ ord: i + 1, workspace, id, from_states: ['reserved'] },
    to_state: charged === undefined ? 'failed' : 'completed',
    ...(charged === undefined
      ? { error: { code: 'internal' } }
      : { charged_amount: charged, fee_amount: fee }),
  }));
  await db.query('select * from advance_runs($1, $2)', [
    JSON.stringify(rows),
    rows.map(() => null),
  ]);
}
