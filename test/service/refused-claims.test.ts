/** While no worker may claim runs, readiness says so and the service takes no more money; existing runs can be read. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { request } from '../support/process.ts';
import { json } from '../support/program.ts';
import { RUNS, startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService({
    parts: ['api'],
    environment: { REFUSE_CREATES_AFTER_MS: '2000', LEASE_MS: '2500', CONNECT_TIMEOUT_MS: '500' },
  });
  tenant = await service.tenant();
});
afterAll(() => service.close());

const readiness = async () => JSON.parse((await service.send({ path: '/readyz' })).text);
const body = request('sandbox/echo');

it('readiness shows it, creates are taken for a while and then refused, and recover keeps them', async () => {
  const { database } = service;
  const before = await tenant.create(body, { requestKey: 'before' });
  expect(before.status).toBe(202);
  expect(await readiness()).toEqual({ status: 'ready' });

  // What a process that died leaves after a promotion.
  await database.db.query(
    "insert into witness (id, count, timeline) values ('00000000-0000-0000-0000-000000000001', 1, 0)",
  );
  await database.db.query('update deployment set timeline = 0');
  await expect.poll(readiness).toEqual({ status: 'ready', claims: 'refused' });
  const meanwhile = await tenant.create(body, { requestKey: 'meanwhile' });
  expect(meanwhile.status).toBe(202);
  let tries = 0;
  const create = () => tenant.create(body, { requestKey: `late-${++tries}` });
  await expect.poll(async () => (await create()).status).toBe(503);
  const refused = await create();
  expect(JSON.parse(refused.text)).toMatchObject({ code: 'overloaded' });
  expect(refused.headers.get('retry-after')).toBe('30');
  // A caller finds acknowledged runs by their keys, and reads them.
  const again = await tenant.create(body, { requestKey: 'before' });
  expect(JSON.parse(again.text).id).toBe(JSON.parse(before.text).id);
  expect((await tenant.get(RUNS)).status).toBe(200);

  const recovered = await json<{ runs: number; kept: number }>(['recover'], {
    DATABASE_URL: database.url,
    DATA_DIR: '/nowhere/data',
    SANDBOX: 'on',
  });
  // No process can have sent a run that was created since claims are refused.
  expect(recovered.runs).toBe(1);
  expect(recovered.kept).toBeGreaterThan(0);
  await expect.poll(readiness).toEqual({ status: 'ready' });
  expect((await create()).status).toBe(202);
});
