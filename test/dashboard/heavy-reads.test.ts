/** Slow reads, delayed by a lock on all runs: who waits for them, and who does not. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, problemOf, unique } from '../support/service.ts';
import { type BodyOf, bodyOf, type Customer, type Dashboard, startDashboard } from './fixtures.ts';

let dashboard: Dashboard;
let companies: Customer[];

beforeAll(async () => {
  dashboard = await startDashboard({ parts: ['api'] });
  companies = [await dashboard.customer(), await dashboard.customer()];
});
afterAll(() => dashboard.close());

const SPAN = 'from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z';
const REQUESTS = 14;

const usageOf = ({ owner, path }: Customer) => owner.send({ path: `${path}/usage?${SPAN}` });

/** Locks every run until the work is done. */
function whileRunsAreLocked(work: () => Promise<void>): Promise<void> {
  return dashboard.service.database.db.transaction(async (tx) => {
    await tx.query('lock table run in access exclusive mode');
    await work();
  });
}

test('sums that take long stall neither the API nor keys, and wait in a bounded queue', async () => {
  const [customer] = companies as [Customer];
  const pages = companies.map(({ path }) => `${path}/keys`);
  // The service remembers it from here on.
  await Promise.all(companies.map(({ owner }, i) => owner.get(pages[i]!)));
  const answers: Promise<Answer>[] = [];
  await whileRunsAreLocked(async () => {
    answers.push(
      ...companies.flatMap((each) => Array.from({ length: REQUESTS }, () => usageOf(each))),
    );
    const refused: Answer[] = [];
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    for (const answer of answers) {
      void answer.then((one) => {
        if (one.status !== 429) return;
        if (refused.push(one) === 2 * (REQUESTS - 10)) resolve();
      });
    }
    await enough;
    for (const one of refused) {
      problemOf(one, 'rate_limited');
      expect(one.headers.get('Retry-After')).toBe('1');
    }
    const headers = { 'Idempotency-Key': unique('click') };
    const body = { name: 'meanwhile', scopes: ['models:read'] };
    const made = bodyOf<BodyOf<'createKey', 201>>(
      await customer.owner.send({ path: pages[0]!, body, headers }),
    );
    const { secret: key } = made;
    const models = await dashboard.service.send({ path: '/v1/developer/models', key });
    expect(models.status).toBe(200);
    const rotation = `${customer.path}/keys/${made.key.id}/rotation`;
    bodyOf(await customer.owner.send({ path: rotation, body: { overlapSeconds: 60 } }));
    const { data } = await customer.owner.get<BodyOf<'listKeys'>>(pages[0]!);
    expect(data.map(({ id }) => id)).toContain(made.key.id);
  });
  // If the machine is so slow that the lock outlasts the database's time limit, some of these get 503.
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 429)).toHaveLength(20);
  expect((await usageOf(customer)).status).toBe(200);
});
