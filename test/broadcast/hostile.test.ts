/** Hostile destinations: what they cost, and what they learn. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createDestinationKeeping,
  DESTINATION_PREFIX,
  type Destinations,
  startBroadcasting,
} from '../../server/broadcast/index.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import type { Sending } from '../../server/platform/outbound/index.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import {
  RUNS,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';
import { type OtlpReceiver, startOtlpReceiver } from './receiver.ts';
import { runsOf } from './runs.ts';

/** Only what a test starts sends anything. */
let service: TestService;
let tenant: Tenant;
let destinations: Destinations;
let sending: Sending | undefined;
const open: { close(): unknown }[] = [];
beforeAll(async () => {
  service = await startService({ parts: ['api'] });
});
beforeEach(async () => {
  tenant = await service.tenant();
  destinations = createDestinationKeeping({ db: service.database.db, allowsPrivate: true });
});
afterEach(async () => {
  await sending?.stop(0);
  sending = undefined;
  for (const each of await destinations.list(tenant.workspace)) {
    await destinations.remove(tenant, uuidToId(DESTINATION_PREFIX, each.id));
  }
  for (const one of open.splice(0)) one.close();
});
afterAll(() => service.close());

function broadcast(answerWithinMs = 500, allowsPrivate = true): void {
  sending = startBroadcasting({
    ...{ db: service.database.db, runs: runsOf(service.database.db), allowsPrivate },
    ...{ giveUpAfterMs: 1_000_000, disableAfterMs: 1_000_000, everyMs: 20, answerWithinMs },
    log: createLog({ level: 'silent' }),
  });
}

async function endRun(of = tenant): Promise<void> {
  const { id } = runOf(await of.create(request('sandbox/echo')));
  await of.send({ method: 'POST', path: `${RUNS}/${id}/cancel` });
}

async function make(url: string, of = tenant): Promise<string> {
  const { id } = await destinations.create(of, { name: 'x', url });
  return uuidToId(DESTINATION_PREFIX, id);
}

const errorOf = async (id: string) => (await destinations.get(tenant.workspace, id)).lastError;

async function serve(answer: (response: ServerResponse) => unknown): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => answer(response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`;
}

const TIMED_OUT = 'The destination did not answer in time.';

describe('a destination that', () => {
  it.each<[string, (response: ServerResponse) => unknown, string]>([
    ['never answers', () => {}, TIMED_OUT],
    ['answers a byte a moment', drip, TIMED_OUT],
    [
      'cuts the connection',
      (r) => r.destroy(),
      'The destination could not be reached (UND_ERR_SOCKET).',
    ],
    [
      'redirects to this machine',
      (r) => r.writeHead(307, { Location: 'http://127.0.0.1:9/' }).end(),
      'The destination answered with 307: redirects are not followed.',
    ],
    [
      'answers with a page',
      (r) =>
        r.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>secret of the network</h1>'),
      'The destination answered with 502.',
    ],
    [
      'says too much',
      (r) =>
        r
          .writeHead(500, { 'Content-Type': 'application/json' })
          .end(JSON.stringify({ message: `a\u202eb${'x'.repeat(9_000)}` })),
      `The destination answered with 500: a b${'x'.repeat(297)}`,
    ],
  ])('%s has not taken the spans', async (_, answer, error) => {
    const id = await make(await serve(answer));
    await endRun();
    broadcast();
    await expect.poll(() => errorOf(id)).toBe(error);
    expect(await destinations.get(tenant.workspace, id)).toMatchObject({
      waiting: 1,
      delivered: 0,
    });
  });

  it('answers without an end is read no further than it has to be', async () => {
    let written = 0;
    const url = await serve((response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const chunk = Buffer.alloc(65_536, 'x');
      const write = () => {
        if (response.destroyed) return;
        written += chunk.length;
        if (response.write(chunk)) setImmediate(write);
        else response.once('drain', write);
      };
      write();
    });
    const id = await make(url);
    await endRun();
    broadcast(5_000);
    const seen = async () => (await destinations.get(tenant.workspace, id)).delivered;
    await expect.poll(seen).toBe(1);
    expect(written).toBeLessThan(20_000_000);
  });

  it('says that it refused more than it was sent, or less than nothing, is not believed', async () => {
    for (const rejectedSpans of ['99999999999999999999', '-5', { a: 1 }]) {
      const answer = JSON.stringify({ partialSuccess: { rejectedSpans, errorMessage: 7 } });
      const url = await serve((r) =>
        r.writeHead(200, { 'Content-Type': 'application/json' }).end(answer),
      );
      const id = await make(url);
      await endRun();
      broadcast();
      const done = async () => (await destinations.get(tenant.workspace, id)).waiting;
      await expect.poll(done).toBe(0);
      const { delivered, rejected } = await destinations.get(tenant.workspace, id);
      expect([delivered, rejected]).toEqual([1, 0]);
      await sending?.stop(0);
      sending = undefined;
      await destinations.remove(tenant, id);
    }
  });

  it('wants to be left alone for years is asked again within the hour', async () => {
    const url = await serve((r) => r.writeHead(429, { 'Retry-After': '999999999' }).end());
    const id = await make(url);
    await endRun();
    broadcast();
    await expect.poll(() => errorOf(id)).toBe('The destination answered with 429.');
    const rows = await service.database.db.query(
      "select from broadcast_destination where due_at > now() + interval '61 minutes'",
    );
    expect(rows).toEqual([]);
  });

  it('hangs takes no slots from other workspaces', async () => {
    const hanging = await serve(() => {});
    const other = await service.tenant();
    const quick: OtlpReceiver = await startOtlpReceiver();
    open.push(quick);
    for (let i = 0; i < 10; i++) await make(hanging);
    await destinations.create(other, { name: 'quick', url: quick.url });
    await endRun();
    broadcast(3_600_000);
    const claimed = () =>
      service.database.db.query('select from broadcast_destination where claim is not null');
    await expect.poll(async () => (await claimed()).length).toBeGreaterThan(5);
    for (let i = 1; i <= 3; i++) {
      await endRun(other);
      await expect.poll(() => quick.spans().length).toBe(i);
    }
  });
});

describe('where private addresses are refused', () => {
  it.each([
    'http://otel.example.com/v1/traces',
    'https://127.0.0.1/v1/traces',
    'https://[::ffff:10.0.0.1]/v1/traces',
    'https://169.254.169.254/latest',
    'https://2130706433/',
    'https://user:secret@otel.example.com/',
  ])('%s is no address of a destination', async (url) => {
    const strict = createDestinationKeeping({ db: service.database.db, allowsPrivate: false });
    await expect(strict.create(tenant, { name: 'x', url })).rejects.toMatchObject({
      code: 'invalid_request',
      options: { errors: [{ pointer: '#/url' }] },
    });
  });

  it.each(['127.0.0.1', 'localhost'])('nothing is sent to %s, not even by a test', async (host) => {
    const connections: Socket[] = [];
    const server = createTcpServer((socket) => connections.push(socket));
    server.listen(0);
    await once(server, 'listening');
    open.push(server);
    const id = await make(`http://${host}:${(server.address() as AddressInfo).port}/`);
    await endRun();
    const strict = createDestinationKeeping({ db: service.database.db, allowsPrivate: false });
    expect(await strict.test(tenant.workspace, id)).toMatchObject({ isTaken: false });
    broadcast(500, false);
    await expect.poll(() => errorOf(id)).toBeTypeOf('string');
    expect(connections).toEqual([]);
  });
});

describe('headers', () => {
  it.each([
    [{ name: 'Host', value: 'x' }, '#/headers/0/name'],
    [{ name: 'content-length', value: '0' }, '#/headers/0/name'],
    [{ name: 'Proxy-Authorization', value: 'x' }, '#/headers/0/name'],
    [{ name: 'a b', value: 'x' }, '#/headers/0/name'],
    [{ name: 'A', value: 'x\r\nB: y' }, '#/headers/0/value'],
    [{ name: 'A', value: 'é' }, '#/headers/0/value'],
  ])('%j are refused', async (header, pointer) => {
    const input = { name: 'x', url: 'http://127.0.0.1:9/', headers: [header] };
    await expect(destinations.create(tenant, input)).rejects.toMatchObject({
      options: { errors: [{ pointer }] },
    });
  });

  it('are sent only to the host that they were set for', async () => {
    const headers = [{ name: 'Authorization', value: 'secret' }];
    const url = 'http://127.0.0.1:9/';
    const { id } = await destinations.create(tenant, { name: 'x', url, headers });
    const publicId = uuidToId(DESTINATION_PREFIX, id);
    const elsewhere = { url: 'http://127.0.0.1:10/' };
    await expect(destinations.change(tenant, publicId, elsewhere)).rejects.toMatchObject({
      options: { errors: [{ pointer: '#/headers' }] },
    });
    await destinations.change(tenant, publicId, { url: `${url}v1/traces` });
    await destinations.change(tenant, publicId, { ...elsewhere, headers: [] });
    expect(await destinations.get(tenant.workspace, publicId)).toMatchObject({ headerNames: [] });
    const events = await service.database.db.query('select detail from audit_event');
    expect(JSON.stringify(events)).not.toContain('secret');
  });

  it('are not shown to members by a destination that repeats them', async () => {
    const receiver = await startOtlpReceiver();
    open.push(receiver);
    receiver.answer((response, { headers }) => {
      const message = `no such key: ${headers.authorization} (${headers['x-team']}, staging)`;
      response
        .writeHead(401, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ message }));
    });
    const headers = [
      { name: 'Authorization', value: 'Token correct-horse' },
      { name: 'X-Team', value: 'battery-staple' },
      { name: 'X-Tenant', value: 'a' },
    ];
    const { id } = await destinations.create(tenant, { name: 'x', url: receiver.url, headers });
    const publicId = uuidToId(DESTINATION_PREFIX, id);
    const words = 'no such key: [removed] ([removed], staging)';
    const error = `The destination answered with 401: ${words}`;
    expect(await destinations.test(tenant.workspace, publicId)).toMatchObject({ detail: error });
    await endRun();
    broadcast();
    await expect.poll(() => errorOf(publicId)).toBe(error);
  });
});

function drip(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(timer));
}
