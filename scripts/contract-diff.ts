/**
 * Compares the contract with the last released one, prints what changed, and exits 1 with what to do if info.version or
 * the changelog does not say so. `--release` saves the contract as the released one, unless there is a fault.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { judge } from './contract-diff/index.ts';

const root = join(import.meta.dirname, '..');
const options = optionsOf(process.argv.slice(2));
if (options !== undefined) {
  const { release, ...files } = options;
  const { released, present, table, fault } = judge(files);
  console.log(`The contract ${present}, compared with the released ${released}:\n${table}`);
  const reason = fault ?? (release ? driftOf() : undefined);
  if (reason !== undefined) fail(release ? `Not released. ${reason}` : reason);
  else if (release) {
    copyFileSync(files.present, files.released);
    console.log(`Saved as ${relative(process.cwd(), files.released)}: commit it with the release.`);
  }
}

function optionsOf(args: string[]) {
  const openapi = join(root, 'openapi');
  try {
    const { values } = parseArgs({
      args,
      options: {
        release: { type: 'boolean', default: false },
        released: { type: 'string', default: join(openapi, 'released', 'developer.json') },
        present: { type: 'string', default: join(openapi, 'generated', 'developer.json') },
        changelog: { type: 'string', default: join(openapi, 'CHANGELOG.md') },
      },
    });
    return values;
  } catch (error) {
    fail(`${error instanceof Error ? error.message : error} The one option is --release.`);
    return undefined;
  }
}

/** The sources are what is released. */
function driftOf(): string | undefined {
  const check = spawnSync(process.execPath, ['scripts/generate.ts', '--check'], {
    cwd: root,
    encoding: 'utf8',
  });
  return check.status === 0 ? undefined : check.stderr.trim();
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}
