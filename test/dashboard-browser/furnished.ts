/** A workspace in which every page has something to show: runs of all endings, keys, people, and little money. */
import { idToUuid, uuidToId } from '../../server/kernel/ids.ts';
import type { Company, Dashboard } from '../dashboard/scene.ts';
import { bodyOf } from '../dashboard/scene.ts';
import { request, runOf } from '../support/service.ts';

export interface Furnished extends Company {
  runs: Record<'completed' | 'failed' | 'tools' | 'unknown' | 'unpriced', string>;
  /** One that takes messages, one that does not, and one that the service has disabled. */
  endpoints: Record<'well' | 'failing' | 'disabled', string>;
}

/** So that what is not known stays so while one looks at it. */
export const UNHURRIED = { RECONCILE_DEADLINE_MS: '600000', PRICE_DEADLINE_MS: '600000' };

const TOOL = {
  name: 'get_weather',
  description: 'The weather of a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const WAY = { attribution: { sessionId: 'session-7', endUserId: 'user-1138' } };

const FORM = {
  ...{ temperature: 0.5, stop: ['END'], seed: 7, metadata: { team: 'billing', job: 'month-end' } },
  response_format: {
    type: 'json_schema',
    json_schema: { name: 'answer', schema: TOOL.parameters },
  },
};

const PARTS = [
  { type: 'text', text: 'Hello' },
  {
    type: 'image_url',
    image_url: { url: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=' },
  },
  { type: 'image_url', image_url: { url: 'https://elsewhere.invalid/image.png' } },
  { type: 'file', file: { filename: 'a.csv', file_data: 'data:text/csv;base64,YSxiCg==' } },
  { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
];

export async function furnish(dashboard: Dashboard): Promise<Furnished> {
  const company = await dashboard.company();
  const { tenant, path, owner } = company;
  const create = async (model: string, more: object, isEnding: boolean) => {
    const answer = await tenant.create(request(model, { ...WAY, ...more }));
    const { id } = runOf(answer);
    if (isEnding) await tenant.end(id);
    return id;
  };
  const [completed, failed, tools, unknown, unpriced] = await Promise.all([
    create('sandbox/echo', { messages: [{ role: 'user', content: PARTS }] }, true),
    create('sandbox/refused', {}, true),
    create('sandbox/tool-caller', { tools: [TOOL], ...FORM }, true),
    create('sandbox/lost', {}, false),
    create('sandbox/no-usage', {}, false),
  ]);
  const say = async (below: string, body: object, method = 'POST', headers = {}) => {
    const { status, text } = await owner.send({ path: path + below, method, body, headers });
    if (status >= 300) throw new Error(text);
  };
  const key = { name: 'Reports', scopes: ['models:read'], creditAmount: 5_000_000 };
  const bounds = { dayLimitAmount: 3_000_000, models: ['sandbox/echo', 'openai/*'] };
  const wish = { ...key, ...bounds, walletFallback: true };
  await say('/keys', wish, 'POST', { 'Idempotency-Key': 'reports' });
  await say('', { lowBalanceAmount: 2_000_000_000 }, 'PATCH');
  await say('/invitations', { role: 'admin', email: 'grace@example.com' });
  await dashboard.person(tenant.workspace, 'member');
  const revoked = await tenant.newKey({ name: 'Old laptop' });
  await say(`/keys/${uuidToId('key', revoked.id)}/revocation`, {});
  for (const [id, state] of [
    [unknown, 'needs_reconciliation'],
    [unpriced, 'received'],
  ]) {
    for (;;) {
      const { run } = await owner.get<{ run: { state: string } }>(`${path}/runs/${id}`);
      if (run.state === state) break;
    }
  }
  const endpoints = await furnishEndpoints(dashboard, company, completed);
  return { ...company, endpoints, runs: { completed, failed, tools, unknown, unpriced } };
}

/** With messages of every state, none of which is sent while one looks at them. */
async function furnishEndpoints(
  { service }: Dashboard,
  { owner, path }: Company,
  runId: string,
): Promise<Furnished['endpoints']> {
  const { db } = service.database;
  const make = async (description: string, failing: object) => {
    const url = `https://hooks.example.com/${description.toLowerCase().replaceAll(/\W+/g, '-')}`;
    const body = { url, description, eventTypes: ['run.failed', 'run.needs_reconciliation'] };
    const answer = await owner.send({ path: `${path}/webhook-endpoints`, body });
    const { id } = bodyOf<{ endpoint: { id: string } }>(answer).endpoint;
    const state = { failing_since: null, disabled_at: null, disabled_reason: null, ...failing };
    await db.query(
      `update webhook_endpoint set last_delivered_at = now() - interval '6 days', failing_since = $2,
         disabled_at = $3, disabled_reason = $4, previous_secret = secret, previous_until = now() + interval '1 day'
       where id = $1`,
      [idToUuid('whe', id), state.failing_since, state.disabled_at, state.disabled_reason],
    );
    await db.query(
      `insert into webhook_delivery
         (workspace, endpoint, type, run, kind, version, data, due_at, attempts, last_attempt_at, last_status, last_error,
          delivered_at)
       select e.workspace, e.id, 'run.completed', $2, 'model_run', 3, '{}',
         case when n = 3 and e.disabled_at is null then now() + interval '2 hours' end, n, now(),
         case when n = 1 then 204 else 500 end, case when n > 1 then 'The endpoint answered with 500.' end,
         case when n = 1 then now() end
       from webhook_endpoint e, generate_series(1, 3) n where e.id = $1`,
      [idToUuid('whe', id), idToUuid('run', runId)],
    );
    return id;
  };
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const failed = {
    failing_since: daysAgo(5),
    disabled_at: daysAgo(0.2),
    disabled_reason: 'failing',
  };
  return {
    well: await make('Invoices, production', {}),
    failing: await make('Reports, staging', { failing_since: daysAgo(1) }),
    disabled: await make('An old receiver with a long name', failed),
  };
}
