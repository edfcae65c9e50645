/** Runs the contract's linter and bundler, the version of this project, without any request to others. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const CLI = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
const ROOT = join(import.meta.dirname, '..');

/** Returns the standard output. If Redocly fails, throws `otherwise` with the errors of Redocly. */
export function redocly(args: readonly string[], otherwise: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  if (status !== 0) throw new Error(`${otherwise}\n${stderr}`);
  return stdout;
}
