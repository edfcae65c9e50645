/**
 * Everything that can be checked without running the service: style, types, the contract, its drift and its promises.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import pLimit from 'p-limit';

const STEPS: [name: string, command: string, args: string[]][] = [
  ['types', 'tsc', ['-p', '.', '--singleThreaded']],
  ['style', 'biome', ['check', '--error-on-warnings']],
  ['types of the dashboard', 'tsc', ['-p', 'client/dashboard', '--singleThreaded']],
  ['generated files', 'node', ['scripts/generate.ts', '--check']],
  ['contract', 'redocly', ['lint']],
  ['released contract', 'node', ['scripts/contract-diff.ts']],
];
/** Each of them takes a processor, and most machines have two. */
const AT_ONCE = 2;

const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

async function check([name, command, args]: (typeof STEPS)[number]): Promise<void> {
  const started = performance.now();
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'failed'}  ${name} (${seconds} s)`);
  if (code === 0) return;
  process.stderr.write(stdout + stderr);
  process.exitCode = 1;
}

const limit = pLimit(AT_ONCE);
await Promise.all(STEPS.map((step) => limit(check, step)));
