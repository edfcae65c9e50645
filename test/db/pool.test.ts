import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  describeConnectionError,
  isConnectionLost,
  isDeadlock,
  isLockTimeout,
  isUniqueViolation,
} from '../../server/platform/db/errors.ts';
import { createDb, type Queryable, type Transaction } from '../../server/platform/db/pool.ts';
import { asOwner, createTestDatabase, type TestDatabase } from '../support/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const role = new URL(database.url).username;
  await asOwner(database, async (owner) => {
    await owner.query('CREATE TABLE item (id int PRIMARY KEY, n int NOT NULL DEFAULT 0)');
    await owner.query(`GRANT SELECT, INSERT, UPDATE ON item TO ${role}`);
  });
  await database.db.query('INSERT INTO item (id) VALUES (1), (2)');
});
afterAll(() => database.drop());

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

async function backendOf(db: Queryable): Promise<number | undefined> {
  const [row] = await db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return row?.pid;
}

test.each([false, true])(
  'a server that compiles plans is set not to: pooled %s',
  async (isPooled) => {
    const name = new URL(database.url).pathname.slice(1);
    await asOwner(database, (owner) => owner.query(`alter database ${name} set jit = on`));
    const db = createDb({ url: database.url, max: 1, applicationName: 'test', isPooled });
    const jit = (by: Queryable) => by.query('show jit');
    expect(await db.transaction(jit)).toEqual([{ jit: 'off' }]);
    if (!isPooled) expect(await jit(db)).toEqual([{ jit: 'off' }]);
    await db.close();
  },
);

describe('bytes', () => {
  const ALL = "(select string_agg(set_byte('\\x00', 0, n), '') from generate_series(0, 255) n)";

  test.each([false, true])(
    'arrive as they are, alone and in a transaction: pooled %s',
    async (isPooled) => {
      const settings = { isPooled, statementTimeoutMs: 10_000 };
      const db = createDb({ url: database.url, max: 1, applicationName: 'test', ...settings });
      const values = [`it's \\ "$2" ${'$'}{x}`, 200_000];
      const text = `select convert_to($1, 'UTF8') || decode(repeat(encode(${ALL}, 'hex'), $2 / 256), 'hex')`;
      const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
      const expected = Buffer.concat([
        Buffer.from(String(values[0])),
        ...new Array<Buffer>(781).fill(bytes),
      ]);
      const into = Buffer.alloc(300_000);
      const read = (by: Transaction) => by.readBytes({ text, values, into });
      for (const value of [await read(db), await db.transaction(read)]) {
        expect(value!.equals(expected)).toBe(true);
        expect(value!.buffer).toBe(into.buffer);
      }
      const own = await db.readBytes({ text, values, into: Buffer.alloc(10) });
      expect(own!.equals(expected)).toBe(true);
      await db.close();
    },
  );

  test('are undefined for null, and empty for no bytes', async () => {
    const read = (text: string) => database.db.readBytes({ text, values: [] });
    expect(await read('select null::bytea')).toBeUndefined();
    expect(await read("select ''::bytea")).toHaveLength(0);
  });

  test('of a statement that fails, before its rows or between them, are its error, and the connection stays', async () => {
    const db = createDb({ url: database.url, max: 1, applicationName: 'test' });
    const before = await backendOf(db);
    const rows = `select repeat('x', 100000)::bytea from generate_series(1, 50) n
      union all select repeat('x', 1 / (n - 1))::bytea from generate_series(1, 1) n`;
    for (const text of ['select nothing', rows]) {
      expect(await failure(db.readBytes({ text, values: [] }))).toMatchObject({
        code: expect.stringMatching(/^(42703|22012)$/),
      });
    }
    expect(await backendOf(db)).toBe(before);
    await db.close();
  });

  test('that have been read into the memory of the caller leave nothing for a collection of the heap', async () => {
    const into = Buffer.allocUnsafe(1_048_576);
    const read = () =>
      database.db.readBytes({ text: "select repeat('x', 1048576)::bytea", values: [], into });
    await read();
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 16; i++) await read();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * 1_048_576);
  });
});

describe('values', () => {
  test('arrive in types that hold them without loss, alone and in arrays', async () => {
    const [row] = await database.db.query(
      `SELECT 9007199254740991::int8 AS int8, '{-1,2,NULL}'::int8[] AS int8s,
              0.10::numeric AS numeric, '{0.10}'::numeric[] AS numerics,
              '2020-01-02T03:04:05.678Z'::timestamptz AS time,
              ARRAY['2020-01-02T03:04:05Z']::timestamptz[] AS times,
              '2020-01-02'::date AS date,
              '\\x00ff'::bytea AS bytes, ARRAY['\\x00'::bytea] AS many_bytes,
              '0190163d-8694-739b-aea5-966c26f8ad91'::uuid AS uuid,
              '{0190163d-8694-739b-aea5-966c26f8ad91}'::uuid[] AS uuids, '{a,"b,c"}'::text[] AS texts`,
    );
    expect(row).toEqual({
      int8: Number.MAX_SAFE_INTEGER,
      int8s: [-1, 2, null],
      numeric: '0.10',
      numerics: ['0.10'],
      time: new Date('2020-01-02T03:04:05.678Z'),
      times: [new Date('2020-01-02T03:04:05Z')],
      date: '2020-01-02',
      bytes: Buffer.from([0, 255]),
      many_bytes: [Buffer.from([0])],
      uuid: '0190163d-8694-739b-aea5-966c26f8ad91',
      uuids: ['0190163d-8694-739b-aea5-966c26f8ad91'],
      texts: ['a', 'b,c'],
    });
  });

  test('an int8 that no number holds is refused, not rounded', async () => {
    await expect(database.db.query('SELECT 9007199254740993::int8')).rejects.toThrow(
      'safe integer',
    );
    await expect(database.db.query(`SELECT '{9007199254740993}'::int8[]`)).rejects.toThrow(
      'safe integer',
    );
  });

  test('parameters of every kind arrive as they left', async () => {
    const values = [
      5_000_000_000,
      [1, 2],
      Buffer.from([1, 0]),
      [Buffer.from('a')],
      new Date(0),
      ['x'],
    ];
    const [row] = await database.db.query<Record<string, unknown>>(
      'SELECT $1::int8 a, $2::int8[] b, $3::bytea c, $4::bytea[] d, $5::timestamptz e, $6::text[] f',
      values,
      'every-kind',
    );
    expect(Object.values(row ?? {})).toEqual(values);
  });
});

describe('transactions', () => {
  test('a failure undoes all of it and keeps the connection', async () => {
    const db = createDb({ url: database.url, max: 1, applicationName: 'one connection' });
    const before = await backendOf(db);
    const failed = db.transaction(async (tx) => {
      await tx.query('INSERT INTO item (id) VALUES (10)');
      await tx.query('INSERT INTO item (id) VALUES (1)');
    });
    expect(isUniqueViolation(await failure(failed))).toBe(true);
    expect(await db.query('SELECT FROM item WHERE id = 10')).toEqual([]);
    expect(isUniqueViolation(await failure(db.query('INSERT INTO item VALUES (1)')))).toBe(true);
    expect(await backendOf(db)).toBe(before);
    await db.close();
  });

  test('a failed statement that was caught does not become a quiet success', async () => {
    const swallowed = database.db.transaction(async (tx) => {
      await tx.query('INSERT INTO item (id) VALUES (11)');
      await tx.query('SELECT 1 / 0').catch(() => {});
    });
    await expect(swallowed).rejects.toThrow('rolled back');
    expect(await database.db.query('SELECT FROM item WHERE id = 11')).toEqual([]);
  });

  test('a connection lost in the middle fails the call as lost, and the next call works', async () => {
    const lost = database.db.transaction(async (tx) => {
      const pid = await backendOf(tx);
      await database.db.query('SELECT pg_terminate_backend($1)', [pid]);
      await tx.query('SELECT 1');
    });
    expect(isConnectionLost(await failure(lost))).toBe(true);
    expect(await database.db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

test('a statement whose answer is late fails as lost, and the next call gets another connection', async () => {
  const limits = { statementTimeoutMs: 100 };
  const db = createDb({ url: database.url, max: 2, applicationName: 'late', ...limits });
  const before = await Promise.all([backendOf(db), backendOf(db)]);
  const late = (work: (tx: Transaction) => Promise<unknown>) =>
    db.transaction(async (tx) => {
      // Otherwise the server itself would cancel the statement, long before the answer counts as late.
      await tx.query('SET LOCAL statement_timeout = 0');
      await work(tx);
    });
  const failures = await Promise.all([
    failure(late((tx) => tx.query('SELECT pg_sleep(7)'))),
    failure(late((tx) => tx.readBytes({ text: 'select pg_sleep(7)::text::bytea', values: [] }))),
  ]);
  expect(failures.map(isConnectionLost)).toEqual([true, true]);
  expect(before).not.toContain(await backendOf(db));
  await db.close();
});

test('connections killed while idle are replaced without a failed call', async () => {
  const db = createDb({ url: database.url, max: 3, applicationName: 'killed while idle' });
  await Promise.all([backendOf(db), backendOf(db), backendOf(db)]);
  await database.db.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE application_name = 'killed while idle'`,
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await Promise.all([backendOf(db), backendOf(db)])).toHaveLength(2);
  await db.close();
});

describe('settings', () => {
  test('time limits and the wait for the disk are set on every connection', async () => {
    const db = createDb({
      url: database.url,
      max: 2,
      applicationName: 'with limits',
      statementTimeoutMs: 1_234,
      lockTimeoutMs: 567,
      synchronousCommit: 'off',
    });
    const [row] = await db.query(
      `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
              current_setting('synchronous_commit') AS commit, current_setting('application_name') AS name`,
    );
    expect(row).toEqual({ statement: '1234ms', lock: '567ms', commit: 'off', name: 'with limits' });
    await db.close();
  });

  test('the role is no superuser and cannot rewrite the ledger', async () => {
    const [row] = await database.db.query<{ super: boolean }>(
      'SELECT rolsuper AS super FROM pg_roles WHERE rolname = current_user',
    );
    expect(row?.super).toBe(false);
    for (const statement of ['UPDATE ledger_entry SET amount = 1', 'DELETE FROM ledger_entry']) {
      await expect(database.db.query(statement)).rejects.toThrow('permission denied');
    }
  });
});

describe('errors are classified', () => {
  test('a deadlock is known as one', async () => {
    let arrived = 0;
    const both = Promise.withResolvers<void>();
    const cross = (first: number, second: number): Promise<unknown> =>
      failure(
        database.db.transaction(async (tx) => {
          await tx.query('UPDATE item SET n = n + 1 WHERE id = $1', [first]);
          arrived += 1;
          if (arrived === 2) both.resolve();
          await both.promise;
          await tx.query('UPDATE item SET n = n + 1 WHERE id = $1', [second]);
        }),
      );
    const errors = await Promise.all([cross(1, 2), cross(2, 1)]);
    expect(errors.filter(isDeadlock)).toHaveLength(1);
    expect(errors.filter((error) => error === undefined)).toHaveLength(1);
  });

  test('a wait for a lock that was cut short is known as one', async () => {
    const impatient = createDb({
      url: database.url,
      max: 1,
      applicationName: 'impatient',
      lockTimeoutMs: 20,
    });
    await database.db.transaction(async (tx) => {
      await tx.query('UPDATE item SET n = 0 WHERE id = 1');
      const error = await failure(impatient.query('UPDATE item SET n = 0 WHERE id = 1'));
      expect(isLockTimeout(error)).toBe(true);
      expect(isConnectionLost(error)).toBe(false);
    });
    await impatient.close();
  });

  test('a missing server gives one line with the address and without the password', async () => {
    const url = 'postgres://someone:s3cret@127.0.0.1:1/nothing?x=1';
    const db = createDb({ url, max: 1, applicationName: 'nobody home' });
    const error = await failure(db.query('SELECT 1'));
    await db.close();
    expect(isConnectionLost(error)).toBe(true);
    const line = describeConnectionError(error, url);
    expect(line).toContain('127.0.0.1:1/nothing');
    expect(line).toContain('ECONNREFUSED');
    expect(line).not.toContain('s3cret');
    expect(line).not.toContain('\n');
  });
});
