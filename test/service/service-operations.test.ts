import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { document } from '../contract/document.ts';
import {
  jsonOf,
  problemOf,
  RUNS,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';
import { type Field, head, open } from './connection.ts';
import { openPassage, type Passage } from './outage.ts';

let service: TestService;
let passage: Passage;
let tenant: Tenant;

beforeAll(async () => {
  // The undisturbed service does not use the passage to the same database.
  const quiet = await startService({ parts: ['api'] });
  passage = await openPassage(quiet.database.url);
  service = await startService({
    parts: ['api'],
    database: quiet.database,
    databaseUrl: passage.url,
  });
  tenant = await service.tenant();
  closing.push(service.close, passage.shut, quiet.close);
});
afterAll(async () => {
  for (const close of closing) await close();
});
const closing: (() => Promise<void>)[] = [];

describe('the document', () => {
  it('is served as it is, with this deployment as its server', async () => {
    const served = jsonOf(await service.send({ path: '/openapi.json' }));
    expect(served).toEqual({ ...document, servers: [{ url: service.publicUrl }] });
  });
});

describe('the process', () => {
  it('lives and takes requests', async () => {
    const livez = await service.send({ path: '/livez' });
    expect(jsonOf(livez)).toEqual({ status: 'ok' });
    const readyz = await service.send({ path: '/readyz' });
    expect(jsonOf(readyz)).toEqual({ status: 'ready' });
    for (const { headers } of [livez, readyz])
      expect(headers.get('cache-control')).toBe('no-store');
  });

  it('without its database lives, takes no requests, says so, and recovers', async () => {
    const requestKey = 'outage';
    const created = await tenant.create(request('sandbox/echo'));
    await passage.shut();

    expect((await service.send({ path: '/livez' })).status).toBe(200);
    expect((await service.send({ path: '/openapi.json' })).status).toBe(200);
    const refused = [
      await service.send({ path: '/readyz' }),
      await tenant.create(request('sandbox/echo'), { requestKey }),
      await tenant.get(created.headers.get('location')!),
      await tenant.get(RUNS),
      await tenant.get(`${RUNS}/limits`),
    ];
    for (const answer of refused) {
      // An operation without a query may still be answered while the service remembers the key.
      if (answer.status === 200) continue;
      expect(answer.status).toBe(503);
      problemOf(answer, 'overloaded');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answer.text).not.toMatch(/ECONN|postgres|127\.0\.0\.1/i);
    }
    expect(refused.slice(0, 4).map(({ status }) => status)).toEqual([503, 503, 503, 503]);

    await passage.open();
    await expect.poll(async () => (await service.send({ path: '/readyz' })).status).toBe(200);
    const again = await tenant.create(request('sandbox/echo'), { requestKey });
    expect(runOf(again).state).toBe('reserved');
    const { data } = jsonOf(await tenant.get(`${RUNS}?idempotencyKey=${requestKey}`)) as {
      data: unknown[];
    };
    expect(data).toHaveLength(1);
  });
});

describe('a process in production', () => {
  it('gives the same answers, though it does not check them itself', async () => {
    const environment = { NODE_ENV: 'production', SANDBOX: 'on' };
    const { database } = service;
    const production = await startService({ environment, database });
    const common = { path: RUNS, key: tenant.key.key, headers: { Prefer: 'wait=30' } };
    const create = (body: object, requestKey: string) =>
      production.send({
        ...common,
        body,
        headers: { ...common.headers, 'Idempotency-Key': requestKey },
      });
    const run = runOf(await create(request('sandbox/echo'), 'production'));
    expect(run.state).toBe('completed');
    expect(runOf(await production.send({ ...common, path: `${RUNS}/${run.id}` }))).toEqual(run);
    expect(runOf(await service.send({ ...common, path: `${RUNS}/${run.id}` }))).toEqual(run);
    const refused = await create({}, 'refused');
    expect(problemOf(refused, 'invalid_request').errors).toHaveLength(3);
    await production.close();
  });
});

describe('a process that is about to stop', () => {
  it('answers waits with the present state, finishes what it has begun, and is not ready', async () => {
    const stopping = await startService({ parts: ['api'], environment: { DRAIN_MS: '300' } });
    const owner = await stopping.tenant();
    const created = await owner.create(request('sandbox/echo'));
    const authorization: Field = ['Authorization', `Bearer ${owner.key.key}`];
    const body = JSON.stringify(request('sandbox/echo'));

    // The server asks for the body, so this request is under way when the server is asked to stop.
    const begun = open(stopping);
    begun.write(
      head('POST', RUNS, [
        authorization,
        ['Content-Type', 'application/json'],
        ['Content-Length', Buffer.byteLength(body)],
        ['Idempotency-Key', 'begun'],
        ['Expect', '100-continue'],
      ]),
    );
    const answer = begun.answer('POST', RUNS);
    const path = created.headers.get('location')!;
    const waiting = open(stopping);
    waiting.write(head('GET', path, [authorization, ['Prefer', 'wait=50']]));
    const waited = waiting.answer('GET', path);
    await begun.continued;

    const stopped = stopping.stop();
    expect(runOf(await waited).state).toBe('reserved');
    begun.write(body, head('GET', '/readyz'));
    expect((await answer).status).toBe(202);
    const ready = await begun.answer('GET', '/readyz');
    expect(ready.status).toBe(503);
    problemOf(ready, 'shutting_down');
    expect(ready.headers.has('retry-after')).toBe(true);
    begun.destroy();
    waiting.destroy();
    await stopped;
    await expect(fetch(`${stopping.url}/livez`)).rejects.toThrow();
    await stopping.close();
  });
});
