/** The runs in the document are those that the service answers, member by member. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dashboard as document, examplesOf, type Node, operation } from '../contract/document.ts';
import { withoutVolatile } from '../support/alike.ts';
import { type Answer, jsonOf, runOf } from '../support/service.ts';
import { type Customer, type Dashboard, startDashboard } from './fixtures.ts';

let dashboard: Dashboard;
let customer: Customer;

beforeAll(async () => {
  dashboard = await startDashboard({ environment: { RECONCILE_DEADLINE_MS: '600000' } });
  customer = await dashboard.customer();
});
afterAll(() => dashboard.close());

const example = (name: string) => document.at('components', 'examples', name).value as Node;
const SIMPLE = examplesOf(operation('createModelRun'))[0]!.value;

function read(id: string): Promise<Answer> {
  return customer.owner.send({ path: `${customer.path}/runs/${id}` });
}

it('run-detail is what the service answers for a run that a key has paid for', async () => {
  const rich = customer.tenant.as(await customer.tenant.newKey({ credit: 1_000_000 }));
  const { id } = runOf(await rich.create(SIMPLE, { requestKey: 'invoice-2025-0042-summary' }));
  await rich.end(id);
  expect(withoutVolatile(jsonOf(await read(id)))).toEqual(withoutVolatile(example('run-detail')));
});

it('run-detail-unknown is what the service answers for a run with an unknown outcome', async () => {
  const { tenant } = customer;
  const body = { ...SIMPLE, model: 'sandbox/lost' };
  const { id } = runOf(await tenant.create(body, { requestKey: 'invoice-2025-0044-summary' }));
  for (;;) {
    const detail = jsonOf(await read(id)) as { run: { reconciliation?: { attempts: number } } };
    if ((detail.run.reconciliation?.attempts ?? 0) < 2) {
      await sleep(50);
      continue;
    }
    expect(withoutVolatile(detail)).toEqual(withoutVolatile(example('run-detail-unknown')));
    return;
  }
});

it('run-detail-cancelled is what the service answers for a run that was cancelled before it was sent', async () => {
  const quiet = await startDashboard({ parts: ['api'] });
  const { tenant, owner, path } = await quiet.customer();
  const created = await tenant.create(SIMPLE, { requestKey: 'invoice-2025-0045-summary' });
  const cancel = `${path}/runs/${runOf(created).id}/cancel`;
  const detail = jsonOf(await owner.send({ method: 'POST', path: cancel }));
  expect(withoutVolatile(detail)).toEqual(withoutVolatile(example('run-detail-cancelled')));
  await quiet.close();
});
