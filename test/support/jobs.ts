/** Reads, from outside, the folder of jobs of real processes: how often the code of each began. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ComputeJob } from '../../openapi/generated/developer.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import { BEGUN, PROGRAM_NAMES } from './kinds.ts';
import type { Client } from './process.ts';

export async function openJobs() {
  const folder = await mkdtemp(join(tmpdir(), 'model-run-jobs-'));
  const file = join(folder, 'environments.json');
  const pricing = { perJob: '0.0001', perCpuSecond: '0.000014', perGibSecond: '0.0000045' };
  const environment = { engine: 'javascript', kind: 'source', pricing };
  const environments = Object.fromEntries(PROGRAM_NAMES.map((name) => [name, environment]));
  await writeFile(file, JSON.stringify({ environments }));
  const known = new Map<string, number>();

  const folders = () => foldersOfJobs(folder);

  function count(root: string, jobId: string): void {
    try {
      const text = readFileSync(join(root, jobId, 'stdout'), 'utf8');
      known.set(jobId, text.split('\n').filter((line) => line === BEGUN).length);
    } catch {
      // It has not begun, or its folder was removed.
    }
  }

  return {
    environment: { COMPUTE_DIR: folder, COMPUTE_FILE: file },
    folders,
    /** How often the code of one job, or of all present jobs, began. */
    posts(id?: string): number {
      const only = id === undefined ? undefined : idToUuid('job', id);
      for (const root of folders()) {
        for (const name of only === undefined ? readdirSync(root) : [only]) count(root, name);
      }
      if (only !== undefined) return known.get(only) ?? 0;
      return [...known.values()].reduce((sum, starts) => sum + starts, 0);
    },
    /** A client that remembers how much a job has written: the service removes the folders of jobs a minute later. */
    knowing: (client: Client): Client => ({
      ...client,
      async end(id) {
        const job = await client.end(id);
        const { logs } = job as unknown as ComputeJob;
        if (logs) known.set(idToUuid('job', id)!, logs.stdoutBytes / `${BEGUN}\n`.length);
        return job;
      },
    }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 20 }),
  };
}

/** The folders of every deployment with jobs in a COMPUTE_DIR. */
export function foldersOfJobs(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const deployments = readdirSync(folder, { withFileTypes: true });
  return deployments
    .filter((each) => each.isDirectory())
    .map(({ name }) => join(folder, name, 'javascript'));
}
