/** S3 storage that refuses names: the names of a job's artifacts must not keep the job from its end. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HIGHEST_UUID, LOWEST_UUID, newUuid } from '../../server/platform/lib/ids.ts';
import { removeOutputs } from '../../server/platform/outputs/index.ts';
import { createS3OutputStore } from '../../server/platform/outputs/s3.ts';
import { type Bucket, startBucket } from '../support/bucket.ts';

let bucket: Bucket;
let store: ReturnType<typeof createS3OutputStore>;

beforeAll(async () => {
  bucket = await startBucket();
  store = createS3OutputStore({ ...bucket.settings, prefix: 'p'.repeat(200) });
});
afterAll(() => {
  store.close();
  bucket.close();
});

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
