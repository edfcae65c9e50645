/**
 * The suite, with one shard of the tests that repeat one proof for many cases (`test/support/shards.ts`). The commit
 * selects it, so that a commit always gets the same tests; `SHARD` names another one. Arguments are those of Vitest.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { SHARDS } from '../test/support/shards.ts';

const requested = process.env.SHARD;
const SHARD = requested === undefined || requested === '' ? String(shardOfCommit()) : requested;
console.log(
  `Shard ${SHARD} of ${SHARDS}: SHARD=${SHARD} npm test plays it again, npm run test:every plays all.`,
);
const child = spawn('vitest', ['run', ...process.argv.slice(2)], {
  env: { ...process.env, SHARD },
  stdio: 'inherit',
});
const [code] = (await once(child, 'close')) as [number | null];
process.exitCode = code ?? 1;

/** The first one without a commit, such as in an archive of the sources. */
function shardOfCommit(): number {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  const start = /^[0-9a-f]{8}/.exec(stdout ?? '')?.[0];
  return start === undefined ? 1 : (Number.parseInt(start, 16) % SHARDS) + 1;
}
