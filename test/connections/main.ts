/**
 * The core of the suite through PgBouncer in transaction mode, and against the oldest supported PostgreSQL, both as
 * Debian packages them. Not part of the gate, because they must be installed. `-- pooler` or `-- oldest` plays one of
 * them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/fingerprint.ts';
import { OLDEST_MAJOR } from '../../server/platform/db/schema.ts';
import { installed } from '../support/installed.ts';

/** Tests about money, and about processes that die and requests that race. */
const CORE = [
  ...['test/resources', 'test/runs', 'test/ledger', 'test/keys', 'test/races', 'test/service'],
  ...['test/users', 'test/prompts', 'test/webhooks', 'test/observability', 'test/tools'],
  ...['test/crash/kill.test.ts', 'test/crash/apart.test.ts', 'test/cli/processes.test.ts'],
];

const PLAYS: Record<string, () => Promise<number>> = {
  pooler: () =>
    vitest([...CORE, 'test/connections/pooler.test.ts'], {
      TEST_POOLER: installed('pgbouncer', 'pgbouncer'),
    }),
  oldest: () =>
    vitest([...CORE, 'test/connections', 'test/db/payload-storage.test.ts'], {
      TEST_POSTGRES: oldestPostgres(),
    }),
};

const chosen = process.argv.slice(2);
for (const [name, play] of Object.entries(PLAYS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  process.exitCode = (await play()) || process.exitCode || 0;
}

/** Debian keeps the programs of each version in a separate folder. */
function oldestPostgres(): string {
  const name = `postgresql-${OLDEST_MAJOR}`;
  return dirname(installed(`/usr/lib/postgresql/${OLDEST_MAJOR}/bin/postgres`, name));
}

async function vitest(
  files: readonly string[],
  environment: Record<string, string>,
): Promise<number> {
  const program = join(root, 'node_modules/.bin/vitest');
  const child = spawn(program, ['run', ...files], {
    ...{ stdio: 'inherit', cwd: root, env: { ...process.env, ...environment } },
  });
  const [code] = await once(child, 'exit');
  return (code as number | null) ?? 1;
}
