/** Logs and artifacts as rows: a read returns any piece of one, and the database sends nothing else of it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BytesQuery } from '../../server/platform/db/pool.ts';
import { createOutputStore } from '../../server/platform/outputs/store.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

const MIB = 1_048_576;
const bytes = Buffer.from(Array.from({ length: 2 * MIB + 500_000 }, (_, i) => i % 251));
const output = {
  ...{ workspace: crypto.randomUUID(), owner: crypto.randomUUID() },
  ...{ kind: 'artifact' as const, name: `a/b's \\ "$1" $2` },
};

let database: TestDatabase;
let store: ReturnType<typeof createOutputStore>;
/** The size of the database's answers. */
let sent = 0;
let statements = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  const db = {
    ...database.db,
    async readBytes(query: BytesQuery) {
      const value = await database.db.readBytes(query);
      statements += 1;
      sent += value?.length ?? 0;
      return value;
    },
  };
  store = createOutputStore(db as never);
  await store.save(
    output,
    (async function* () {
      yield bytes;
    })(),
  );
});
afterAll(() => database.drop());

it.each([
  [0, 10],
  [MIB - 5, 10],
  [MIB, MIB],
  [MIB + 1, 2 * MIB],
  [2 * MIB + 499_990, 100],
  [3 * MIB, 100],
  [Number.MAX_SAFE_INTEGER, 262_144],
])('reads from %i so many bytes: %i', async (after, most) => {
  [sent, statements] = [0, 0];
  const part = Buffer.from((await store.read(output, after, most))!);
  expect(part.equals(bytes.subarray(after, after + most))).toBe(true);
  expect([sent, statements]).toEqual([part.length, 1]);
});

it('distinguishes an empty output from a missing one', async () => {
  const none = { ...output, name: 'none' };
  expect(await store.read(none, 0, 10)).toBeUndefined();
  await store.save(none, (async function* () {})());
  expect(await store.read(none, 0, 10)).toHaveLength(0);
});
