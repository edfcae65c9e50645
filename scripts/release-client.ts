/**
 * Releases the client (`npm run release:client`): checks its version, changelog and tag, tests it, packs it, and
 * checks the package with publint and arethetypeswrong. The package stays in the folder. With `--publish`, npm then
 * publishes it with provenance: a signed statement of the commit that it was built from. That works only in CI that
 * npm supports, such as that of GitHub and GitLab.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { faultsOfPackage } from './client-package/judge.ts';
import { pack } from './client-package/pack.ts';
import { root } from './fingerprint.ts';
import { readFacts } from './release-client/facts.ts';
import { release } from './release-client/release.ts';

const { values } = parseArgs({ options: { publish: { type: 'boolean', default: false } } });

const ok = await release(
  {
    facts: readFacts(),
    test: () => run('vitest', ['run', 'test/client']),
    pack: async () => join(root, await pack(root)),
    judge: faultsOfPackage,
    publish: (args) => run('npm', args),
    say: (line) => console.log(line),
  },
  values,
);
process.exitCode = ok ? 0 : 1;

async function run(command: string, args: string[]): Promise<boolean> {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code === 0;
}
