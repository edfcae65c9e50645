/**
 * What has changed between two contracts, as the linter's own comparison lists it: one entry for each place,
 * with the rules that found it to break callers. Decides nothing; redocly.yaml says which rules are on.
 */
import { join } from 'node:path';
import { redocly } from '../redocly.ts';

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
  const options = ['--config', join(root, 'redocly.yaml'), '--format', 'json', '--fail-on', 'none'];
  const args = ['diff', released, present, ...options];
  const stdout = redocly(args, 'The contracts cannot be compared.');
  const { reportVersion, changes } = JSON.parse(stdout) as Report;
  if (reportVersion !== '1')
    throw new Error(`A report of version ${reportVersion} is not known here.`);
  return changes;
}

interface Report {
  reportVersion: string;
  changes: Change[];
}
