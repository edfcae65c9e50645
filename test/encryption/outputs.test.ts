/** Outputs in blocks: any range of one can be read, in PostgreSQL and in a bucket, and nothing of another. */
import { createSecretKey, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ContentCipher,
  createContentCipher,
  type DataKey,
  NO_ENCRYPTION,
} from '../../server/platform/db/encryption/cipher.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { HIGHEST_UUID, LOWEST_UUID } from '../../server/platform/lib/ids.ts';
import {
  encryptOutputs,
  type KeptOutputs,
  type OutputName,
} from '../../server/platform/outputs/index.ts';
import { createS3OutputStore } from '../../server/platform/outputs/s3.ts';
import { createOutputStore, KEPT_OF_OUTPUTS } from '../../server/platform/outputs/store.ts';
import { type Bucket, startBucket } from '../support/bucket.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

const CANARY = 'canary-of-an-output ';
/** The length of text in a block. */
const BLOCK = 65_536 - 48;
const bytes = Buffer.from(CANARY.repeat(120_000));
const output: OutputName = {
  ...{ workspace: crypto.randomUUID(), owner: crypto.randomUUID(), kind: 'artifact', name: 'a/b' },
};

let bucket: Bucket;
let database: TestDatabase;
let inBucket: ReturnType<typeof createS3OutputStore>;
const stores: Record<string, () => KeptOutputs> = {
  PostgreSQL: () => createOutputStore(database.db),
  'a bucket': () => inBucket,
};

beforeAll(async () => {
  database = await createTestDatabase();
  bucket = await startBucket();
  inBucket = createS3OutputStore(bucket.settings);
});
afterAll(async () => {
  inBucket.close();
  bucket.close();
  await database.drop();
});

function cipherOf(): ContentCipher {
  const key: DataKey = {
    ...{ id: '0123abcd', key: createSecretKey(randomBytes(32)) },
    row: { workspace: '', id: '', purpose: '', key_id: '', wrapped: Buffer.alloc(0) },
  };
  const load = async () => key;
  const keys = { known: () => key, load, current: () => key, saveAgain: async () => {} };
  return createContentCipher(keys, true);
}

async function* chunks(content: Buffer, size = 70_000) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

const named = (name: string) => ({ ...output, name });

describe.each(Object.keys(stores))('in %s', (where) => {
  const cipher = cipherOf();
  const raw = () => stores[where]!();
  const store = () => encryptOutputs(cipher, raw());

  it('any range is read, and none of it is plain text', async () => {
    await store().save(named('whole'), chunks(bytes));
    const stored = Buffer.from((await raw().read(named('whole'), 0, 10_000_000))!);
    expect(stored.includes(CANARY.trim())).toBe(false);
    for (const [after, most] of [
      [0, 10],
      [BLOCK - 5, 10],
      [BLOCK, BLOCK],
      [BLOCK + 1, 3 * BLOCK],
      [bytes.length - 10, 100],
      [0, bytes.length],
      [bytes.length, 100],
      [Number.MAX_SAFE_INTEGER, 262_144],
    ] as const) {
      const part = Buffer.from((await store().read(named('whole'), after, most))!);
      expect(part.equals(bytes.subarray(after, after + most)), `${after} ${most}`).toBe(true);
    }
  });

  it('an empty output differs from a missing one', async () => {
    expect(await store().read(named('none'), 0, 10)).toBeUndefined();
    await store().save(named('empty'), chunks(Buffer.alloc(0)));
    expect(await store().read(named('empty'), 0, 10)).toHaveLength(0);
    expect(await store().read(named('empty'), 70_000, 10)).toHaveLength(0);
  });

  it('plain text from before is read, also past its end', async () => {
    await raw().save(named('plain'), chunks(bytes));
    const part = Buffer.from((await store().read(named('plain'), BLOCK, 3 * BLOCK))!);
    expect(part.equals(bytes.subarray(BLOCK, 4 * BLOCK))).toBe(true);
    expect(await store().read(named('plain'), bytes.length + 1, 10)).toHaveLength(0);
  });

  it('without a key an output that begins like a block is read as it is', async () => {
    const off = encryptOutputs(NO_ENCRYPTION, raw());
    const words = Buffer.from(`encrypted:1:0123abcd${CANARY.repeat(1_000)}`);
    await off.save(named('like'), chunks(words, 5));
    for (const reader of [off, store()]) {
      const read = Buffer.from((await reader.read(named('like'), 0, words.length))!);
      expect(read.equals(words)).toBe(true);
    }
    await expect(off.read(named('whole'), 0, 10)).rejects.toThrow('no key');
  });

  it('an output that replaces another one is refused', async () => {
    const stored = Buffer.from((await raw().read(named('whole'), 0, 10_000_000))!);
    await raw().save(named('moved'), chunks(stored));
    await expect(store().read(named('moved'), 0, 10)).rejects.toThrow('cannot be decrypted');
    // Blocks are bound to their positions as well.
    const swapped = Buffer.concat([stored.subarray(65_536, 131_072), stored.subarray(0, 65_536)]);
    await raw().save({ ...named('whole'), kind: 'log' }, chunks(swapped));
    await expect(store().read({ ...named('whole'), kind: 'log' }, 0, 10)).rejects.toThrow(
      'cannot be decrypted',
    );
  });
});

it('in PostgreSQL a save that broke off is completed by the one that repeats it', async () => {
  const store = encryptOutputs(cipherOf(), createOutputStore(database.db));
  async function* breaking() {
    yield bytes.subarray(0, 1_500_000);
    throw new Error('broken off');
  }
  await expect(store.save(named('broken'), breaking())).rejects.toThrow('broken off');
  await store.save(named('broken'), chunks(bytes));
  const read = Buffer.from((await store.read(named('broken'), 0, bytes.length))!);
  expect(read.equals(bytes)).toBe(true);
});

describe('the command that encrypts what was saved in PostgreSQL before there was a key', () => {
  const [kept] = KEPT_OF_OUTPUTS;
  const large = Buffer.concat([bytes, bytes, bytes, bytes]);

  /** Also says how many bytes of an output are in memory at most: those that were read and are not yet written. */
  function watched() {
    const cipher = cipherOf();
    const held = { most: 0, now: 0 };
    const db: Db = {
      ...database.db,
      cipher,
      transaction: (work) =>
        database.db.transaction((tx) =>
          work({
            cipher,
            async query(text, values, name) {
              if (name === 'save_output') held.now -= (values!.at(-1) as Buffer).length;
              return tx.query(text, values, name);
            },
            async readBytes(query) {
              const read = await tx.readBytes(query);
              held.now += read?.length ?? 0;
              held.most = Math.max(held.most, held.now);
              return read;
            },
          }),
        ),
    };
    return { db, held, store: encryptOutputs(cipher, createOutputStore(db)) };
  }

  it('holds few parts of a large output in memory, and leaves nothing else behind', async () => {
    const { db, held, store } = watched();
    const plain = { ...named('large'), workspace: crypto.randomUUID() };
    const empty = { ...plain, name: 'nothing' };
    await createOutputStore(db).save(plain, chunks(large));
    await createOutputStore(db).save(empty, chunks(Buffer.alloc(0)));
    await kept!.encrypt(db, [plain, empty]);
    expect(held.most).toBeLessThan(large.length / 4);
    const stored = Buffer.from((await createOutputStore(db).read(plain, 0, 20_000_000))!);
    expect(stored.includes(CANARY.trim())).toBe(false);
    const read = Buffer.from((await store.read(plain, 0, large.length + 1))!);
    expect(read.equals(large)).toBe(true);
    expect(await store.read(empty, 0, 1)).toHaveLength(0);
    const range = {
      after: LOWEST_UUID,
      before: HIGHEST_UUID,
    };
    expect(await store.owners(plain.workspace, range, 10)).toEqual([plain.owner]);
  });

  it('saves nothing for an output that was removed in the meantime', async () => {
    const { db, store } = watched();
    await kept!.encrypt(db, [named('removed')]);
    expect(await store.read(named('removed'), 0, 1)).toBeUndefined();
  });
});
