/**
 * What has changed between two contracts, as the linter's own comparison lists it: one entry for each location, with
 * the rules by which it breaks callers. Decides nothing; redocly.yaml says which rules are on.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { redocly } from '../redocly.ts';
import type { Node } from './weigh.ts';

const root = join(import.meta.dirname, '..', '..');

type Impact = 'major' | 'minor' | 'patch';

export interface Change {
  /** The location, through references, in the newer contract (in the older one if it is gone). */
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

export function compare(released: Node, present: Node): Change[] {
  const folder = mkdtempSync(join(tmpdir(), 'contracts-'));
  try {
    const files = Object.entries({ released, present }).map(([name, contract]) => {
      const file = join(folder, `${name}.json`);
      writeFileSync(file, JSON.stringify(contract));
      return file;
    });
    const options = ['--config', join(root, 'redocly.yaml'), '--format', 'json'];
    const args = ['diff', ...files, ...options, '--fail-on', 'none'];
    const stdout = redocly(args, 'The contracts cannot be compared.');
    const { reportVersion, changes } = JSON.parse(stdout) as Report;
    if (reportVersion !== '1')
      throw new Error(`A report of version ${reportVersion} is not known here.`);
    return changes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Report {
  reportVersion: string;
  changes: Change[];
}
