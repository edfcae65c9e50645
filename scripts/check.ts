/** Everything that can be told without running the service: style, types, the contract, its drift and its promises. */
import { spawnSync } from 'node:child_process';

const steps: [string, string, string[]][] = [
  ['style', 'biome', ['check', '--error-on-warnings']],
  ['types', 'tsc', ['-p', '.']],
  ['types of the dashboard', 'tsc', ['-p', 'client/dashboard']],
  ['contract', 'redocly', ['lint']],
  ['generated files', 'node', ['scripts/generate.ts', '--check']],
  ['released contract', 'node', ['scripts/contract-diff.ts']],
];

for (const [name, command, args] of steps) {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(`${status === 0 ? 'ok    ' : 'failed'}  ${name} (${seconds} s)`);
  if (status !== 0) {
    process.stderr.write(stdout + stderr);
    process.exit(1);
  }
}
