/**
 * The service in two real processes, each with its own tap to one database and with a tap to the upstream, which runs
 * in the test and remembers what it was sent. Both serve runs of every kind that the tests know.
 */

import { type AnyKind, KINDS, portsOfKinds, TOY_RUNS } from '../../support/kinds.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import {
  type Client,
  clientOf,
  kill,
  type Outside,
  type Process,
  startOutside,
  startProcess,
} from '../../support/process.ts';
import { makeTenant } from '../tenant.ts';
import { type DatabaseTap, openDatabaseTap } from './database-tap.ts';
import { openProviderTap } from './provider-tap.ts';
import type { Seam } from './seams.ts';

const MUCH = 1_000_000_000_000;

export interface World {
  database: TestDatabase;
  sandbox: Outside['sandbox'];
  workspace: string;
  /** One for each kind of run. */
  clients: { kind: AnyKind; client: Client }[];
  processes: Record<Seam['of'], Process>;
  environments: Record<Seam['of'], Record<string, string>>;
  /** The seed, from 0 to 1, says when a seam that is any moment is met. */
  arm(seam: Seam, seed: number, fire: () => void): void;
  close(): Promise<void>;
}

/** `settings` are those of the API. */
export async function openWorld(settings: Record<string, string> = {}): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const outside = await startOutside({ slowMs: 300 });
  stack.defer(() => outside.close());
  const provider = await openProviderTap(outside.sandbox.url);
  stack.defer(() => provider.close());
  const database = await createTestDatabase();
  stack.defer(() => database.drop());
  const taps: Record<Seam['of'], DatabaseTap> = {
    serve: await openDatabaseTap(database.url),
    work: await openDatabaseTap(database.url),
  };
  stack.defer(async () => {
    await Promise.all([taps.serve.close(), taps.work.close()]);
  });

  const shared = {
    ...outside.environment,
    OPENROUTER_BASE_URL: provider.url,
    RECONCILE_DEADLINE_MS: '1500',
  };
  const ports = await portsOfKinds();
  const environments = {
    serve: { ...shared, ...ports, ...settings, DATABASE_URL: taps.serve.url },
    work: { ...shared, DATABASE_URL: taps.work.url },
  };
  const processes = {
    serve: await startProcess('serve', environments.serve, TOY_RUNS.main),
    work: await startProcess('work', environments.work, TOY_RUNS.main),
  };
  stack.defer(async () => {
    const both = Object.values(processes);
    for (const each of both) kill(each, 'SIGKILL');
    await Promise.all(both.map(({ ended }) => ended));
  });
  const { workspace, key } = await makeTenant(database.db, MUCH);

  const kept = stack.move();
  return {
    ...{ database, sandbox: outside.sandbox, workspace, processes, environments },
    clients: KINDS.map((kind) => {
      const url = `http://127.0.0.1:${ports[kind.port]}`;
      return { kind, client: clientOf({ url }, key, kind.path) };
    }),
    arm({ of, at }, seed, fire) {
      if ('withinMs' in at) setTimeout(fire, seed * at.withinMs);
      else if ('statement' in at) taps[of].arm(at, fire);
      else provider.arm(at, fire);
    },
    close: () => kept.disposeAsync(),
  };
}
