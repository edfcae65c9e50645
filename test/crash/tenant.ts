/** A workspace with money and the text of its key, created outside the processes under test. */
import { randomBytes } from 'node:crypto';
import { createKey, SCOPES } from '../../server/keys/index.ts';
import { createLedger } from '../../server/money/index.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { createWorkspace } from '../../server/workspaces/index.ts';
import { TOY_SCOPES } from '../toy/kind.ts';

export async function makeTenant(db: Db, amount: number) {
  const name = randomBytes(8).toString('hex');
  const { id: workspace } = await createWorkspace(db, { name });
  await createLedger({ db }).topUp({ workspace, amount, reference: 'start' });
  const { id, key } = await createKey(db, { workspace, name: 'test', scopes: [...SCOPES] });
  // Only the processes under test know toys.
  await db.query('update api_key set scopes = scopes || $2 where id = $1', [id, TOY_SCOPES]);
  return { workspace, key };
}
