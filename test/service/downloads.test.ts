/** Downloads: nothing is read before the connection takes it, and each workspace and process has a bound of them. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type App, createApp, type Handlers } from '../../server/platform/http/index.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { document } from '../contract/document.ts';
import { operations } from '../support/contract.ts';

const PIECE = Buffer.alloc(262_144, 'x');
const PATH = `/v1/developer/compute-jobs/job_${'0'.repeat(26)}/artifacts/o`;

let app: App | undefined;
let sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await app?.drain();
});

/** A service whose artifacts have this many pieces, from when `opened` resolves; counts what it creates, sends and ends. */
async function serve(pieces: number, downloads: object = {}, opened = Promise.resolve()) {
  const seen = { begun: 0, created: 0, ended: 0, sent: new Map<string, number>() };
  async function* file() {
    seen.begun += 1;
    await opened;
    try {
      for (let i = 0; i < pieces; i++) {
        seen.created += PIECE.length;
        yield PIECE;
      }
    } finally {
      seen.ended += 1;
    }
  }
  const unused = operations.map(({ id }) => [id, () => {}]);
  app = createApp({
    document: document as never,
    keys: {
      authenticate: async (key) => ({
        ...{ workspace: key, apiKey: key, scopes: new Set(['compute:read']) },
        payer: { account: 'a', kind: 'wallet' },
      }),
    },
    handlers: {
      ...Object.fromEntries(unused),
      getComputeJobArtifact: () => ({
        ...{ status: 200, file: file(), length: pieces * PIECE.length },
        mediaType: 'application/octet-stream',
      }),
    } as unknown as Handlers,
    validatesResponses: false,
    log: createLog({ level: 'silent' }),
    ratePerMinute: 1_000,
    maxBodyBytes: 1_000,
    health: async () => {},
    downloads: {
      ...downloads,
      onSent: (workspace, bytes) =>
        seen.sent.set(workspace, (seen.sent.get(workspace) ?? 0) + bytes),
    },
  });
  const port = await app.listen('127.0.0.1', 0);
  const url = `http://127.0.0.1:${port}${PATH}`;
  return {
    seen,
    get: (workspace: string) => fetch(url, { headers: { Authorization: `Bearer ${workspace}` } }),
    /** A download of which nothing is read. */
    async unread(workspace: string): Promise<Socket> {
      const socket = connect(port, '127.0.0.1')
        .pause()
        .on('error', () => {});
      sockets.push(socket);
      const before = seen.created;
      socket.write(`GET ${PATH} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${workspace}\r\n\r\n`);
      await expect.poll(() => seen.created).toBeGreaterThan(before);
      return socket;
    },
  };
}

const sum = (sent: Map<string, number>) => [...sent.values()].reduce((a, b) => a + b, 0);

test('a caller that takes nothing makes the service create no more than one piece beyond what its connection took', async () => {
  const { seen, unread } = await serve(1_000);
  await unread('slow');
  let before = -1;
  while (before !== seen.created) {
    before = seen.created;
    await sleep(200);
  }
  expect(seen.created).toBeLessThan(1_000 * PIECE.length);
  expect(seen.created - sum(seen.sent)).toBeLessThanOrEqual(PIECE.length);
});

test('every byte that a workspace is sent counts for it, and for no other', async () => {
  const { seen, get } = await serve(5);
  const bodies = await Promise.all([get('one'), get('one'), get('two')]);
  for (const body of bodies) expect((await body.arrayBuffer()).byteLength).toBe(5 * PIECE.length);
  expect(Object.fromEntries(seen.sent)).toEqual({ one: 10 * PIECE.length, two: 5 * PIECE.length });
});

test('one more download of a workspace than it may have is 429 rate_limited with the figures, and others go on', async () => {
  const { seen, get, unread } = await serve(1_000, { atOnce: 6, perWorkspace: 2 });
  const [first] = [await unread('greedy'), await unread('greedy')];
  const refused = await get('greedy');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  expect(await refused.json()).toMatchObject({
    code: 'rate_limited',
    detail: expect.stringContaining('has 2 downloads under way: at most 2 at once'),
  });
  const other = await get('other');
  expect(other.status).toBe(200);
  await other.body?.cancel();
  first!.destroy();
  await expect.poll(() => seen.ended).toBeGreaterThanOrEqual(2);
  const again = await get('greedy');
  expect(again.status).toBe(200);
  await again.body?.cancel();
});

test('one more download than the process may have is 503 overloaded', async () => {
  const { get, unread } = await serve(1_000, { atOnce: 2, perWorkspace: 2 });
  for (const workspace of ['one', 'two']) await unread(workspace);
  const refused = await get('three');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await refused.json()).toMatchObject({ code: 'overloaded' });
});

test('no download begins while others hold as many bytes in memory as they may', async () => {
  const { get, unread } = await serve(1_000, { bytesInMemory: 2 * PIECE.length });
  await unread('one');
  expect((await get('one')).status).toBe(429);
  await unread('two');
  expect((await get('three')).status).toBe(503);
});

test('downloads that begin at the same time hold no more in memory than one piece beyond the bound', async () => {
  const gate = Promise.withResolvers<void>();
  const { seen, get } = await serve(1_000, { bytesInMemory: 2 * PIECE.length }, gate.promise);
  const asked = ['one', 'two', 'three', 'four'].map(get);
  await expect.poll(() => seen.begun).toBe(4);
  gate.resolve();
  const answers = await Promise.all(asked);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 503, 503]);
  for (const { body } of answers) await body?.cancel();
});

test('a caller that takes nothing for the configured time loses its connection, and its slot is free', async () => {
  const { seen, get, unread } = await serve(1_000, { perWorkspace: 1, stallMs: 300 });
  const socket = await unread('slow');
  await expect.poll(() => seen.ended).toBe(1);
  socket.resume();
  await once(socket, 'close');
  const again = await get('slow');
  expect(again.status).toBe(200);
  await again.body?.cancel();
});
