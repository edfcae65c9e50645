/**
 * What has changed between two contracts, as the linter's own comparison lists it: one entry for each place,
 * with the rules that found it to break callers. Decides nothing; redocly.yaml says which rules are on.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

type Impact = 'major' | 'minor' | 'patch';

export interface Change {
  /** Where, through references, in the newer contract (in the older where it is gone). */
  path: string;
  typeName: string;
  kind: 'added' | 'modified' | 'removed';
  impact: Impact;
  property?: string;
  verdicts: { ruleId: string; impact: Impact; message: string }[];
  base?: Side;
  revision?: Side;
}

export interface Side {
  pointer: string;
  value?: unknown;
}

export function compare(released: string, present: string): Change[] {
  const cli = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
  const options = ['--config', join(root, 'redocly.yaml'), '--format', 'json', '--fail-on', 'none'];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [cli, 'diff', released, present, ...options],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  if (status !== 0) throw new Error(`The contracts cannot be compared.\n${stderr}`);
  const { reportVersion, changes } = JSON.parse(stdout) as Report;
  if (reportVersion !== '1')
    throw new Error(`A report of version ${reportVersion} is not known here.`);
  return changes;
}

interface Report {
  reportVersion: string;
  changes: Change[];
}
