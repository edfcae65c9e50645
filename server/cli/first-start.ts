/**
 * What a new user needs for a first run: on a database without any workspace, the start creates a workspace with money
 * and a key, in one transaction, and shows the key this once. Later starts say how to create another key. While the
 * workspace has no owner, each start creates the link that makes somebody its owner. None of this happens in
 * production, where nobody asked for it.
 */
import type { Service } from '../compose.ts';
import { createKeyWithin, SCOPES } from '../keys/index.ts';
import { topUpWallet } from '../money/index.ts';
import { joinPath, renewSetUpLink } from '../people/index.ts';
import type { Config } from '../platform/config/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { createWorkspaceWithin, listWorkspaces } from '../workspaces/index.ts';
import { formatMoney, parseMoney } from './money.ts';

export type Greeting =
  | {
      kind: 'first';
      workspace: string;
      credit: string;
      key: string;
      model: string | undefined;
      /** Path of the dashboard where the first owner signs up. */
      join: string | undefined;
    }
  | { kind: 'again'; workspace: string | undefined; join: string | undefined };

const DEMO_WORKSPACE = 'demo';
const DEMO_CREDIT = '10.00';

export async function welcome(
  config: Config,
  { database }: Pick<Service, 'database'>,
): Promise<Greeting> {
  const { db } = database;
  const [oldest] = await listWorkspaces(db);
  if (config.production) return { kind: 'again', workspace: oldest?.name, join: undefined };
  if (oldest !== undefined) {
    const join = await db.transaction((tx) => makeJoinPath(tx, oldest.id));
    return { kind: 'again', workspace: oldest.name, join };
  }
  const amount = parseMoney(DEMO_CREDIT, config.unit);
  return {
    kind: 'first',
    workspace: DEMO_WORKSPACE,
    credit: formatMoney(amount, config.unit),
    ...(await makeDemo(db, amount)),
    model: config.providers.sandbox.enabled ? 'sandbox/echo' : undefined,
  };
}

function makeDemo(db: Db, amount: number): Promise<{ key: string; join: string | undefined }> {
  return db.transaction(async (tx) => {
    const { id: workspace } = await createWorkspaceWithin(tx, { name: DEMO_WORKSPACE });
    await topUpWallet(tx, { workspace, amount, reference: 'first start' });
    const scopes = [...SCOPES];
    const { key } = await createKeyWithin(tx, { workspace, name: 'first key', scopes });
    return { key, join: await makeJoinPath(tx, workspace) };
  });
}

/** The previous link stops working. Undefined if the workspace has an owner. */
async function makeJoinPath(tx: Queryable, workspace: string): Promise<string | undefined> {
  const link = await renewSetUpLink(tx, workspace);
  return link && joinPath(link.token);
}
