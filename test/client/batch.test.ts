/** Many runs in one call of the client, over a real service and over one that loses answers. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient, UnknownModelError, UsageError } from '../../client/index.ts';
import {
  request,
  startService,
  type Tenant,
  type TestService,
  unique,
} from '../support/service.ts';
import { handOn, startHostile } from './hostile-server.ts';

let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
});
afterAll(() => service.close());

const clientAt = (baseUrl: string) =>
  createClient({ baseUrl, apiKey: tenant.key.key, retry: { baseDelayMs: 5 } }).modelRuns;

const batched = (model = 'sandbox/echo') => ({ request: request(model) as never });

it('gives each run with the key that was announced before, and each refusal as its own error', async () => {
  const modelRuns = clientAt(service.url);
  let announced: readonly string[] = [];
  const results = await modelRuns.createMany([batched(), batched('no/such'), batched()], {
    onRequestKeys: (keys) => {
      announced = keys;
    },
  });
  expect(results.map(({ requestKey }) => requestKey)).toEqual(announced);
  const [first, second, third] = results;
  expect(first!.run?.idempotencyKey).toBe(announced[0]);
  expect(third!.replayed).toBe(false);
  expect(second!.error).toBeInstanceOf(UnknownModelError);
  expect(second!.error).toMatchObject({
    status: 422,
    requestKey: announced[1],
    mayHaveCreated: false,
  });
  expect((await modelRuns.wait(first!.run!.id)).state).toBe('completed');
});

it('buys nothing twice where the answer was lost', async () => {
  const hostile = await startHostile(
    (seen, response) => handOn(service.url, { keep: true })(seen, response),
    (seen, response) => handOn(service.url, { keep: false })(seen, response),
  );
  const requests = [batched(), batched()].map((each) => ({
    ...each,
    idempotencyKey: unique('"quoted'),
  }));
  const results = await clientAt(hostile.url).createMany(requests);
  expect(results.map(({ replayed }) => replayed)).toEqual([true, true]);
  for (const { idempotencyKey } of requests) {
    expect(await clientAt(service.url).find(idempotencyKey)).toBeDefined();
  }
  await hostile.close();
});

it.each([0, 101])('refuses %i requests before anything is sent', async (count) => {
  const requests = Array.from({ length: count }, () => batched());
  await expect(clientAt(service.url).createMany(requests)).rejects.toBeInstanceOf(UsageError);
});

it('a run is cancelled, and says so', async () => {
  const modelRuns = clientAt(service.url);
  const { run } = await modelRuns.create(request('sandbox/slow') as never);
  const cancelled = await modelRuns.cancel(run.id);
  expect(cancelled.id).toBe(run.id);
  expect(cancelled.cancelRequestedAt ?? cancelled.finishedAt).toBeDefined();
  expect(['completed', 'failed']).toContain((await modelRuns.wait(run.id)).state);
  await expect(modelRuns.cancel('limits')).rejects.toBeInstanceOf(UsageError);
});
