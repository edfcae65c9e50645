/** The problems that the document shows are those that the service answers, member by member. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { idToUuid, newUuid, uuidToId } from '../../server/platform/lib/ids.ts';
import { setQuota } from '../../server/quotas/index.ts';
import { dashboard as document, type Node } from '../contract/document.ts';
import { withoutFigures } from '../support/alike.ts';
import { textPrompt } from '../support/prompts.ts';
import { type Answer, jsonOf, unique } from '../support/service.ts';
import {
  type Customer,
  type Dashboard,
  PASSWORD,
  type Person,
  startDashboard,
} from './fixtures.ts';

let dashboard: Dashboard;
let customer: Customer;
let member: Person;

beforeAll(async () => {
  dashboard = await startDashboard({
    parts: ['api'],
    environment: { CREDIT_BY: 'operator', MAX_DOWNLOADED_BYTES_PER_DAY: '0' },
  });
  customer = await dashboard.customer();
  member = await dashboard.person(customer.tenant.workspace, 'member');
});
afterAll(() => dashboard.close());

const KEY = { name: 'a key', scopes: ['models:run'] };

function createKey(change: object, requestKey = unique('click')): Promise<Answer> {
  const headers = { 'Idempotency-Key': requestKey };
  const { owner, path } = customer;
  return owner.send({ path: `${path}/keys`, headers, body: { ...KEY, ...change } });
}

const REFUSALS: Record<string, () => Promise<Answer>> = {
  async conflict() {
    const requestKey = unique('click');
    await createKey({}, requestKey);
    return createKey({}, requestKey);
  },
  credit_by_operator: () =>
    customer.owner.send({
      path: `${customer.path}/wallet/credits`,
      body: { amount: 1, reference: 'a payment' },
    }),
  cross_site: () =>
    customer.owner.send({
      path: `${customer.path}/keys`,
      headers: { Origin: 'https://elsewhere.example', 'Idempotency-Key': unique('click') },
      body: KEY,
    }),
  forbidden: () =>
    member.send({
      path: `${customer.path}/invitations`,
      headers: { 'Idempotency-Key': unique('click') },
      body: { role: 'member' },
    }),
  insufficient_credit: () => createKey({ creditAmount: 50_000_000_000 }),
  invalid_body: () => createKey({ name: 'n'.repeat(101), scopes: ['models:walk'] }),
  invalid_cursor: () => customer.owner.send({ path: `${customer.path}/runs?cursor=broken` }),
  invalid_prompt: () => moveLabels(1, 7),
  invalid_request: () => customer.owner.send({ path: `${customer.path}/runs?unknown=1` }),
  link_not_valid: () => dashboard.send({ path: '/invitations/preview', body: { token: 'x' } }),
  malformed_json: () => dashboard.send({ path: '/invitations/preview', body: '{' }),
  method_not_allowed: () => customer.owner.send({ method: 'PUT', path: '/me' }),
  not_found: () => customer.owner.send({ path: '/workspaces/unknown' }),
  payload_too_large: () =>
    dashboard.send({ path: '/invitations/preview', body: { token: 'x'.repeat(2_000_000) } }),
  prompt_limit_reached: () => moveLabels(50, 1),
  quota_exceeded: () => customer.owner.send({ path: `${customer.path}/wallet/entries.csv` }),
  async range_not_satisfiable() {
    const { owner, path, tenant } = await dashboard.customer();
    const { db } = dashboard.service.database;
    const { workspace } = tenant;
    const id = newUuid();
    await db.query(
      `insert into made_export (workspace, id, dataset, format, month, span_from, span_to, request_key, state, claim, bytes,
         expires_at)
       values ($1, $2, 'runs', 'csv', '2027-01', now(), now(), 'a', 'ready', $2, 9, now() + interval '1 day')`,
      [workspace, id],
    );
    await setQuota(db, { workspace, quota: 'downloaded_bytes', limit: 1_000 });
    const file = `${path}/made-exports/${uuidToId('mex', id)}/file`;
    const read = () => owner.send({ path: file, headers: { Range: 'bytes=9-' } });
    // The process learns of the quota a few seconds later.
    await expect.poll(async () => (await read()).status).toBe(416);
    return read();
  },
  async rate_limited() {
    const signIn = () => enter('attacked@example.com');
    for (let answer = await signIn(); ; answer = await signIn()) {
      if (answer.status === 429) return answer;
    }
  },
  run_refused: () =>
    customer.owner.send({
      path: `${customer.path}/playground/estimates`,
      body: {
        model: 'sandbox/unknown',
        messages: [{ role: 'user', content: 'Hello' }],
        maxOutputTokens: 10,
      },
    }),
  unauthenticated: () => dashboard.send({ path: '/me' }),
  unsupported_media_type: () =>
    dashboard.send({
      path: '/invitations/preview',
      headers: { 'Content-Type': 'text/plain' },
      body: '{}',
    }),
  async second_factor_required() {
    const { email, id } = await dashboard.person(customer.tenant.workspace, 'member');
    const { db } = dashboard.service.database;
    await db.query(
      `insert into second_factor (user_id, secret, confirmed_at) values ($1, '', now())`,
      [idToUuid('user', id)],
    );
    return dashboard.send({ path: '/session', body: { email, password: PASSWORD } });
  },
  wrong_credentials: () => enter('nobody@example.com'),
};

/** Answers the last of these moves of labels of one prompt. */
async function moveLabels(count: number, version: number): Promise<Answer> {
  const { name } = await textPrompt(customer.tenant, 'Hello');
  const path = `${customer.path}/prompts/${name}/label-moves`;
  for (let i = 1; ; i += 1) {
    const answer = await customer.owner.send({ path, body: { label: `label-${i}`, version } });
    if (i === count) return answer;
  }
}

function enter(email: string): Promise<Answer> {
  return dashboard.send({ path: '/session', body: { email, password: 'wrong' } });
}

it.each(Object.entries(REFUSALS))(
  'the example %s is what the service answers',
  async (name, refused) => {
    const problem = jsonOf(await refused()) as Node;
    const { value } = document.at('components', 'examples', name);
    expect(withoutFigures(problem)).toEqual(withoutFigures(value as Node));
  },
);

it('shows no other problem of its own', () => {
  const own = Object.values(document.at('components', 'examples'))
    .map((example) => (example as { value: Node }).value)
    .filter((value) => typeof value.code === 'string' && typeof value.title === 'string')
    .map((value) => String(value.code));
  const shared = ['headers_too_large', 'internal_error', 'overloaded', 'request_timeout'];
  const shown = Object.keys(REFUSALS).map((name) =>
    name === 'invalid_body' ? 'invalid_request' : name,
  );
  expect(new Set(own)).toEqual(new Set([...shown, ...shared]));
});
