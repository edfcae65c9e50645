/** Runs that a section needs before it measures anything. */
import { randomBytes } from 'node:crypto';
import type { ModelRun } from '../../openapi/generated/developer.ts';
import { type Answer, headerOf, open, unexpected } from './http-client.ts';
import type { Tenant } from './postgres.ts';
import { createRequest, WAIT } from './requests.ts';

export interface MadeRun {
  run: ModelRun;
  requestKey: string;
  etag: string;
}

interface Target {
  port: number;
  tenant: Tenant;
}

const CONNECTIONS = 16;

/** A run that no request waits for. */
export async function createOne({ port, tenant }: Target): Promise<MadeRun> {
  const connection = await open(port);
  const answer = await connection.exchange(createRequest(tenant.key, 'first'));
  connection.close();
  if (answer.status !== 202) throw unexpected(answer);
  return made('first', answer);
}

/** Completed runs. */
export async function createMany({ port, tenant }: Target, count: number): Promise<MadeRun[]> {
  const runs: MadeRun[] = [];
  let requestCount = 0;
  const drive = async () => {
    const connection = await open(port);
    while (requestCount < count) {
      requestCount += 1;
      const requestKey = randomBytes(8).toString('hex');
      const answer = await connection.exchange(createRequest(tenant.key, requestKey, WAIT));
      if (answer.status !== 200) throw unexpected(answer);
      runs.push(made(requestKey, answer));
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: Math.min(CONNECTIONS, count) }, drive));
  return runs;
}

function made(requestKey: string, answer: Answer): MadeRun {
  const etag = headerOf(answer, 'ETag');
  if (etag === undefined) throw new Error(`an answer without an ETag: ${answer.head}`);
  return { run: JSON.parse(answer.body) as ModelRun, requestKey, etag };
}
