/** Slow reads of traces, delayed by a lock on the spans: who waits for them, and who does not. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OBSERVABILITY } from '../support/observability.ts';
import { asOwner } from '../support/postgres.ts';
import {
  type Answer,
  problemOf,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';

let service: TestService;
let tenants: [Tenant, Tenant];
beforeAll(async () => {
  service = await startService({ environment: { RATE_LIMIT_PER_MINUTE: '100000' } });
  tenants = [await service.tenant(), await service.tenant()];
});
afterAll(() => service.close());

const LISTS = ['traces', 'spans', 'sessions', 'end-users'];
const REQUESTS = 60;

test('that wait for the database delay no run, and wait in a bounded queue: then 429 rate_limited', async () => {
  const [one, other] = tenants;
  await one.create(request('sandbox/echo'), { headers: { Prefer: 'wait=20' } });
  const requests: Promise<Answer>[] = [];
  await asOwner(service.database, (owner) =>
    owner.transaction(async (tx) => {
      await tx.query('lock table client_span in access exclusive mode');
      const read = (i: number) => one.get(`${OBSERVABILITY}/${LISTS[i % LISTS.length]}`);
      requests.push(...Array.from({ length: REQUESTS }, (_, i) => read(i)));
      const { status, text } = await Promise.race(
        requests.map(async (each) => {
          const answer = await each;
          return answer.status === 429 ? answer : new Promise<Answer>(() => {});
        }),
      );
      expect(status, text).toBe(429);
      // The reads still wait for the lock.
      const runs = await Promise.all(
        [one, other, one, other].map((tenant) =>
          tenant.create(request('sandbox/echo'), { headers: { Prefer: 'wait=20' } }),
        ),
      );
      expect(runs.map((run) => runOf(run).state)).toEqual(Array(4).fill('completed'));
    }),
  );
  const answers = await Promise.all(requests);
  const refused = answers.filter(({ status }) => status === 429);
  for (const answer of refused) {
    problemOf(answer, 'rate_limited');
    expect(answer.headers.get('Retry-After')).toBe('1');
  }
  expect(refused.length).toBeLessThan(REQUESTS);
  expect((await one.get(`${OBSERVABILITY}/traces`)).status).toBe(200);
});
