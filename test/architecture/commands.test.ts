/** Commands that the gate does not run would break unseen, so each of them at least loads all its modules. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { ROOT } from '../support/sources.ts';

const HAS_OPTIONS = /from '@commander-js\/extra-typings'|from '\.\/options\.ts'/;

const commands = Object.entries(manifest.scripts).flatMap(([name, script]) => {
  const [, file] = /^node (test\/\S+\/main\.ts)$/.exec(script) ?? [];
  const takesOptions = file && HAS_OPTIONS.test(readFileSync(join(ROOT, file), 'utf8'));
  return takesOptions ? [{ name, file }] : [];
});

it('package.json has the commands', () => {
  expect(commands.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['bench', 'check:release', 'soak']),
  );
});

it.each(commands)('npm run $name tells its options', async ({ name, file }) => {
  const { VITEST: _, ...env } = process.env;
  const args = [join(ROOT, file), '--help'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  expect(stdout).toContain(`Usage: npm run ${name} --`);
});
