/** Outputs of jobs in S3 storage, as COMPUTE_FILE names it. The service still reads what PostgreSQL had before. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ComputeJob } from '../../../openapi/generated/developer.ts';
import { startObjectStorage } from '../../support/object-storage.ts';
import {
  COMPUTE_JOBS,
  jsonOf,
  startService,
  type Tenant,
  type TestService,
} from '../../support/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'storage-'));
let storage: Awaited<ReturnType<typeof startObjectStorage>>;
let client: S3Client;
let before: TestService;
let service: TestService;

beforeAll(async () => {
  storage = await startObjectStorage();
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  client = new S3Client({
    ...{ region: 'us-east-1', endpoint: storage.endpoint, forcePathStyle: true, credentials },
  });
  await client.send(new CreateBucketCommand({ Bucket: 'outputs' }));
  writeFileSync(join(folder, 'key'), 'test\n');
  const file = {
    storage: {
      ...{ bucket: 'outputs', endpoint: storage.endpoint, accessKeyId: 'test' },
      secretAccessKey: { file: join(folder, 'key') },
    },
  };
  writeFileSync(join(folder, 'compute.json'), JSON.stringify(file));
  before = await startService();
}, 600_000);
afterAll(async () => {
  await service?.stop();
  await before.close();
  storage.close();
  rmSync(folder, { recursive: true });
});

const body = {
  ...{ environment: 'javascript', timeoutSeconds: 30, outputs: ['big'] },
  source: `console.log('told'); job.writeFile('big', 'x'.repeat(6 * 1024 * 1024))`,
};

async function run(tenant: Tenant): Promise<ComputeJob> {
  let answer = await tenant.create(body, { path: COMPUTE_JOBS });
  for (;;) {
    const job = jsonOf(answer) as ComputeJob;
    if (job.finishedAt !== undefined) return job;
    answer = await tenant.get(`${COMPUTE_JOBS}/${job.id}`, { Prefer: 'wait=20' });
  }
}

it('keeps logs and artifacts there, and reads those from before in PostgreSQL', async () => {
  const tenant = await before.tenant();
  const old = await run(tenant);
  await before.stop();
  service = await startService({
    database: before.database,
    environment: { COMPUTE_FILE: join(folder, 'compute.json'), PORT: String(before.port) },
  });
  const job = await run(tenant);
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: 'outputs' }));
  const keys = Contents.map(({ Key }) => Key!.split('/').slice(1).join('/'));
  const id = job.providerReference;
  expect(keys.sort()).toEqual([`${id}/artifact/big`, `${id}/log/stderr`, `${id}/log/stdout`]);
  for (const each of [old, job]) {
    const log = await tenant.get(`${COMPUTE_JOBS}/${each.id}/logs`);
    expect(jsonOf(log)).toMatchObject({ text: 'told\n', ended: true });
    const artifact = await tenant.get(`${COMPUTE_JOBS}/${each.id}/artifacts/big`);
    expect(artifact.text).toHaveLength(6 * 1024 * 1024);
  }
});
