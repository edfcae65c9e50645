/**
 * Releases the client (`npm run release:client`): checks its version, changelog and tag, tests it, packs it, and has publint
 * and arethetypeswrong judge the package, which is left here. With `--publish` npm publishes it then, with provenance: a
 * statement, signed where it is built, of which commit it is made from. That works in CI that npm knows, such as that of
 * GitHub and GitLab, and nowhere else.
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
