/** S3 storage that refuses names: the names of a job's artifacts must not keep the job from its end. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HIGHEST_UUID, LOWEST_UUID, newUuid } from '../../server/platform/lib/ids.ts';
import { removeOutputs } from '../../server/platform/outputs/index.ts';
import { createS3OutputStore } from '../../server/platform/outputs/s3.ts';

const objects = new Map<string, Buffer>();
let server: Server;
let store: ReturnType<typeof createS3OutputStore>;

beforeAll(async () => {
  server = createServer(async (req, res) => {
    const { pathname, searchParams } = new URL(req.url!, 'http://storage');
    if (searchParams.get('list-type') === '2')
      return void res.writeHead(200).end(listOf(searchParams));
    const key = decodeURIComponent(pathname.slice('/outputs/'.length));
    const isTooLong = Buffer.byteLength(key) > 1_024 || key.split('/').some((p) => p.length > 255);
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(part as Buffer);
    if (isTooLong)
      return void res.writeHead(400).end('<Error><Code>KeyTooLongError</Code></Error>');
    if (req.method === 'PUT') {
      objects.set(key, Buffer.concat(parts));
      return void res.writeHead(200).end();
    }
    if (req.method === 'DELETE') {
      objects.delete(key);
      return void res.writeHead(204).end();
    }
    const found = objects.get(key);
    res.writeHead(found ? 206 : 404).end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  store = createS3OutputStore({
    bucket: 'outputs',
    prefix: 'p'.repeat(200),
    client: {
      ...{ region: 'us-east-1', endpoint: `http://127.0.0.1:${port}`, forcePathStyle: true },
      ...{ credentials: { accessKeyId: 'a', secretAccessKey: 'b' }, maxAttempts: 1 },
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    },
  });
});
afterAll(() => {
  store.close();
  server.close();
});

/** In the order of their keys, as the protocol says; grouped by folder on request. */
function listOf(query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('start-after') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const folders = new Set(keys.map((key) => `${prefix}${key.slice(prefix.length).split('/')[0]}/`));
  const most = Number(query.get('max-keys') ?? 1_000);
  const text = query.has('delimiter')
    ? [...folders]
        .slice(0, most)
        .map((f) => `<CommonPrefixes><Prefix>${f}</Prefix></CommonPrefixes>`)
    : keys.map((key) => `<Contents><Key>${key}</Key></Contents>`);
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${text.join('')}</ListBucketResult>`;
}

const named = (name: string) => ({
  ...{ workspace: crypto.randomUUID(), owner: crypto.randomUUID() },
  ...{ kind: 'artifact' as const, name },
});

async function* content(text: string) {
  yield Buffer.from(text);
}

it.each([
  ['the longest', 'x'.repeat(512)],
  ['the longest once it is encoded', `${'\u{1f600}'.repeat(60)}/${'\u{1f600}'.repeat(60)}`],
  ['an ordinary', 'out/b c.txt'],
])('keeps an artifact of %s name', async (_, name) => {
  const output = named(name);
  await store.save(output, content('one'));
  await store.save({ ...output, name: `y${[...name].slice(1).join('')}` }, content('other'));
  expect(Buffer.from((await store.read(output, 0, 100))!).toString()).toBe('one');
});

it('lists the saved outputs of jobs in the order of their ids, with their names, and removes them', async () => {
  const { workspace } = named('');
  const [first, second, third] = [newUuid(), newUuid(), newUuid()] as [string, string, string];
  const long = 'é'.repeat(200);
  for (const owner of [third, first, second]) {
    await store.save({ workspace, owner, kind: 'log', name: 'stdout' }, content('words'));
    await store.save({ workspace, owner, kind: 'artifact', name: 'out/a b.txt' }, content('words'));
    await store.save({ workspace, owner, kind: 'artifact', name: long }, content('long'));
  }
  const all = { after: LOWEST_UUID, before: HIGHEST_UUID };
  expect(await store.owners(workspace, all, 2)).toEqual([first, second]);
  expect(await store.owners(workspace, { after: first, before: third }, 10)).toEqual([second]);

  const names = await store.names(workspace, first);
  expect(names).toContainEqual({ kind: 'artifact', name: 'out/a b.txt' });
  expect(names).toContainEqual({ kind: 'log', name: 'stdout' });
  // The store does not keep a long name; its replacement finds it.
  const texts = names.map(async (one) => store.read({ workspace, owner: first, ...one }, 0, 100));
  const read = (await Promise.all(texts)).map((bytes) => Buffer.from(bytes!).toString());
  expect(read.sort()).toEqual(['long', 'words', 'words']);

  const areOpen = async () => new Set([third]);
  const range = { workspace, before: HIGHEST_UUID };
  expect(await removeOutputs(store, range, areOpen, () => false)).toBe(false);
  expect(await store.owners(workspace, all, 10)).toEqual([third]);
  expect(
    await removeOutputs(
      store,
      range,
      async () => new Set(),
      () => false,
    ),
  ).toBe(true);
  expect(await store.owners(workspace, all, 10)).toEqual([]);
});
