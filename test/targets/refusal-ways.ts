/**
 * How to make the real service give each refusal. A code without a way does not compile. If the key is known when the
 * fault occurs, the document says so by the headers of the key's rate, and the tests look for them.
 */
import type { ProblemCode } from '../../openapi/generated/developer.ts';
import { SCOPES } from '../../server/keys/index.ts';
import { newId, uuidToId } from '../../server/platform/lib/ids.ts';
import { suspendWorkspace } from '../../server/workspaces/index.ts';
import { type DocumentedOperation, headersOf } from '../support/contract.ts';
import { owe } from '../support/debts.ts';
import { ENDPOINTS, KEYS } from '../support/management.ts';
import { otlpOf } from '../support/observability.ts';
import { MAX_OUTPUT_TOKENS, MAX_PROMPT_CHARS, unique } from '../support/service.ts';
import type { Kind } from './apis.ts';
import { ENDPOINT, type Fixtures, SAVED_EXPORT, SCORE, type Way } from './fixtures.ts';
import { promptWays } from './prompt-ways.ts';
import { whileStopping, withAHugeBody, withHalfABody, withoutEnd } from './sockets.ts';
import { isOfEndpoint, isOfKey } from './success-ways.ts';
import { sending } from './wire.ts';

const PARTS = [
  { type: 'text', text: 'Hello' },
  { type: 'image_url', image_url: { url: 'https://example.com/image.png' } },
];

const UNKNOWN = {
  ...{ id: 'unknown', code: 'unknown', name: 'unknown', file: 'unknown', guide: 'unknown' },
  ...{ traceId: 'unknown', spanId: 'unknown', endUserId: 'unknown', messageId: 'unknown' },
};
const NO_SPAN = { traceId: '', spanId: '' };
/** One that the service would save. */
const SPAN_OF_NOW = () => ({
  body: JSON.stringify(otlpOf([{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) }])),
});

/** Of no run, span or session. */
const NAMELESS = { name: 'solved', value: true, source: 'human' };
const NOBODYS = 'run_01k0a2v4xfe8t9m3c5h7j1q6wz';
const WIDE = {
  ...{ measures: ['count'], interval: 'hour' },
  ...{ from: '2025-07-01T00:00:00Z', to: '2025-09-01T00:00:00Z' },
};

export function refusalWays(fixtures: Fixtures): Record<ProblemCode, Way> {
  const { ask, askOf, apis, service, tenant } = fixtures;
  const other = (change: object) => ask({ body: JSON.stringify({ ...fixtures.body, ...change }) });

  /** An API made for one refusal; the key has not been used before. */
  async function crippled(kind: Kind, operation?: DocumentedOperation) {
    // Only a key that might exist is looked up.
    const of = operation?.id ?? '';
    const path = isOfEndpoint(of)
      ? { id: newId('whe'), messageId: newId('msg') }
      : { id: newId(prefixOf(of)) };
    const isNamed = isOfEndpoint(of) || isOfKey(of) || prefixOf(of) !== 'key';
    const input = isNamed ? { path } : {};
    const bodies: Record<string, () => { body: string }> = {
      createSpans: SPAN_OF_NOW,
      createCustomer: () => ({ body: JSON.stringify({ endUserId: unique('customer') }) }),
    };
    return askOf(await apis.of(kind), bodies[of]?.() ?? {}, input);
  }

  return {
    invalid_request({ id, takesBody }) {
      if (!takesBody) return ask({ target: (target) => withQuery(target, 'unknown=1') });
      if (id.includes('Prompt')) return promptWays(fixtures).invalid_request(id);
      if (id === 'queryMetrics')
        return ask({
          body: '{"measures":["cost"],"from":"2025-07-01T00:00:00Z","to":"2025-07-02T00:00:00Z"}',
        });
      if (id === 'createScore') return ask({ body: JSON.stringify(NAMELESS) });
      if (id === 'createApiKey') return ask({ body: '{"name":"none","scopes":[]}' });
      if (/^(create|update)Endpoint$/.test(id))
        return ask({ body: '{"url":"https://example.com","eventTypes":[]}' });
      if (id === 'createSavedExport')
        return ask({ body: JSON.stringify({ ...SAVED_EXPORT, dataset: 'all' }) });
      if (id === 'updateAlertSettings') return ask({ body: '{"keyLimitPercent":101}' });
      if (id === 'createBillingPayment') return ask({ body: '{"amount":1}' });
      if (id === 'updateBillingRecharge') {
        const terms = { thresholdAmount: 30e9, rechargeAmount: 20e9, monthCapAmount: 40e9 };
        return ask({ body: JSON.stringify(terms) });
      }
      if (id === 'rotateEndpointSecret') return ask({ body: '{"overlapSeconds":-1}' });
      if (id === 'updateApiKey') return ask({ body: '{"monthLimit":1}' });
      if (id === 'rotateApiKey') return ask({ body: '{"overlapSeconds":-1}' });
      if (id === 'updateCustomerSettings')
        return ask({ body: '{"defaultBudgets":{"monthAmount":0.5}}' });
      if (id === 'createCustomerGrant') return ask({ body: '{"amount":0.5}' });
      if (id.includes('Customer')) {
        const named = id === 'createCustomer' && { endUserId: 'customer' };
        return ask({ body: JSON.stringify({ ...named, budgets: { monthAmount: 0.5 } }) });
      }
      if (id === 'createSpans') return ask({ body: '{"resourceSpans":1}' });
      if (id.includes('Tool')) return other({ input: 'text' });
      if (id.includes('Compute')) return other({ timeoutSeconds: 'a minute' });
      const broken = {
        maxOutputTokens: 0,
        messages: [{ role: 'user', content: 'Hello', contents: '' }],
      };
      return id === 'createModelRunBatch'
        ? ask({ body: batchOf({ ...fixtures.body, ...broken }) })
        : other(broken);
    },
    range_not_satisfiable: () => ask({ headers: { Range: 'bytes=999999999-' } }),
    malformed_json: () => ask({ body: '{' }),
    idempotency_key_missing: () => ask({ without: ['Idempotency-Key'] }),
    invalid_cursor: () => ask({ target: (target) => withQuery(target, 'cursor=broken') }),
    unauthorized: () => ask({ without: ['Authorization'] }),

    async insufficient_credit({ id }) {
      if (id === 'createApiKey') {
        const creditAmount = Number.MAX_SAFE_INTEGER;
        return ask({ body: JSON.stringify({ name: 'k', scopes: ['models:run'], creditAmount }) });
      }
      if (id === 'updateApiKey') {
        const creditAmount = Number.MAX_SAFE_INTEGER;
        const path = { id: await fixtures.madeKey() };
        return ask({ body: JSON.stringify({ creditAmount }) }, { path });
      }
      // Of a model run some of the output is covered, as the documented answer has it; a job costs far less.
      const { key } = await service.tenant({ amount: id.includes('Compute') ? 10 : 400_000 });
      return ask({}, { key: key.key });
    },
    async spending_limit_reached() {
      const { key } = await tenant.newKey({ dayLimit: 1 });
      return ask({}, { key });
    },
    async end_user_budget_reached() {
      const { body } = await fixtures.customer({ budgets: { monthAmount: 1 } });
      return other({ attribution: { endUserId: body.endUserId } });
    },
    async customer_blocked() {
      const { body } = await fixtures.customer({ state: 'blocked' });
      return other({ attribution: { endUserId: body.endUserId } });
    },
    async customer_exists() {
      const { body } = await fixtures.customer();
      return ask({ body: JSON.stringify(body) });
    },
    async insufficient_scope({ scopes = [] }) {
      const others = SCOPES.filter((scope) => !scopes.includes(scope));
      const { key } = await tenant.newKey({ scopes: others });
      return ask({}, { key });
    },
    async workspace_in_debt() {
      const { key, workspace } = await service.tenant();
      await owe(service.database.db, workspace, 1);
      return ask({}, { key: key.key });
    },
    async workspace_suspended() {
      const { key, workspace } = await service.tenant();
      await suspendWorkspace(service.database.db, { workspace, why: 'a reason' });
      return ask({}, { key: key.key });
    },
    async model_not_allowed() {
      const { key } = await tenant.newKey({ models: ['other/*'] });
      return ask({}, { key });
    },
    not_found: ({ id }) =>
      ['getDocs', 'getDocsIndex'].includes(id)
        ? crippled('without a page')
        : ask({}, { path: UNKNOWN }),
    method_not_allowed: () => ask({ method: 'LOCK' }),
    async exceeds_own_rights({ id }) {
      if (id.includes('Endpoint') || id === 'listAlerts') {
        const scopes = SCOPES.filter((scope) => scope !== 'models:read');
        return ask({}, { key: (await tenant.newKey({ scopes })).key });
      }
      if (id === 'createApiKey') return ask({ body: '{"name":"k","scopes":["keys:write"]}' });
      const { id: other } = await tenant.newKey();
      return ask({}, { path: { id: uuidToId('key', other) } });
    },
    async conflict({ id }) {
      if (id === 'createCustomerGrant') {
        const { endUserId } = (await fixtures.customer()).body;
        for (let i = 0; i < 100; i += 1) await fixtures.grant(endUserId);
        return ask({}, { path: { endUserId } });
      }
      if (id === 'createBillingCardPage') {
        await fixtures.recharge('DELETE');
        return ask();
      }
      if (id.includes('Billing')) return askOf(await apis.of('without payments'));
      if (id === 'createSavedExport') {
        const { key, workspace } = await service.tenant();
        await service.database.db.query(
          `insert into saved_export (workspace, id, name, dataset, format, period, request_key)
           select $1, gen_random_uuid(), 'one', 'runs', 'csv', 'previous_day', n::text from generate_series(1, 100) n`,
          [workspace],
        );
        return ask({}, { key: key.key });
      }
      if (id === 'createEndpoint') {
        const headers = { 'Idempotency-Key': unique('endpoint') };
        await tenant.send({ path: ENDPOINTS, body: ENDPOINT, headers });
        return ask({}, { headers });
      }
      if (id === 'createEndpointResend') {
        const path = await fixtures.endpoint(true);
        const body = { status: 'disabled' };
        await tenant.send({ method: 'PATCH', path: `${ENDPOINTS}/${path.id}`, body });
        return ask({}, { path });
      }
      if (id === 'createApiKey') {
        const headers = { 'Idempotency-Key': unique('key') };
        const body = JSON.stringify({ name: 'k', scopes: ['models:run'] });
        await tenant.send({ path: KEYS, body: JSON.parse(body) as object, headers });
        return ask({ body }, { headers });
      }
      const path = { id: await fixtures.madeKey() };
      const end = id === 'rotateApiKey' ? 'rotate' : 'revoke';
      const body = id === 'rotateApiKey' ? { overlapSeconds: 60 } : undefined;
      await tenant.send({ path: `${KEYS}/${path.id}/${end}`, method: 'POST', body });
      return ask({}, { path });
    },

    async request_timeout({ takesBody }) {
      const api = await apis.of('impatient');
      return askOf(api, {}, { send: takesBody ? withHalfABody(api) : withoutEnd(api) });
    },
    payload_too_large: () => ask({}, { send: withAHugeBody(service) }),
    unsupported_media_type: () => ask({ headers: { 'Content-Type': 'text/plain' } }),

    unknown_model: () => other({ model: 'unknown' }),
    max_output_tokens_exceeded: () => other({ maxOutputTokens: MAX_OUTPUT_TOKENS + 1 }),
    unsupported_parameter: () => other({ reasoning: { effort: 'low' } }),
    unsupported_input: () =>
      other({
        model: 'sandbox/thinker',
        messages: [{ role: 'user', content: PARTS }],
      }),
    prompt_too_large: ({ id }) =>
      id === 'renderPrompt'
        ? promptWays(fixtures).prompt_too_large()
        : other({ messages: [{ role: 'user', content: 'x'.repeat(MAX_PROMPT_CHARS + 1) }] }),
    inconsistent_tool_calls: () =>
      other({
        messages: [
          { role: 'user', content: 'Call the tool.' },
          { role: 'assistant', content: null },
          { role: 'tool', tool_call_id: 'call_1', content: '' },
        ],
      }),
    unknown_tool: () => other({ tool: 'unknown' }),
    tool_version_changed: () => other({ version: '0'.repeat(64) }),
    invalid_tool_input: () => other({ tool: 'sandbox/add', input: { a: 2, b: 'three' } }),
    unknown_environment: () => other({ environment: 'unknown' }),
    resources_exceeded: () => other({ resources: { memoryMb: 1_048_576 } }),
    invalid_path: () => other({ files: [{ path: '../up' }] }),
    timeout_exceeded: () => other({ timeoutSeconds: 86_400 }),
    ...promptWays(fixtures).own,
    too_many_spans: () => ask({ body: JSON.stringify(otlpOf(Array(10_001).fill(NO_SPAN))) }),
    hold_above_maximum: () => other({ maxReservedAmount: 0 }),
    async idempotency_key_reuse({ id }) {
      if (id === 'createModelRunBatch') return ask({ body: batchOf(fixtures.body, fixtures.body) });
      if (id === 'createCustomer') {
        const { body, requestKey } = await fixtures.customer();
        const headers = { 'Idempotency-Key': requestKey };
        return ask({ body: JSON.stringify({ ...body, name: 'Another' }) }, { headers });
      }
      if (id === 'createCustomerGrant') {
        const { endUserId } = (await fixtures.customer()).body;
        const { requestKey } = await fixtures.grant(endUserId);
        const headers = { 'Idempotency-Key': requestKey };
        return ask({ body: '{"amount":1}' }, { path: { endUserId }, headers });
      }
      if (id === 'createBillingPayment') {
        const { requestKey } = await fixtures.payment();
        return ask(
          { body: '{"amount":30000000000}' },
          { headers: { 'Idempotency-Key': requestKey } },
        );
      }
      if (id === 'createSavedExport') {
        const { requestKey } = await fixtures.savedExport();
        const body = JSON.stringify({ ...SAVED_EXPORT, dataset: 'runs' });
        return ask({ body }, { headers: { 'Idempotency-Key': requestKey } });
      }
      if (id === 'createScore') {
        const { requestKey } = await fixtures.score();
        const headers = { 'Idempotency-Key': requestKey };
        return ask({ body: JSON.stringify({ ...SCORE, value: false }) }, { headers });
      }
      const requestKey = unique('request');
      await tenant.create(
        {
          ...fixtures.body,
          ...(id.includes('Prompt') ? { comment: '' } : { expiresAfterSeconds: 60 }),
        },
        { requestKey, path: fixtures.path },
      );
      return ask({}, { headers: { 'Idempotency-Key': requestKey } });
    },

    metrics_too_wide: () => ask({ body: JSON.stringify(WIDE) }),
    unknown_run: () => ask({ body: JSON.stringify({ ...NAMELESS, runId: NOBODYS }) }),
    async too_many_scores() {
      const of = { ...NAMELESS, sessionId: unique('session') };
      for (let i = 0; i < 100; i += 1) await fixtures.score(of);
      return ask({ body: JSON.stringify(of) });
    },

    async rate_limited() {
      const api = await apis.of('hasty');
      const send = sending({ ...api, contract: fixtures.contract });
      return askOf(
        api,
        {},
        {
          async send(request) {
            await send(request.clone());
            return send(request);
          },
        },
      );
    },
    too_many_pending_runs: () => crippled('crowded'),
    ingest_quota_exceeded: (operation) => crippled('crowded', operation),
    quota_exceeded: (operation) => crippled('used up', operation),
    headers_too_large: () => ask({ headers: { Prefer: 'x'.repeat(20_000) } }),

    internal_error: (operation) =>
      crippled(knowsKey(operation, 500) ? 'runs broken' : 'keys broken', operation),
    overloaded(operation) {
      if (!operation.scopes) return crippled('without health');
      return crippled(knowsKey(operation, 503) ? 'runs gone' : 'keys gone', operation);
    },
    async shutting_down() {
      const api = await apis.of('about to stop');
      return askOf(api, {}, { send: whileStopping(api, await apis.newKey(), fixtures) });
    },
  };
}

function withQuery(target: string, parameter: string): string {
  return `${target}${target.includes('?') ? '&' : '?'}${parameter}`;
}

/** A batch that has one request key for all its requests. */
function batchOf(...requests: object[]): string {
  const idempotencyKey = unique('request');
  return JSON.stringify({ requests: requests.map((request) => ({ idempotencyKey, request })) });
}

/** Of the ids that a path of the operation names. */
function prefixOf(id: string): string {
  if (id === 'getBillingPayment') return 'pay';
  return /^(get|delete)SavedExport/.test(id) ? 'exp' : 'key';
}

function knowsKey({ responses }: DocumentedOperation, status: number): boolean {
  return headersOf(responses.get(status)!).has('ratelimit');
}
