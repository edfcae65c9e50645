/**
 * The jobs of COMPUTE.md, word for word, on a machine without anything: JavaScript at the first start, then a
 * container.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { ComputeJob, ComputeJobLog } from '../../openapi/generated/developer.ts';
import { makeRootfs, removeMounted } from '../support/containers.ts';
import { INSTALL_TIMEOUT_MS, installed } from '../support/installed.ts';
import { json, launch, type Running, temporaryData } from '../support/program.ts';

const read = (page: string) => readFileSync(resolve(import.meta.dirname, '../..', page), 'utf8');
const jobsIn = (text: string) =>
  [...text.matchAll(/-d '(\{"environment".*\})'/g)].map((match) => match[1]!);
const page = read('server/deploy/COMPUTE.md');
/** The bodies of its two requests. */
const [javascript, container] = jobsIn(page);
/** The commands that the page passes to `npm run cli --`. */
const added = /npm run cli -- (environments add .*)/.exec(page)![1]!;

const dataDir = await temporaryData();
const environment = { DATA_DIR: dataDir, PORT: '0' };
const rootfs = makeRootfs();
afterAll(async () => {
  await removeMounted(join(dataDir, 'jobs'));
  await removeMounted(rootfs);
});

async function start(): Promise<{ program: Running; url: string; key: string }> {
  const program = launch(['start'], environment);
  const output = await program.until(/Ctrl-C stops/);
  const kept = await readFile(join(dataDir, 'first-key.txt'), 'utf8').catch(() => '');
  const key = /mrk_\w{38}/.exec(kept + output)?.[0] ?? '';
  return { program, key, url: /http:\/\/localhost:\d+/.exec(output)?.[0] ?? '' };
}

async function runJob({ url, key }: { url: string; key: string }, body: string) {
  const path = `${url}/v1/developer/compute-jobs`;
  const authorization = { Authorization: `Bearer ${key}` };
  const created = await fetch(path, {
    method: 'POST',
    headers: {
      ...authorization,
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(),
      Prefer: 'wait=10',
    },
    body,
  });
  let job = (await created.json()) as ComputeJob;
  while (job.finishedAt === undefined) {
    const headers = { ...authorization, Prefer: 'wait=10' };
    job = (await (await fetch(`${path}/${job.id}`, { headers })).json()) as ComputeJob;
  }
  const log = await fetch(`${path}/${job.id}/logs`, { headers: authorization });
  return { job, text: ((await log.json()) as ComputeJobLog).text };
}

test('the README has the first job of COMPUTE.md', () => {
  expect(jobsIn(read('README.md'))).toEqual([javascript]);
});

test('a fresh start runs JavaScript, and a container once an environment is added', {
  timeout: INSTALL_TIMEOUT_MS,
}, async () => {
  const first = await start();
  expect(await runJob(first, javascript!)).toMatchObject({
    ...{ job: { state: 'completed', result: 'exited', exitCode: 0 }, text: '42\n' },
  });
  first.program.process.kill('SIGINT');
  await first.program.ended;

  installed('runc', 'runc');
  const args = added.replace('/srv/shell', rootfs).split(' ');
  await json(args, environment);
  const second = await start();
  const { job, text } = await runJob({ ...second, key: first.key }, container!);
  expect(job).toMatchObject({ state: 'completed', result: 'exited', exitCode: 0 });
  expect(text).toBe('hello\n');
  // The programs of runc, and none of this user's own.
  expect(job.usage!.maxMemoryBytes).toBeGreaterThan(0);
  const { id, chargedAmount } = await json<ComputeJob>(['compute', 'show', job.id], environment);
  expect([id, chargedAmount]).toEqual([job.id, job.chargedAmount]);
  second.program.process.kill('SIGINT');
  expect((await second.program.ended).code).toBe(0);
  expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(job.id);
});
