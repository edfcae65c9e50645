/** Outputs of jobs that a workspace no longer keeps, in S3 storage: all of them are deleted, and nothing else. */
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOutputs } from '../../../server/compose/compute.ts';
import { createRetention } from '../../../server/compose/retention.ts';
import { newUuid } from '../../../server/platform/lib/ids.ts';
import { removeOutputs } from '../../../server/platform/outputs/index.ts';
import { createS3OutputStore } from '../../../server/platform/outputs/s3.ts';
import { startObjectStorage } from '../../support/object-storage.ts';
import { quotasOf } from '../../support/quotas.ts';
import { COMPUTE_JOBS, jsonOf, startService, type TestService } from '../../support/service.ts';

const Bucket = 'outputs';
const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

let storage: Awaited<ReturnType<typeof startObjectStorage>>;
let settings: NonNullable<Parameters<typeof openOutputs>[1]>['client'];
let client: S3Client;
let service: TestService;
beforeAll(async () => {
  storage = await startObjectStorage();
  settings = {
    ...{ region: 'us-east-1', endpoint: storage.endpoint, forcePathStyle: true },
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  };
  client = new S3Client(settings);
  await client.send(new CreateBucketCommand({ Bucket }));
}, 600_000);
afterAll(async () => {
  await service?.close();
  client.destroy();
  storage.close();
});

async function keysOf(workspace: string): Promise<string[]> {
  const keys: string[] = [];
  for (let ContinuationToken: string | undefined; ; ) {
    const found = await client.send(
      new ListObjectsV2Command({ Bucket, Prefix: `${workspace}/`, ContinuationToken }),
    );
    keys.push(...(found.Contents ?? []).map(({ Key }) => Key!));
    ContinuationToken = found.NextContinuationToken;
    if (ContinuationToken === undefined) return keys;
  }
}

async function* bytes() {
  yield Buffer.from('x');
}

async function saveJobs(store: ReturnType<typeof createS3OutputStore>, count: number) {
  const workspace = newUuid();
  const jobs = Array.from({ length: count }, () => newUuid()).sort();
  for (const owner of jobs) {
    await store.save({ workspace, owner, kind: 'log', name: 'stdout' }, bytes());
    await store.save({ workspace, owner, kind: 'artifact', name: 'a/b' }, bytes());
  }
  return { workspace, jobs };
}

const none = async () => new Set<string>();
const never = () => false;

it('removes every output below a job, of many pages, and nothing of other jobs and workspaces', async () => {
  const store = createS3OutputStore({ bucket: Bucket, client: settings });
  const [{ workspace, jobs }, others] = [await saveJobs(store, 230), await saveJobs(store, 2)];
  const before = jobs[225]!;
  expect(await removeOutputs(store, { workspace, before }, none, never)).toBe(true);
  expect(await store.owners(workspace, { after: '', before: HIGHEST }, 100)).toEqual(
    jobs.slice(225),
  );
  expect(await keysOf(others.workspace)).toHaveLength(4);
  store.close();
});

it('leaves what is open, and says that something is left', async () => {
  const store = createS3OutputStore({ bucket: Bucket, client: settings });
  const { workspace, jobs } = await saveJobs(store, 3);
  const open = async () => new Set([jobs[1]!]);
  const range = { workspace, before: HIGHEST };
  expect(await removeOutputs(store, range, open, never)).toBe(false);
  expect(await store.owners(workspace, { after: '', before: HIGHEST }, 100)).toEqual([jobs[1]]);
  expect(await removeOutputs(store, range, none, never)).toBe(true);
  expect(await keysOf(workspace)).toEqual([]);
  store.close();
});

it('removes all from a store that answers shorter pages than it was asked for', async () => {
  const requestHandler = new NodeHttpHandler();
  const handle = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = (request, ...more) => {
    if (request.query['max-keys'] !== undefined) request.query['max-keys'] = '7';
    return handle(request, ...more);
  };
  const store = createS3OutputStore({ bucket: Bucket, client: { ...settings, requestHandler } });
  const { workspace } = await saveJobs(store, 30);
  expect(await removeOutputs(store, { workspace, before: HIGHEST }, none, never)).toBe(true);
  expect(await keysOf(workspace)).toEqual([]);
  store.close();
});

it('purges logs and files of jobs in the storage with the content of their runs', async () => {
  service = await startService();
  const tenant = await service.tenant();
  const { db } = service.database;
  const outputs = await openOutputs(db, { bucket: Bucket, prefix: '', client: settings });
  const order = {
    ...{ environment: 'javascript', timeoutSeconds: 60, outputs: ['a.txt'] },
    source: `console.log('written'); job.writeFile('a.txt', 'a file')`,
  };
  const job = jsonOf(
    await tenant.create(order, { path: COMPUTE_JOBS, headers: { Prefer: 'wait=20' } }),
  ) as { state: string; providerReference: string };
  expect(job.state).toBe('completed');
  const { workspace } = tenant;
  // As if that job had existed before the storage, and this one after it.
  await outputs.save({ workspace, owner: newUuid(), kind: 'log', name: 'stderr' }, bytes());
  expect(await keysOf(workspace)).toHaveLength(1);
  await db.query('update workspace set content_days = 1 where id = $1', [workspace]);
  const retention = createRetention(
    { content: { mostDays: undefined } },
    {
      ...{ db, compute: { outputs } as never, runs: { open: async () => new Map() } as never },
      spans: { removeBefore: async () => true } as never,
      quotas: quotasOf(db),
    },
  );
  const now = new Date(Date.now() + 2 * 86_400_000);
  await retention.purge({ withinMs: 60_000, workspace, now });
  expect(await keysOf(workspace)).toEqual([]);
  expect(await db.query('select from output_part where workspace = $1', [workspace])).toEqual([]);
  expect(await db.query('select from run_payload where workspace = $1', [workspace])).toEqual([]);
  outputs.close();
});
