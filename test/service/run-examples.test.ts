/** The service returns the runs that the document shows, member by member. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeKey } from '../../server/keys/index.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { at, type Node } from '../contract/document.ts';
import { withoutVolatile } from '../support/alike.ts';
import { asOwner, type TestDatabase } from '../support/postgres.ts';
import {
  type Answer,
  jsonOf,
  RUNS,
  runOf,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';

/** The defaults of a deployment. */
const LIMITS = { MAX_PROMPT_CHARS: '1000000', MAX_OUTPUT_TOKENS: '32000' };
/** The service gives up no open run while a test looks at it. */
const LASTING = {
  ...{ RECONCILE_DEADLINE_MS: '600000', RECONCILE_GRACE_MS: '600000' },
  PRICE_DEADLINE_MS: '60000',
};

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let folder: string;
let brief: TestService;
let lasting: TestService;
let quiet: TestService;

beforeAll(async () => {
  upstream = await startUpstream();
  folder = await mkdtemp(join(tmpdir(), 'model-run-examples-'));
  const file = join(folder, 'models.json');
  await writeFile(file, JSON.stringify(modelsAt(upstream.url)));
  const others = {
    ...{ MODELS_FILE: file },
    ...{ OPENROUTER_API_KEY: 'secret', OPENROUTER_BASE_URL: upstream.url },
  };
  brief = await startService({ environment: { ...LIMITS, ...others } });
  lasting = await startService({ environment: { ...LIMITS, ...LASTING } });
  quiet = await startService({ parts: ['api'], environment: LIMITS });
});
afterAll(async () => {
  for (const service of [brief, lasting, quiet]) await service.close();
  await upstream.close();
  await rm(folder, { recursive: true, force: true });
});

/** One server behind two providers: it accepts far more than the list says, and only OpenRouter's wire reports it. */
async function startUpstream() {
  const server = createServer((request, response) => {
    const isList = request.url?.endsWith('/models');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isList ? { data: [] } : ANSWER));
    request.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const ANSWER = {
  id: 'gen-1',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'Invoice 42 is for three chairs.' },
      finish_reason: 'stop',
    },
  ],
  usage: { prompt_tokens: 23, completion_tokens: 8, cost: 0.005 },
};

function modelsAt(baseUrl: string) {
  const pricing = { prompt: '0.00000015', completion: '0.0000006' };
  return {
    providers: { local: { kind: 'openai-compatible', baseUrl } },
    models: [
      { id: 'local/small', provider: 'local', pricing },
      { id: 'example/small', provider: 'openrouter', pricing },
    ],
  };
}

const example = (name: string): Node => at('components', 'examples', name).value as Node;
const SIMPLE = example('request-simple');
const KEY = 'invoice-2025-0042-summary';

/** A run of a new workspace, under the request key of the examples. */
async function create(service: TestService, body: Node, requestKey = KEY) {
  const tenant = await service.tenant();
  return { tenant, run: runOf(await tenant.create(body, { requestKey })) };
}

const simple = (model: string): Node => ({ ...SIMPLE, model });

async function ended(body: Node, service = brief, requestKey = KEY): Promise<unknown> {
  const { tenant, run } = await create(service, body, requestKey);
  return tenant.end(run.id);
}

/** The run as soon as it is in the state and `more` holds. */
async function seen(
  body: Node,
  state: string,
  more: (run: Node) => boolean = () => true,
): Promise<unknown> {
  const { tenant, run } = await create(lasting, body);
  return until(tenant, run.id, (now) => now.state === state && more(now));
}

async function until(tenant: Tenant, id: string, holds: (run: Node) => boolean): Promise<Node> {
  for (;;) {
    const run = jsonOf(await tenant.get(`${RUNS}/${id}`)) as Node;
    if (holds(run)) return run;
    expect(run).not.toHaveProperty('finishedAt');
  }
}

/** A process without a worker saves the run; after the change, one with a worker ends it. */
async function endedAfter(
  change: (saved: { key: string; database: TestDatabase }) => Promise<unknown>,
  environment: Record<string, string> = {},
): Promise<unknown> {
  const api = await startService({ parts: ['api'], environment: { ...LIMITS, ...environment } });
  const { tenant, run } = await create(api, SIMPLE);
  const { database } = api;
  await change({ key: tenant.key.id, database });
  const worker = await startService({ parts: ['worker'], environment, database });
  const end = await tenant.as(await tenant.newKey()).end(run.id);
  await worker.close();
  await api.close();
  return end;
}

/** Cancels a run while its first piece arrives. Tries again if the machine was too slow. */
async function cancelledEarly(body: Node): Promise<Node> {
  for (;;) {
    const { tenant, run } = await create(brief, body);
    await until(tenant, run.id, isNamed);
    await tenant.send({ method: 'POST', path: `${RUNS}/${run.id}/cancel` });
    const end = await tenant.end(run.id);
    if (end.text !== undefined && end.text.length <= 16) return end;
  }
}

/** Whether the provider has named its work, and the service has saved the name. */
const isNamed = (run: Node) => 'providerReference' in run;

const RUNS_SHOWN: Record<string, () => Promise<unknown>> = {
  'run-reserved': async () => (await create(quiet, SIMPLE)).run,
  'run-queued': () => seen(simple('sandbox/busy'), 'queued'),
  'run-submitting': () => seen(simple('sandbox/slow'), 'submitting', isNamed),
  async 'run-cancelling'() {
    const { tenant, run } = await create(lasting, simple('sandbox/slow'));
    await until(tenant, run.id, isNamed);
    return jsonOf(await tenant.send({ method: 'POST', path: `${RUNS}/${run.id}/cancel` }));
  },
  'run-received': () => seen(simple('sandbox/unpriced'), 'received'),
  'run-needs-reconciliation': () =>
    seen(simple('sandbox/lost'), 'needs_reconciliation', ({ reconciliation }) => {
      return (reconciliation as Node).attempts === 2;
    }),
  'run-completed': () => ended(SIMPLE),
  async 'run-replayed'() {
    const { tenant, run } = await create(brief, SIMPLE);
    await tenant.end(run.id);
    const again: Answer = await tenant.create(SIMPLE, { requestKey: KEY });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    return jsonOf(again);
  },
  'run-completed-list-price': () =>
    ended({ ...example('request-attributed'), model: 'local/small' }),
  'run-completed-uncharged': () => ended(simple('sandbox/no-usage')),
  'run-completed-absorbed': () => ended(simple('example/small')),
  'run-completed-reasoning': () => ended(simple('sandbox/thinker')),
  'run-completed-tool-calls': () => ended(example('request-tools'), brief, 'chat-7731-turn-1'),
  'run-completed-structured': () => ended(example('request-structured')),
  'run-failed-provider-refused': () =>
    ended(simple('sandbox/refused'), brief, 'invoice-2025-0043-summary'),
  'run-failed-provider-unavailable': () => ended(simple('sandbox/cancelled')),
  'run-failed-outcome-unknown': () => ended(simple('sandbox/lost')),
  'run-failed-answer-lost': () => ended(simple('sandbox/breaks')),
  'run-failed-run-expired': () => endedAfter(() => sleep(1_100), { RUN_DEADLINE_MS: '1000' }),
  'run-failed-key-revoked': () =>
    endedAfter(({ key, database }) =>
      // Leaves its unsent runs to the sweep.
      revokeKey(database.db, uuidToId('key', key), async () => 0),
    ),
  async 'run-failed-cancelled'() {
    const { tenant, run } = await create(quiet, SIMPLE);
    return jsonOf(await tenant.send({ method: 'POST', path: `${RUNS}/${run.id}/cancel` }));
  },
  'run-completed-cancelled': () => cancelledEarly(simple('sandbox/streams')),
  'run-failed-internal': () =>
    endedAfter(({ database }) =>
      asOwner(database, (owner) => owner.query("update run_payload set request = '{'")),
    ),
};

describe('the run that is shown as', () => {
  it.each(Object.entries(RUNS_SHOWN))('%s is what the service gives', async (name, produce) => {
    expect(withoutVolatile(await produce())).toEqual(withoutVolatile(example(name)));
  });

  it('an example is one of these', () => {
    const shown = Object.keys(at('components', 'examples')).filter((name) => /^run-/.test(name));
    expect(shown.sort()).toEqual(Object.keys(RUNS_SHOWN).sort());
  });
});

describe('what is shown of', () => {
  it('the limits is what the service gives', async () => {
    const tenant = await quiet.tenant();
    expect(jsonOf(await tenant.get(`${RUNS}/limits`))).toEqual(example('limits'));
  });

  it('an estimate is what the service gives', async () => {
    const tenant = await quiet.tenant();
    const path = `${RUNS}/estimate`;
    const covered = jsonOf(await tenant.send({ path, body: SIMPLE }));
    expect(withoutVolatile(covered)).toEqual(withoutVolatile(example('estimate-covered')));
    const poor = tenant.as(await tenant.newKey({ credit: 1 }));
    const notCovered = jsonOf(await poor.send({ path, body: SIMPLE }));
    expect(withoutVolatile(notCovered)).toEqual(withoutVolatile(example('estimate-not-covered')));
  });

  it('a list is what the service gives, page by page', async () => {
    const tenant = await lasting.tenant();
    const first = await tenant.create(SIMPLE, { requestKey: KEY });
    await tenant.end(runOf(first).id);
    const refused = { requestKey: 'invoice-2025-0043-summary' };
    await tenant.end(runOf(await tenant.create(simple('sandbox/refused'), refused)).id);
    const slow = { requestKey: 'invoice-2025-0044-summary' };
    const { id } = runOf(await tenant.create(simple('sandbox/slow'), slow));
    await until(tenant, id, isNamed);
    const page = jsonOf(await tenant.get(`${RUNS}?limit=2`)) as Node;
    expect(withoutVolatile(page)).toEqual(withoutVolatile(example('list-page')));
    const end = await tenant.get(`${RUNS}?limit=2&cursor=${page.nextCursor}`);
    expect(withoutVolatile(jsonOf(end))).toEqual(withoutVolatile(example('list-end')));
  });
});
