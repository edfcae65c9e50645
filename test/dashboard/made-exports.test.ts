/** Exports that are made in the background: asked for by people, made by workers, stored, mailed about, and removed. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openOutputs } from '../../server/compose/compute.ts';
import { createRetention } from '../../server/compose/retention.ts';
import { createExports, ExportTooLong } from '../../server/exports/index.ts';
import { createMadeExports, type MadeExports } from '../../server/exports/made.ts';
import { claimMade, endMade } from '../../server/exports/made-store.ts';
import { type MakingOptions, startMaking } from '../../server/exports/making.ts';
import { createLedger } from '../../server/money/index.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { idToUuid, newUuid } from '../../server/platform/lib/ids.ts';
import { Problem } from '../../server/platform/lib/problem.ts';
import type { Sending } from '../../server/platform/outbound/index.ts';
import { encryptOutputs, type KeptOutputs } from '../../server/platform/outputs/index.ts';
import { createOutputStore } from '../../server/platform/outputs/store.ts';
import { setQuota } from '../../server/quotas/index.ts';
import { insertRuns } from '../observability/made-runs.ts';
import { type Bucket, startBucket, writeComputeFile } from '../support/bucket.ts';
import { freePort } from '../support/free-port.ts';
import { linkOf, type MailServer, startMailServer } from '../support/mail-server.ts';
import { quotasOf } from '../support/quotas.ts';
import { problemOf, request, runOf, unique } from '../support/service.ts';
import {
  API,
  type BodyOf,
  bodyOf,
  type Customer,
  type Dashboard,
  startDashboard,
} from './fixtures.ts';

type Made = BodyOf<'createMadeExport', 201>;

const MONTH = new Date().toISOString().slice(0, 7);
const RUNS = { dataset: 'runs', format: 'csv', month: MONTH };

let mail: MailServer;
let dashboard: Dashboard;
let customer: Customer;
let db: Db;
beforeAll(async () => {
  mail = await startMailServer();
  const PORT = String(await freePort());
  dashboard = await startDashboard({
    environment: {
      ...{ PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}` },
      ...{ SMTP_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'runs@example.com' },
    },
  });
  db = dashboard.service.database.db;
  customer = await dashboard.customer();
});
afterAll(async () => {
  await dashboard.close();
  await mail.close();
});

const ask = (more: object = {}, requestKey = unique('click'), of = customer, at = dashboard) =>
  at.send({
    cookie: of.owner.cookie,
    path: `${of.path}/made-exports`,
    headers: { 'Idempotency-Key': requestKey },
    body: { ...RUNS, ...more },
  });
const asked = async (more: object = {}, of = customer) => {
  const answer = await ask(more, unique('click'), of);
  expect(answer.status, answer.text).toBe(201);
  return bodyOf<Made>(answer);
};
const list = async ({ owner, path } = customer) =>
  (await owner.get<BodyOf<'listMadeExports'>>(`${path}/made-exports`)).data;
const fileOf = ({ id }: Made, { path, owner } = customer, headers = {}) =>
  owner.send({ path: `${path}/made-exports/${id}/file`, headers });
const remove = ({ id }: Made, { path, owner } = customer) =>
  owner.send({ method: 'DELETE', path: `${path}/made-exports/${id}` });

async function until<T>(read: () => Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const found = await read();
    if (found) return found;
    await sleep(20);
  }
}

/** Looks into the database: a service that gets requests has less time to make it. */
async function ended(made: Pick<Made, 'id'>, of = customer, at = dashboard): Promise<Made> {
  await until(async () => {
    const rows = await at.service.database.db.query(
      'select from made_export where id = $1 and finished_at is not null',
      [uuidOf(made)],
    );
    return rows.length > 0;
  });
  return (await list(of)).find(({ id }) => id === made.id)!;
}
const ready = async (more: object = {}, of = customer) => {
  const made = await ended(await asked(more, of), of);
  expect(made).toMatchObject({ state: 'ready' });
  return made;
};

async function charged(endUserId: string, { tenant } = customer): Promise<void> {
  const run = runOf(await tenant.create(request('sandbox/echo', { attribution: { endUserId } })));
  await tenant.end(run.id);
}

async function bytesOf(path: string, { owner } = customer, at = dashboard): Promise<Buffer> {
  const answer = await fetch(at.service.url + API + path, {
    headers: { Cookie: owner.cookie },
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

const uuidOf = ({ id }: Pick<Made, 'id'>) => idToUuid('mex', id)!;
const storedBytes = async (made: Made) => {
  const [row] = await db.query<{ bytes: number }>(
    'select coalesce(sum(length(content)), 0)::integer as bytes from output_part where owner = $1',
    [uuidOf(made)],
  );
  return row!.bytes;
};
const counted = async ({ tenant } = customer) =>
  (await quotasOf(db).usesOf(tenant.workspace)).find(({ quota }) => quota === 'stored_outputs')!
    .used;

async function insertMany(count: number, of: Customer, at = dashboard): Promise<void> {
  const { tenant } = of;
  const { db } = at.service.database;
  const [wallet] = await createLedger({ db }).balances(tenant.workspace);
  const first = Date.parse(`${MONTH}-01T00:00:00Z`);
  const owner = { workspace: tenant.workspace, wallet: wallet!.account, key: tenant.key };
  for (let at = 0; at < count; at += 20_000) {
    const runs = Array.from({ length: Math.min(20_000, count - at) }, (_, i) => ({
      ...{ createdAt: new Date(first + at + i), durationMs: 5, state: 'completed' as const },
      ...{ charged: at + i, session: `“${i}”, `.repeat(4), inputTokens: i },
    }));
    await insertRuns(db, owner, runs);
  }
}

test('a file of 60,000 runs is the export of the month, byte by byte, as CSV and as Parquet', async () => {
  const large = await dashboard.customer();
  await insertMany(60_000, large);
  for (const format of ['csv', 'parquet']) {
    const made = await ready({ format }, large);
    const file = await bytesOf(`${large.path}/made-exports/${made.id}/file`, large);
    const query = `dataset=runs&format=${format}&month=${MONTH}`;
    const streamed = await bytesOf(`${large.path}/month-export?${query}`, large);
    expect(file.equals(streamed)).toBe(true);
    expect(made.bytes).toBe(file.length);
  }
}, 120_000);

test('the person who asked gets one email with a link to the page, and each act is on record', async () => {
  const { owner, path } = customer;
  await charged('ada');
  await charged('grace');
  const made = await ready({ dataset: 'charges', format: 'ndjson', endUserId: 'ada' });
  const received = await until(async () => mail.received.find(({ to }) => to[0] === owner.email));
  expect(received.text).toContain('your export is ready');
  expect(linkOf(received).pathname).toBe(`/dashboard${path.replace('/workspaces', '')}/exports`);
  expect(received.text).not.toContain('ada');

  const file = await fileOf(made);
  expect(file.headers.get('content-disposition')).toContain(`"charges-${MONTH}-01.ndjson"`);
  expect(Number(file.headers.get('content-length'))).toBe(made.bytes);
  const [line, ...others] = file.text.trimEnd().split('\n');
  expect(others).toEqual([]);
  expect(JSON.parse(line!)).toMatchObject({ endUserId: 'ada' });

  expect(await counted()).toBe(made.bytes);
  expect((await remove(made)).status).toBe(204);
  problemOf(await fileOf(made), 'not_found');
  problemOf(await remove(made), 'not_found');
  expect([await storedBytes(made), await counted(), await list()]).toEqual([0, 0, []]);
  const events = await owner.get<BodyOf<'listAuditEvents'>>(`${path}/audit-events?limit=2`);
  expect(events.data.map(({ kind, actor }) => [kind, actor?.id])).toEqual([
    ['made_export_deleted', owner.id],
    ['made_export_created', owner.id],
  ]);
  expect(events.data[0]!.detail).toMatchObject({ madeExportId: made.id, month: MONTH });
  expect(mail.received.filter(({ to }) => to[0] === owner.email)).toHaveLength(1);
});

test('a download that broke off is continued with Range, and one that is there already is a 304', async () => {
  const of = await dashboard.customer();
  await insertMany(2_000, of);
  const made = await ready({ format: 'ndjson' }, of);
  const whole = await fileOf(made, of);
  const etag = whole.headers.get('etag')!;
  // Not in the middle of a character.
  const read = whole.text.indexOf('\n', 100_000);
  const from = Buffer.byteLength(whole.text.slice(0, read));
  const part = await fileOf(made, of, { Range: `bytes=${from}-`, 'If-Range': etag });
  expect([part.status, part.text === whole.text.slice(read)]).toEqual([206, true]);
  expect(part.headers.get('content-range')).toBe(`bytes ${from}-${made.bytes! - 1}/${made.bytes}`);
  const other = await ready({ format: 'ndjson' }, of);
  expect((await fileOf(other, of, { Range: 'bytes=9-', 'If-Range': etag })).status).toBe(200);
  expect((await fileOf(made, of, { 'If-None-Match': etag })).status).toBe(304);
  const beyond = { Range: `bytes=${made.bytes}-` };
  problemOf(await fileOf(made, of, beyond), 'range_not_satisfiable');
});

test('who is no member any more gets no email', async () => {
  const of = await dashboard.customer();
  const other = await dashboard.person(of.tenant.workspace, 'member');
  await db.query('delete from mail');
  const made = await ended(
    bodyOf<Made>(await ask({}, unique('click'), { ...of, owner: other })),
    of,
  );
  expect(made.state).toBe('ready');
  await until(async () => mail.received.some(({ to }) => to[0] === other.email));
  const user = idToUuid('user', other.id);
  await db.query('delete from membership where user_id = $1', [user]);
  await db.query(
    `insert into mail (kind, about, ends_at) values ('made_export', $1, now() + '1 day')`,
    [uuidOf(made)],
  );
  await until(async () => (await db.query('select from mail')).length === 0);
  expect(mail.received.filter(({ to }) => to[0] === other.email)).toHaveLength(1);
});

test('members ask, download and delete; another workspace gets a 404 and nothing of it', async () => {
  const of = await dashboard.customer();
  const member = await dashboard.person(of.tenant.workspace, 'member');
  const asMember = { ...of, owner: member };
  const made = await ready({}, asMember);
  expect((await fileOf(made, asMember)).status).toBe(200);
  problemOf(await fileOf(made), 'not_found');
  problemOf(await remove(made), 'not_found');
  problemOf(await fileOf({ ...made, id: 'mex_nonsense' }), 'not_found');
  expect(await list()).toEqual([]);
  expect((await remove(made, asMember)).status).toBe(204);
});

test('two clicks ask for one; another body with the key, and one more than twenty, are a 409 conflict', async () => {
  const of = await dashboard.customer();
  const requestKey = unique('click');
  const [first, again] = await Promise.all([ask({}, requestKey, of), ask({}, requestKey, of)]);
  expect([first!.status, again!.status].toSorted()).toEqual([200, 201]);
  const [made] = await list(of);
  problemOf(await ask({ dataset: 'scores' }, requestKey, of), 'conflict');
  for (let i = 1; i < 20; i++) await asked({}, of);
  problemOf(await ask({}, unique('click'), of), 'conflict');
  expect(await list(of)).toHaveLength(20);
  await ended(made!, of);
  expect((await remove(made!, of)).status).toBe(204);
  expect((await ask({}, requestKey, of)).status).toBe(201);
});

test('an erasure removes the files that were made before, and what is asked for later has no trace of it', async () => {
  const of = await dashboard.customer();
  for (const endUserId of ['ada', 'grace']) await charged(endUserId, of);
  const before = await ready({ format: 'ndjson' }, of);
  expect((await fileOf(before, of)).text).toContain('"ada"');
  const erased = await of.owner.send({
    method: 'DELETE',
    path: `${of.path}/customer?endUserId=ada`,
  });
  expect(erased.status, erased.text).toBeLessThan(300);
  expect(await list(of)).toEqual([]);
  problemOf(await fileOf(before, of), 'not_found');
  expect(await storedBytes(before)).toBe(0);
  const { text } = await fileOf(await ready({ format: 'ndjson' }, of), of);
  expect(text).toContain('"grace"');
  expect(text).not.toContain('"ada"');
});

test('a file is gone once it has expired, and its bytes with it', async () => {
  const of = await dashboard.customer();
  await charged('ada', of);
  const made = await ready({}, of);
  const days = (Date.parse(made.expiresAt) - Date.parse(made.createdAt)) / 86_400_000;
  expect(Math.round(days)).toBe(7);
  expect(await storedBytes(made)).toBeGreaterThan(0);
  await db.query('update made_export set expires_at = now() where id = $1', [uuidOf(made)]);
  problemOf(await fileOf(made, of), 'not_found');
  expect(await list(of)).toEqual([]);
  await keeping(db).removeExpired();
  expect([await storedBytes(made), await counted(of)]).toEqual([0, 0]);
  expect(await db.query('select from made_export where id = $1', [uuidOf(made)])).toEqual([]);
});

/** As a worker removes outputs that are older than a deployment keeps them. */
async function purgeIn40Days(own: Db, { tenant }: Customer, outputs = outputsOf(own)) {
  const retention = createRetention(
    { content: { mostDays: undefined } },
    {
      ...{ db: own, quotas: quotasOf(own), compute: { outputs } as never },
      spans: { removeBefore: async () => true } as never,
      runs: { open: async () => new Map() } as never,
    },
  );
  const now = new Date(Date.now() + 40 * 86_400_000);
  const turn = { withinMs: 60_000, waits: true, looksAtMonths: false };
  await retention.purge({ ...turn, workspace: tenant.workspace, now });
}

test('what is removed with the outputs of an age is no file any more', async () => {
  const of = await dashboard.customer();
  await charged('ada', of);
  const made = await ready({}, of);
  await purgeIn40Days(db, of);
  problemOf(await fileOf(made, of), 'not_found');
  expect([await storedBytes(made), await counted(of), await list(of)]).toEqual([0, 0, []]);
});

/** As the service composes it, over this database. */
function outputsOf(of: Db, store: KeptOutputs = encryptOutputs(of.cipher, createOutputStore(of))) {
  const quotas = quotasOf(of);
  return {
    ...store,
    async remove(workspace: string, owners: readonly string[]) {
      await store.remove(workspace, owners);
      await quotas.uncountOutputs(workspace, owners);
    },
  };
}

const keeping = (of: Db, outputs = outputsOf(of)): MadeExports =>
  createMadeExports({ db: of, outputs, quotas: quotasOf(of), keptDays: 30 });

describe('workers', () => {
  let bucket: Bucket;
  let folder: string;
  let idle: Dashboard;
  let of: Customer;
  let sendings: Sending[] = [];
  beforeAll(async () => {
    bucket = await startBucket();
    folder = await mkdtemp(join(tmpdir(), 'made-exports-'));
    const COMPUTE_FILE = await writeComputeFile(folder, bucket);
    // It reads both stores.
    idle = await startDashboard({ parts: ['api'], environment: { COMPUTE_FILE } });
    of = await idle.customer();
  });
  afterAll(async () => {
    await idle.close();
    bucket.close();
    await rm(folder, { recursive: true });
  });

  function start(more: Partial<MakingOptions> = {}): Sending {
    const { db: own } = idle.service.database;
    const sending = startMaking({
      ...{ db: own, exports: createExports(own), made: keeping(own), outputs: outputsOf(own) },
      ...{ quotas: quotasOf(own), sendsMail: true, everyMs: 10 },
      log: { info() {}, warn() {} } as never,
      ...more,
    });
    sendings.push(sending);
    return sending;
  }

  async function stop(): Promise<void> {
    await Promise.all(sendings.map((sending) => sending.stop(0)));
    sendings = [];
  }

  const asksFor = async (more: object = {}) =>
    bodyOf<Made>(await ask(more, unique('click'), of, idle));
  const mails = async ({ id }: Made) =>
    (await idle.service.database.db.query('select from mail where about = $1', [uuidOf({ id })]))
      .length;

  test('two make each file once, one at a time for a workspace', async () => {
    let most = 0;
    let now = 0;
    const counting = (): Partial<MakingOptions> => {
      const outputs = outputsOf(idle.service.database.db);
      return {
        outputs: {
          ...outputs,
          async save(output, content) {
            now += 1;
            most = Math.max(most, now);
            await outputs.save(output, content);
            now -= 1;
          },
        },
      };
    };
    const all: Made[] = [];
    for (let i = 0; i < 6; i++) all.push(await asksFor());
    for (let i = 0; i < 2; i++) start(counting());
    for (const made of all) expect(await ended(made, of, idle)).toMatchObject({ state: 'ready' });
    expect(most).toBe(1);
    for (const made of all) expect(await mails(made)).toBe(1);
    const attempts = await idle.service.database.db.query<{ attempts: number }>(
      'select attempts from made_export',
    );
    expect(attempts.map((row) => row.attempts)).toEqual(all.map(() => 1));
    await stop();
  });

  test('what a stopped process was making is made whole by another, whatever the first does later', async () => {
    const made = await asksFor({ format: 'ndjson' });
    const outputs = outputsOf(idle.service.database.db);
    const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: stopped, resolve: hasStopped } = Promise.withResolvers<void>();
    // It saves half a file, and hears nothing of the database any more, such as a paused machine.
    const paused: MakingOptions['db'] = {
      ...idle.service.database.db,
      query: async (text, values, name) => {
        if (name === 'keep_made_export') await goesOn;
        return idle.service.database.db.query(text, values, name);
      },
    };
    start({
      ...{ db: paused, leaseMs: 200 },
      outputs: {
        ...outputs,
        async save(output, content) {
          async function* half() {
            yield Buffer.from('half of a file');
            hasStopped();
            await goesOn;
            yield* content;
          }
          await outputs.save(output, half());
        },
      },
    });
    await stopped;
    start();
    const ready = await ended(made, of, idle);
    expect(ready.state).toBe('ready');
    const whole = await fileOf(made, of);
    goOn();
    await stop();
    const again = await fileOf(made, of);
    expect(again.text).toBe(whole.text);
    expect(again.text).not.toContain('half of a file');
    expect((await list(of)).find(({ id }) => id === made.id)).toEqual(ready);
    expect(await mails(made)).toBe(1);
  });

  /** Stops in the middle of an attempt, as a deployment does. */
  async function beginAndStop(): Promise<void> {
    const { promise: begun, resolve: hasBegun } = Promise.withResolvers<void>();
    const sending = start({
      exports: {
        async *read() {
          // More than a part, so that some of it is stored.
          yield 'a'.repeat(2_000_000);
          hasBegun();
          for (;;) {
            await sleep(5);
            yield 'more';
          }
        },
      },
    });
    await begun;
    await sending.stop(0);
  }
  const stored = async ({ id }: Made) =>
    idle.service.database.db.query<{ name: string }>(
      'select distinct name from output_part where owner = $1',
      [uuidOf({ id })],
    );

  test('a worker that is stopped leaves its file to the next one, and that counts as no attempt', async () => {
    const made = await asksFor();
    for (let i = 0; i < 2; i++) {
      await beginAndStop();
      const [row] = await idle.service.database.db.query(
        'select state, attempts from made_export where id = $1',
        [uuidOf(made)],
      );
      expect(row).toEqual({ state: 'queued', attempts: 0 });
      expect(await stored(made)).toHaveLength(1);
    }
    start();
    expect(await ended(made, of, idle)).toMatchObject({ state: 'ready' });
    expect(await stored(made)).toHaveLength(1);
    await stop();
  });

  test('an erasure removes what a stopped worker has left', async () => {
    const made = await asksFor();
    await beginAndStop();
    expect(await stored(made)).toHaveLength(1);
    await keeping(idle.service.database.db).removeOfEndUser(of.tenant.workspace, 'ada');
    expect([await stored(made), (await list(of)).filter(({ id }) => id === made.id)]).toEqual([
      [],
      [],
    ]);
  });

  test('downloads that take every slot do not keep it waiting', async () => {
    const { db: own } = idle.service.database;
    const exports = createExports(own);
    const month = new Date(`${MONTH}-01`);
    const span = { from: month.toISOString(), to: new Date(+month + 86_400_000).toISOString() };
    const input = { dataset: 'runs', format: 'csv', ...span } as const;
    const streams = Array.from({ length: 4 }, () => exports.begin(crypto.randomUUID(), input));
    await Promise.all(streams.map((each) => each.next()));
    await expect(exports.begin(crypto.randomUUID(), input).next()).rejects.toThrow('exports');
    start({ exports });
    expect(await ended(await asksFor(), of, idle)).toMatchObject({ state: 'ready' });
    await Promise.all(streams.map((each) => each.return()));
    await stop();
  });

  test('a workspace whose last one is longer ago comes first, whoever asked first', async () => {
    const { db: own } = idle.service.database;
    const others = [await idle.customer(), await idle.customer()];
    for (const other of [others[0]!, others[0]!, others[0]!, others[1]!]) {
      await idle.send({
        cookie: other.owner.cookie,
        path: `${other.path}/made-exports`,
        headers: { 'Idempotency-Key': unique('click') },
        body: RUNS,
      });
    }
    const order: number[] = [];
    for (let i = 0; i < 4; i++) {
      const [claimed] = await claimMade(own, { atMost: 1, leaseMs: 60_000 });
      order.push(others.findIndex(({ tenant }) => tenant.workspace === claimed!.workspace));
      await own.transaction((tx) => endMade(tx, claimed!, { bytes: 0 }));
    }
    expect(order).toEqual([0, 1, 0, 0]);
  });

  /** The content of a file is these bytes. */
  const reading = (bytes: number): MakingOptions['exports'] => ({
    async *read() {
      yield 'a'.repeat(bytes);
    },
  });

  test('files have at most half of the quota: then 429 quota_exceeded, and jobs have the rest', async () => {
    const { db: own } = idle.service.database;
    const other = await idle.customer();
    const { workspace } = other.tenant;
    await setQuota(own, { workspace, quota: 'stored_outputs', limit: 1_000 });
    const key = unique('click');
    const made = async (bytes: number, requestKey = unique('click')) => {
      const answer = await ask({}, requestKey, other, idle);
      start({ exports: reading(bytes) });
      const one = await ended(bodyOf<Made>(answer), other, idle);
      await stop();
      return one;
    };
    const first = await made(300, key);
    expect(first).toMatchObject({ state: 'ready', bytes: 300 });
    expect(await made(201)).toMatchObject({ state: 'failed', failure: 'no_room' });
    expect(await made(200)).toMatchObject({ state: 'ready', bytes: 200 });
    const beyond = async () =>
      problemOf(await ask({}, unique('click'), other, idle), 'quota_exceeded');
    const of = { quota: 'stored_outputs', freesAt: first.expiresAt };
    expect(await beyond()).toMatchObject({ ...of, limit: 500, used: 500 });
    expect(bodyOf<Made>(await ask({}, key, other, idle))).toEqual(first);

    const quotas = quotasOf(own);
    await quotas.refresh();
    expect(() => quotas.assertRoom(workspace, 'stored_outputs')).not.toThrow();
    // A job may leave more than there is room for.
    await quotas.countOutputs({ workspace, owner: newUuid(), bytes: 800 });
    expect((await remove(first, other)).status).toBe(204);
    expect(await beyond()).toMatchObject({ quota: 'stored_outputs', limit: 1_000, used: 1_000 });
  });

  test('two that are made at the same time never have more than half of the quota together', async () => {
    const { db: own } = idle.service.database;
    const other = await idle.customer();
    const { workspace } = other.tenant;
    await setQuota(own, { workspace, quota: 'stored_outputs', limit: 1_000 });
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    let saved = 0;
    const outputs = outputsOf(own);
    const making: Partial<MakingOptions> = {
      exports: reading(300),
      outputs: {
        ...outputs,
        async save(...args) {
          await outputs.save(...args);
          saved += 1;
          await mayEnd;
        },
      },
    };
    for (let i = 0; i < 2; i++) await ask({}, unique('click'), other, idle);
    start(making);
    await until(async () => saved === 1);
    // As if a process whose clock is behind had asked for it: the older of two is made, whatever else is being made.
    await own.query(
      `update made_export set id = '00000000-0000-7000-8000-000000000000' where workspace = $1 and state = 'queued'`,
      [workspace],
    );
    await until(async () => saved === 2);
    end();
    const states = () =>
      own.query<{ state: string }>(
        `select state, failure from made_export where workspace = $1 and finished_at is not null order by state`,
        [workspace],
      );
    await until(async () => (await states()).length === 2);
    expect(await states()).toEqual([
      { state: 'failed', failure: 'no_room' },
      { state: 'ready', failure: null },
    ]);
    await stop();
    const uses = await quotasOf(own).usesOf(workspace);
    expect(uses.find(({ quota }) => quota === 'stored_outputs')!.used).toBe(300);
  });

  test.each([
    ['too_large', { mostBytes: 100 }],
    ['no_room', {}],
  ] as const)(
    '%s: it fails at once, says so by email, and stores nothing',
    async (failure, more) => {
      const made = await asksFor();
      const quotas = { ...quotasOf(idle.service.database.db, { stored_outputs: 0 }) };
      start({ ...more, ...(failure === 'no_room' && { quotas }) });
      expect(await ended(made, of, idle)).toMatchObject({ state: 'failed', failure });
      expect(await mails(made)).toBe(1);
      await until(async () => {
        const rows = await idle.service.database.db.query(
          'select from output_part where owner = $1',
          [uuidOf(made)],
        );
        return rows.length === 0;
      });
      await stop();
    },
  );

  test.each([
    ['not_made', () => new Error('a fault')],
    ['not_made', () => new Problem('overloaded', 'ClickHouse does not answer.')],
    ['too_slow', () => new ExportTooLong()],
  ] as const)(
    'after three attempts that failed, there is no fourth: %s',
    async (failure, fault) => {
      const made = await asksFor();
      let attempts = 0;
      start({
        exports: {
          async *read() {
            attempts += 1;
            yield 'a beginning';
            throw fault();
          },
        },
      });
      for (let i = 1; i < 3; i++) {
        await until(async () => attempts === i);
        await until(async () => {
          const rows = await idle.service.database.db.query(
            `update made_export set due_at = now() where id = $1 and state = 'queued' returning id`,
            [uuidOf(made)],
          );
          return rows.length > 0;
        });
      }
      expect(await ended(made, of, idle)).toMatchObject({ state: 'failed', failure });
      expect(attempts).toBe(3);
      await stop();
    },
  );

  describe('over S3', () => {
    const stored = () => [bucket.objects.size, bucket.uploads.size];
    const never = new Promise<never>(() => {});
    let close: () => void;
    /** Makes exports, and keeps them, in the bucket. */
    async function inBucket() {
      const { db: own } = idle.service.database;
      const store = await openOutputs(own, bucket.settings);
      ({ close } = store);
      const outputs = outputsOf(own, store);
      return { own, outputs, made: keeping(own, outputs) };
    }
    afterEach(async () => {
      await stop();
      close();
      bucket.objects.clear();
      bucket.before = async () => undefined;
    });

    test('a file of several parts is the export, byte by byte, and its object is gone with it', async () => {
      const { own, ...kept } = await inBucket();
      const large = await idle.customer();
      await insertMany(20_000, large, idle);
      let parts = 0;
      bucket.before = async ({ query }) => {
        if (query.has('partNumber')) parts += 1;
        return undefined;
      };
      start(kept);
      const made = await ended(
        bodyOf<Made>(await ask({ format: 'ndjson' }, unique('click'), large, idle)),
        large,
        idle,
      );
      expect(made).toMatchObject({ state: 'ready' });
      expect([stored(), parts > 1]).toEqual([[1, 0], true]);
      const path = `${large.path}/made-exports/${made.id}/file`;
      const query = `dataset=runs&format=ndjson&month=${MONTH}`;
      const streamed = await bytesOf(`${large.path}/month-export?${query}`, large, idle);
      expect((await bytesOf(path, large, idle)).equals(streamed)).toBe(true);
      expect((await remove(made, large)).status).toBe(204);
      expect(stored()).toEqual([0, 0]);
      const { workspace } = large.tenant;
      const rows = await own.query('select from stored_output where workspace = $1', [workspace]);
      expect(rows).toEqual([]);
    });

    test.each(['of its own', 'of the outputs of a workspace'])(
      'once it has expired, at the end %s, its object is gone',
      async (end) => {
        const { own, ...kept } = await inBucket();
        start(kept);
        const made = await ended(await asksFor(), of, idle);
        expect([made.state, stored()]).toEqual(['ready', [1, 0]]);
        if (end === 'of its own') {
          await own.query('update made_export set expires_at = now() where id = $1', [
            uuidOf(made),
          ]);
          await kept.made.removeExpired();
        } else {
          await purgeIn40Days(own, of, kept.outputs);
        }
        expect(stored()).toEqual([0, 0]);
      },
    );

    test('an upload that is stopped, and gets no answer any more, leaves nothing', async () => {
      const { own, ...kept } = await inBucket();
      const { promise: begun, resolve: hasBegun } = Promise.withResolvers<void>();
      bucket.before = async ({ method, query }) => {
        if (!query.has('partNumber') || method !== 'PUT') return undefined;
        hasBegun();
        return never;
      };
      const made = await asksFor();
      const sending = start({ ...kept, exports: reading(12_000_000) });
      await begun;
      expect(stored()).toEqual([0, 1]);
      await sending.stop(0);
      expect(stored()).toEqual([0, 0]);
      const [row] = await own.query('select state, attempts from made_export where id = $1', [
        uuidOf(made),
      ]);
      expect(row).toEqual({ state: 'queued', attempts: 0 });
      bucket.before = async () => undefined;
      start({ ...kept, exports: reading(12_000_000) });
      expect(await ended(made, of, idle)).toMatchObject({ state: 'ready', bytes: 12_000_000 });
      expect(stored()).toEqual([1, 0]);
    });

    test.each([1_000_000, 6_000_000])(
      'an upload that is refused ends the read of rows in chunks of %i bytes',
      async (bytes) => {
        const { own, ...kept } = await inBucket();
        let reads = 0;
        const exports: MakingOptions['exports'] = {
          async *read() {
            reads += 1;
            try {
              for (;;) yield 'a'.repeat(bytes);
            } finally {
              reads -= 1;
            }
          },
        };
        const { promise: refused, resolve: hasRefused } = Promise.withResolvers<void>();
        bucket.before = async ({ query }) => {
          if (!query.has('uploads')) return undefined;
          hasRefused();
          return 503;
        };
        const made = await asksFor();
        start({ ...kept, exports });
        await refused;
        await until(async () => {
          const [row] = await own.query<{ state: string }>(
            'select state from made_export where id = $1',
            [uuidOf(made)],
          );
          return row!.state === 'queued';
        });
        expect(reads).toBe(0);
        expect((await remove(made, of)).status).toBe(204);
      },
    );

    test('what is uploaded after its export was deleted and removed is removed later', async () => {
      const { own, ...kept } = await inBucket();
      const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
      const { promise: begun, resolve: hasBegun } = Promise.withResolvers<void>();
      bucket.before = async ({ method, query }) => {
        if (method === 'POST' && query.has('uploadId')) {
          hasBegun();
          await goesOn;
        }
        return undefined;
      };
      // It hears nothing of the database meanwhile.
      const apart: MakingOptions['db'] = {
        ...own,
        query: async (text, values, name) => {
          if (name === 'keep_made_export') await goesOn;
          return own.query(text, values, name);
        },
      };
      const made = await asksFor();
      start({ ...kept, db: apart, leaseMs: 200, exports: reading(6_000_000) });
      await begun;
      expect((await remove(made, of)).status).toBe(204);
      const rows = () =>
        own.query<{ claim: string | null }>('select claim from made_export where id = $1', [
          uuidOf(made),
        ]);
      await until(async () => {
        await kept.made.removeExpired();
        return (await rows())[0]!.claim === null;
      });
      goOn();
      await until(async () => bucket.objects.size === 1);
      await stop();
      await kept.made.removeExpired();
      expect([stored(), await rows()]).toEqual([[1, 0], [{ claim: null }]]);
      await own.query(
        `update made_export set due_at = now() - interval '1 hour', expires_at = now() - interval '1 hour'
         where id = $1`,
        [uuidOf(made)],
      );
      await kept.made.removeExpired();
      expect([stored(), await rows()]).toEqual([[0, 0], []]);
    });
  });
});
