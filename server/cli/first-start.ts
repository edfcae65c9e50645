/**
 * What a newcomer needs to see something happen: on a database without any workspace, a workspace with
 * money and a key, made together or not at all, and the key shown this once. Afterwards a reminder of how
 * to make another. Never in production, where nobody asked for either.
 */
import type { Service } from '../compose.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/pool.ts';
import { createKeyWithin } from '../keys/index.ts';
import { topUpWallet } from '../ledger/index.ts';
import { createWorkspaceWithin, listWorkspaces } from '../workspaces/index.ts';
import { formatMoney, parseMoney } from './money.ts';

export type Greeting =
  | { kind: 'first'; workspace: string; credit: string; key: string; model: string | undefined }
  | { kind: 'again'; workspace: string | undefined };

const DEMO_WORKSPACE = 'demo';
const DEMO_CREDIT = '10.00';

export async function welcome(config: Config, { database }: Service): Promise<Greeting> {
  const { db } = database;
  const [oldest] = await listWorkspaces(db);
  if (oldest !== undefined || config.production) return { kind: 'again', workspace: oldest?.name };
  const amount = parseMoney(DEMO_CREDIT, config.unit);
  return {
    kind: 'first',
    workspace: DEMO_WORKSPACE,
    credit: formatMoney(amount, config.unit),
    key: await makeDemo(db, amount),
    model: config.providers.sandbox.enabled ? 'sandbox/echo' : undefined,
  };
}

function makeDemo(db: Db, amount: number): Promise<string> {
  return db.transaction(async (tx) => {
    const { id: workspace } = await createWorkspaceWithin(tx, { name: DEMO_WORKSPACE });
    await topUpWallet(tx, { workspace, amount, reference: 'first start' });
    const scopes = ['models:read', 'models:run'];
    return (await createKeyWithin(tx, { workspace, name: 'first key', scopes })).key;
  });
}
