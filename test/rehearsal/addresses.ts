/** Requests every address that the pages name from the service that the README's commands started. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import developer from '../../openapi/generated/developer.json' with { type: 'json' };
import { execute } from '../languages/execute.ts';
import { buyRun, firstKey } from '../release/unpacked.ts';
import { ROOT } from '../support/import-graph.ts';
import type { Installed } from './deployment.ts';
import { addressesOf } from './pages.ts';
import { NotRun, type Report } from './report.ts';

/** Addresses that are only a prefix in the text, and what an address needs that no machine has by itself. */
const ABSENT: Record<string, string> = {
  '/v1': 'the beginning of addresses, not one',
  '/v1/developer': 'the beginning of addresses, not one',
  '/v1/dashboard': 'the beginning of addresses, not one',
  '/client': 'the beginning of addresses, not one',
  '/v1/dashboard/session/oidc/callback': 'needs an identity provider',
};

export async function judgeAddresses(
  { folder, started, probes }: Installed,
  report: Report,
): Promise<void> {
  const key = await firstKey(join(folder, '.data'));
  const run = (await buyRun(started.url, key)) as unknown as { id: string };
  for (const [path, pages] of addressesOf(ROOT)) {
    await report.prove('addresses', path, async () => {
      const absent = ABSENT[path];
      if (absent) throw new NotRun(absent);
      const filled = withExamples(path.replaceAll(/\{id\}|run_\w+/g, run.id), path);
      if (/[{<]/.test(filled))
        throw new NotRun(`no value for its placeholder, in ${pages.join(', ')}`);
      const headers = { Authorization: `Bearer ${key}` };
      const { status } = await fetch((path === '/metrics' ? probes : started.url) + filled, {
        headers,
        redirect: 'manual',
      });
      if (status === 404 || status >= 500)
        throw new Error(`${status}, named in ${pages.join(', ')}`);
      return `${status}, named in ${pages[0]}`;
    });
  }
  await report.prove('addresses', 'the client installs by npm from the service', async () => {
    const command = /npm install (http:\/\/localhost:8080\/\S+?\.tgz)/.exec(
      readFileSync(join(ROOT, 'README.md'), 'utf8'),
    )?.[1];
    if (!command) throw new Error('the README has no npm install of the client');
    const address = command.replace('http://localhost:8080', started.url);
    const home = (await execute('mktemp', ['-d'])).trim();
    await execute('npm', ['install', '--no-audit', '--no-fund', '--prefix', home, address]);
    return address.replace(started.url, '');
  });
}

/** Fills what is left with the examples that the contract has for the parameters of this path. */
function withExamples(filled: string, path: string): string {
  const paths = developer.paths as Record<string, { get?: { parameters?: Parameter[] } }>;
  const parameters = paths[path]?.get?.parameters ?? [];
  return parameters.reduce(
    (all, { name, example }) => all.replace(`{${name}}`, String(example)),
    filled,
  );
}

interface Parameter {
  name?: string;
  example?: unknown;
}
