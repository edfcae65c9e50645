/** Workspaces with money, keys and runs in every state, made through the same functions as the service's. */
import type { Db, Queryable } from '../../server/db/pool.ts';
import { newUuid } from '../../server/kernel/ids.ts';
import { type CreatedKey, createKey } from '../../server/keys/index.ts';
import { createLedger } from '../../server/ledger/index.ts';
import { createWorkspace } from '../../server/workspaces/index.ts';

export interface Scene {
  workspace: string;
  wallet: string;
  key: CreatedKey;
}

export async function makeScene(db: Db, money = 1_000): Promise<Scene> {
  const { id: workspace } = await createWorkspace(db, { name: `scene ${newUuid()}` });
  const { wallet } = await createLedger({ db }).topUp({
    workspace,
    amount: money,
    reference: 'opening',
  });
  const key = await createKey(db, { workspace, name: 'scene', scopes: ['models:run'] });
  return { workspace, wallet: wallet.account, key };
}

/** Saves a run that holds `reserved`, as a create does; answers its id and what came of it. */
export async function admitRun(
  db: Queryable,
  run: { workspace: string; apiKey: string; account: string; reserved: number; provider?: string },
): Promise<{ id: string; outcome: string }> {
  const id = newUuid();
  const row = {
    ord: 1,
    workspace: run.workspace,
    id,
    kind: 'model_run',
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
  const [result] = await db.query<{ outcome: string }>(
    'select outcome from admit_runs_1($1, $2, 100)',
    [JSON.stringify([row]), ['{}']],
  );
  return { id, outcome: result?.outcome ?? 'nothing' };
}

/** Ends a run: charged where a charge is given, else failed. */
export async function endRun(
  db: Queryable,
  {
    workspace,
    id,
    charged,
    fee = 0,
  }: { workspace: string; id: string; charged?: number; fee?: number },
): Promise<void> {
  const row = {
    ord: 1,
    workspace,
    id,
    from_states: ['reserved'],
    to_state: charged === undefined ? 'failed' : 'completed',
    ...(charged === undefined
      ? { error: { code: 'internal' } }
      : { charged_amount: charged, fee_amount: fee }),
  };
  await db.query('select * from advance_runs_1($1, $2)', [JSON.stringify([row]), [null]]);
}
