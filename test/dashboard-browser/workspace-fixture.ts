/** A workspace in which every page has something to show: runs of all endings, keys, people, and little money. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expireGrants, giveGrant } from '../../server/money/index.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { idToUuid, newUuid, uuidToId } from '../../server/platform/lib/ids.ts';
import {
  bodyOf,
  type Customer,
  callTool,
  type Dashboard,
  endOfCall,
  endOfJob,
  startJob,
} from '../dashboard/fixtures.ts';
import { saved } from '../support/prompts.ts';
import { request, runOf } from '../support/service.ts';
import { addAlerts } from './alert-fixtures.ts';
import { addTraces } from './trace-fixtures.ts';

export interface WorkspaceFixture extends Customer {
  /** The pages of runs of all endings. */
  runs: Record<(typeof RUNS)[number], string>;
  /** One that accepts messages, one that does not, and one that the service has disabled. */
  endpoints: Record<'well' | 'failing' | 'disabled', string>;
}

export const RUNS = [
  ...(['completed', 'failed', 'tools', 'unknown', 'unpriced'] as const),
  ...(['tool-answered', 'tool-failed', 'tool-working'] as const),
  ...(['job-ended', 'job-late', 'job-failed', 'job-running'] as const),
] as const;

/** So that unknown outcomes stay unknown while a test looks at them. */
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

const EXPORTS = {
  'Charges for the books': {},
  'Runs of the bakery': {
    ...{ dataset: 'runs', format: 'parquet', period: 'current_month' },
    endUserId: 'user-1138',
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

export async function createWorkspaceFixture(dashboard: Dashboard): Promise<WorkspaceFixture> {
  const customer = await dashboard.customer();
  const { tenant, path, owner } = customer;
  await withhold(dashboard.service.database.db);
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
  const input = { ...key, ...bounds, walletFallback: true };
  await say('/keys', input, 'POST', { 'Idempotency-Key': 'reports' });
  await say('/alert-settings', { lowBalanceAmount: 2_000_000_000 }, 'PATCH');
  for (const [name, more] of Object.entries(EXPORTS)) {
    const body = { name, dataset: 'charges', format: 'csv', period: 'previous_month', ...more };
    await say('/saved-exports', body, 'POST', { 'Idempotency-Key': name.replaceAll(' ', '-') });
  }
  for (const dataset of ['charges', 'runs']) {
    const body = { dataset, format: 'csv', month: new Date().toISOString().slice(0, 7) };
    await say('/made-exports', body, 'POST', { 'Idempotency-Key': dataset });
  }
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
      // A session has a number of requests a minute.
      await sleep(200);
    }
  }
  const endpoints = await addEndpoints(dashboard, customer, completed);
  const runs = Object.fromEntries(
    Object.entries({ completed, failed, tools, unknown, unpriced }).map(([name, id]) => [
      name,
      `runs/${id}`,
    ]),
  );
  const toolRuns = await addToolRuns(dashboard, customer, tools);
  const jobs = await addJobs(dashboard, customer, tools);
  await addPrompts(customer);
  await addDestinations(dashboard, customer);
  await addGrants(dashboard, customer);
  await addAlerts(dashboard, customer);
  await addTraces(customer);
  return {
    ...customer,
    endpoints,
    runs: { ...runs, ...toolRuns, ...jobs } as WorkspaceFixture['runs'],
  };
}

/** One that can be spent, and one that has expired, of which runs hold a part. */
async function addGrants({ service }: Dashboard, { tenant }: Customer) {
  const { db } = service.database;
  const { workspace } = tenant;
  const expiresAt = new Date(Date.now() + 20 * 86_400_000);
  for (const reason of ['promotion', 'welcome'] as const) {
    const grant = { workspace, reason, amount: 250_000_000, expiresAt, reference: reason };
    await db.transaction((tx) => giveGrant(tx, grant));
  }
  await db.query(`update credit_grant set ends_at = now() where reason = 'promotion'`);
  await expireGrants(db, (error) => {
    throw error;
  });
}

/** One that works, one that fails and one that was disabled; nothing is sent to any of them. */
async function addDestinations({ service }: Dashboard, { owner, path }: Customer) {
  const { db } = service.database;
  const states = {
    'Production tracing': 'failing_since = null',
    Staging: `failing_since = now() - interval '1 day', last_status = 401,
      last_error = 'The destination answered with 401: the key has expired'`,
    'The old one': `failing_since = now() - interval '6 days', disabled_at = now() - interval '1 day',
      disabled_reason = 'failing', last_error = 'The destination did not answer in time.'`,
  };
  for (const [name, state] of Object.entries(states)) {
    const url = `https://otel.example.com/${name.toLowerCase().replaceAll(' ', '-')}/v1/traces`;
    const headers = [{ name: 'Authorization', value: 'Bearer of-nobody' }];
    await owner.send({ path: `${path}/destinations`, body: { name, url, headers } });
    await db.query(
      `update broadcast_destination set due_at = now() + interval '1 day', delivered = 18402, rejected = 2,
         last_delivered_at = now() - interval '1 day', ${state} where name = $1`,
      [name],
    );
  }
}

/** With messages of every state, none of which is sent while a test looks at them. */
async function addEndpoints(
  { service }: Dashboard,
  { owner, path }: Customer,
  runId: string,
): Promise<WorkspaceFixture['endpoints']> {
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

/** A tool that has changed since its approval, and one that its server no longer has. */
async function withhold(db: Db): Promise<void> {
  await db.query(
    `insert into tool_definition (tool, version, definition)
     select tool, repeat('0', 64), definition from tool_definition where tool = 'sandbox/counts' on conflict do nothing`,
  );
  await db.query("update tool set seen_version = repeat('0', 64) where id = 'sandbox/counts'");
  await db.query("update tool set gone_at = now() where id = 'sandbox/huge'");
}

export const PROMPT = 'support/answer.first-line-of-a-rather-long-name';

const MARKUP = '<img src=x onerror=owned=1><script>owned=1</script>';
/** Everything that a tool can answer. */
const ANSWER = {
  content: [
    { type: 'text', text: `It adds up. ${MARKUP}` },
    { type: 'text', text: '{"sum": 5}' },
    { type: 'image', data: PARTS[1]!.image_url!.url.split(',')[1], mimeType: 'image/gif' },
    { type: 'image', data: 'PHN2Zy8+', mimeType: 'image/svg+xml' },
    { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' },
    { type: 'resource_link', uri: 'javascript:owned=1', name: 'a link', description: MARKUP },
    {
      type: 'resource',
      resource: { uri: 'file:///report.csv', text: 'a,b', mimeType: 'text/csv' },
    },
    { type: 'resource', resource: { uri: 'file:///report.bin', blob: 'AAEC' } },
    { type: 'unheard-of', markup: MARKUP },
  ],
  structured: { sum: 5, words: MARKUP },
};
const PROGRESS = { value: 3, total: 10, message: 'Reading page 3' };

/** With versions that differ in all parts, one of which refers to another prompt, and runs of one. */
async function addPrompts({ tenant, owner, path }: Customer): Promise<void> {
  await saved(tenant, { name: 'tone', text: `Be kind. ${MARKUP}`, labels: ['production'] });
  const labels = ['production', 'staging'];
  const long = Array.from({ length: 30 }, (_, i) => `Line ${i + 1} says what to do.`).join('\n');
  const text = `Answer {{name}}.\n${long}`;
  await saved(tenant, { name: PROMPT, text, labels, comment: MARKUP });
  const messages = [
    { role: 'system', content: `{{> tone}}\nAnswer {{name}} in {{language}}.\n${long}` },
    { role: 'assistant', content: 'x'.repeat(3_000) },
    { role: 'user', content: '{{question}}' },
  ];
  const variables = { type: 'object', properties: { name: {}, language: {}, question: {} } };
  const more = { config: { model: 'sandbox/echo' }, variables, comment: 'Why it is longer now.' };
  await saved(tenant, { name: PROMPT, messages, labels: ['next'], parentVersion: 1, ...more });
  for (const version of ['1', '2']) {
    const attribution = { promptId: PROMPT, promptVersion: version };
    await tenant.end(runOf(await tenant.create(request('sandbox/echo', { attribution }))).id);
  }
  const body = { label: 'production' };
  bodyOf(await owner.send({ path: `${path}/protected-labels`, body }));
}

/** Calls of a model run. What the sandbox does not play is copied from what it has. */
async function addToolRuns(
  { service }: Dashboard,
  { tenant }: Customer,
  parentRunId: string,
): Promise<Record<string, string>> {
  const { db } = service.database;
  const more = { ...WAY, metadata: FORM.metadata };
  const parent = { runId: parentRunId, toolCallId: 'call_1' };
  const [added, failed] = await Promise.all(
    ['add', 'fails'].map(async (tool) => {
      const input = tool === 'add' ? { a: 2, b: 3 } : {};
      return endOfCall(tenant, await callTool(tenant, tool, { ...more, input, parent }));
    }),
  );
  const copy = async (row: object, payload: object) => {
    const [from, id] = [idToUuid('trun', added!.id), newUuid()];
    const fill = (table: string, key: string) =>
      `insert into ${table} select (jsonb_populate_record(t, $2)).* from ${table} t where t.${key} = $1`;
    await db.query(fill('run', 'id'), [from, JSON.stringify({ ...row, id })]);
    await db.query(fill('run_payload', 'run'), [from, JSON.stringify({ ...payload, run: id })]);
    return `tool-runs/${uuidToId('trun', id)}`;
  };
  const open = { ...{ state: 'submitting', finished_at: null, charged_amount: null }, facts: null };
  return {
    'tool-answered': await copy({}, { response: JSON.stringify(ANSWER) }),
    'tool-failed': `tool-runs/${failed!.id}`,
    'tool-working': await copy({ ...open, progress: PROGRESS }, { response: null }),
  };
}

/** Code that writes to both streams, and reads and leaves files; its job has a parent run. */
const SOURCE = `console.log(${JSON.stringify(MARKUP)}); console.error('\\u001b[31mred\\u001b[0m');
for (let i = 0; i < 200; i += 1) console.log('line', i, 'x'.repeat(i));
job.writeFile('out/page.html', ${JSON.stringify(MARKUP)});
job.writeFile('out/a file with a rather long name, which somebody thought of.csv', 'a,b'); job.exit(3)`;

/** A job of each look. Long-running ones are copies of one that has ended. */
async function addJobs(
  { service }: Dashboard,
  { tenant }: Customer,
  parentRunId: string,
): Promise<Record<string, string>> {
  const { db } = service.database;
  const more = {
    ...{ ...WAY, metadata: FORM.metadata, parent: { runId: parentRunId } },
    ...{ stdin: 'Hello', env: { LANG: 'en' }, resources: { memoryMb: 64 } },
    files: [
      { path: 'in/data.csv', content: 'a,b\n' },
      { path: 'in/logo.bin', contentBase64: '/wAB' },
    ],
    outputs: [
      ...['out/page.html', 'out/a file with a rather long name, which somebody thought of.csv'],
      'out/missing.txt',
    ],
  };
  const [ended, late] = await Promise.all(
    [startJob(tenant, SOURCE, more), startJob(tenant, 'for (;;);', { timeoutSeconds: 1 })].map(
      async (started) => endOfJob(tenant, await started),
    ),
  );
  const copy = async (row: object) => {
    const [from, id] = [idToUuid('job', ended!.id), newUuid()];
    const fill = (table: string, key: string) =>
      `insert into ${table} select (jsonb_populate_record(t, $2)).* from ${table} t where t.${key} = $1`;
    await db.query(fill('run', 'id'), [from, JSON.stringify({ ...row, id })]);
    await db.query(fill('run_payload', 'run'), [from, JSON.stringify({ run: id })]);
    return `compute-jobs/${uuidToId('job', id)}`;
  };
  const open = { charged_amount: null, list_amount: null, fee_amount: null, facts: null };
  const message = 'The engine does not know the job any more.';
  return {
    'job-ended': `compute-jobs/${ended!.id}`,
    'job-late': `compute-jobs/${late!.id}`,
    'job-failed': await copy({
      ...{ ...open, state: 'failed' },
      error: { code: 'engine_lost', message, retryable: true },
    }),
    'job-running': await copy({ ...open, state: 'running', finished_at: null }),
  };
}
