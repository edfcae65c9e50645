import { randomUUID } from 'node:crypto';
import {
  CreateBucketCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createS3OutputStore } from '../../../server/platform/outputs/s3.ts';
import { startObjectStorage } from '../../support/object-storage.ts';

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
let storage: Awaited<ReturnType<typeof startObjectStorage>>;
let store: ReturnType<typeof createS3OutputStore>;
let client: {
  region: string;
  endpoint: string;
  credentials: typeof credentials;
  forcePathStyle: true;
};

beforeAll(async () => {
  storage = await startObjectStorage();
  client = { region: 'us-east-1', endpoint: storage.endpoint, credentials, forcePathStyle: true };
  await new S3Client(client).send(new CreateBucketCommand({ Bucket: 'outputs' }));
  store = createS3OutputStore({ bucket: 'outputs', prefix: 'jobs/', client });
}, 600_000);
afterAll(() => {
  store.close();
  storage.close();
});

const nameOf = (name: string) => ({
  workspace: 'w',
  owner: randomUUID(),
  kind: 'artifact' as const,
  name,
});

async function* partsOf(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

const textOf = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();

it('keeps an output and gives parts of it', async () => {
  const output = nameOf('a/b c?.txt');
  await store.save(output, partsOf('one ', 'two ', 'three'));
  expect(textOf(await store.read(output, 0, 100))).toBe('one two three');
  expect(textOf(await store.read(output, 4, 3))).toBe('two');
  expect(textOf(await store.read(output, 13, 10))).toBe('');
  expect(textOf(await store.read(output, 500, 10))).toBe('');
});

it('keeps what takes many parts, and leaves nothing of one that breaks off', async () => {
  const part = Buffer.alloc(1024 * 1024, 'x');
  async function* long(breaks: boolean) {
    for (let i = 0; i < 12; i++) yield part;
    if (breaks) throw new Error('broken');
    yield Buffer.from('end');
  }
  const [output, other] = [nameOf('long'), nameOf('broken')];
  await store.save(output, long(false));
  await store.save(output, partsOf('later'));
  expect(textOf(await store.read(output, 12 * part.length - 1, 100))).toBe('xend');
  await expect(store.save(other, long(true))).rejects.toThrow('broken');
  expect(await store.read(other, 0, 10)).toBeUndefined();
  const uploads = new ListMultipartUploadsCommand({ Bucket: 'outputs' });
  expect((await new S3Client(client).send(uploads)).Uploads ?? []).toEqual([]);
});

it('keeps the first one that is saved under a name', async () => {
  const output = nameOf('a');
  await store.save(output, partsOf('first'));
  await store.save(output, partsOf('second'));
  expect(textOf(await store.read(output, 0, 100))).toBe('first');
});

it('knows an empty output from one that was never saved', async () => {
  const output = nameOf('empty');
  expect(await store.read(output, 0, 10)).toBeUndefined();
  await store.save(output, partsOf());
  expect(textOf(await store.read(output, 0, 10))).toBe('');
});

it('lets no name lead out of its job', async () => {
  const output = nameOf('../../x');
  await store.save(output, partsOf('x'));
  const found = await new S3Client(client).send(new ListObjectsV2Command({ Bucket: 'outputs' }));
  const key = `jobs/w/${output.owner}/artifact/..%2F..%2Fx`;
  expect(found.Contents?.map(({ Key }) => Key)).toContain(key);
});

it('says so when the storage is not there', async () => {
  const nowhere = { ...client, endpoint: 'http://127.0.0.1:1', maxAttempts: 1 };
  const other = createS3OutputStore({ bucket: 'outputs', client: nowhere });
  await expect(other.read(nameOf('a'), 0, 10)).rejects.toThrow();
});
