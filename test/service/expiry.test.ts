/** A caller's own limit on the time until its run is sent. */
import { expect, it, onTestFinished } from 'vitest';
import { RUNS, request, runOf, startService } from '../support/service.ts';

it('ends what was not sent by then with run_expired, free, and holds no more for it', async () => {
  const api = await startService({ parts: ['api'] });
  onTestFinished(() => api.close());
  const tenant = await api.tenant();
  const body = request('sandbox/echo');
  const plain = runOf(await tenant.create(body));
  const run = runOf(await tenant.create({ ...body, expiresAfterSeconds: 1 }));
  expect(run.reservedAmount).toBe(plain.reservedAmount);
  expect(Date.parse(run.expiresAt!) - Date.parse(run.createdAt)).toBe(1_000);
  await expect.poll(() => Date.now() > Date.parse(run.expiresAt!)).toBe(true);
  const worker = await startService({ parts: ['worker'], database: api.database });
  onTestFinished(() => worker.close());
  expect(await tenant.end(run.id)).toMatchObject({
    state: 'failed',
    error: { code: 'run_expired', retryable: true },
  });
  expect(await tenant.end(plain.id)).toMatchObject({ state: 'completed' });
});

it('is never longer than that of the deployment, and ends nothing that was sent in time', async () => {
  const service = await startService({ environment: { RUN_DEADLINE_MS: '20000' } });
  onTestFinished(() => service.close());
  const tenant = await service.tenant();
  const api = await startService({ parts: ['api'], environment: { RUN_DEADLINE_MS: '20000' } });
  onTestFinished(() => api.close());
  const there = await api.tenant();
  const long = runOf(await there.create(request('sandbox/echo', { expiresAfterSeconds: 86_400 })));
  expect(Date.parse(long.expiresAt!) - Date.parse(long.createdAt)).toBe(20_000);
  const slow = runOf(await tenant.create(request('sandbox/slow', { expiresAfterSeconds: 1 })));
  expect(await tenant.end(slow.id)).toMatchObject({ state: 'completed' });
  expect((await tenant.get(`${RUNS}/${slow.id}`)).status).toBe(200);
});
