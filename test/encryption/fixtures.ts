/** A workspace in which every text contains one word, and functions that read it again. */
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { SCORES } from '../support/metrics.ts';
import { pathOf, save } from '../support/prompts.ts';
import {
  COMPUTE_JOBS,
  RUNS,
  request,
  runOf,
  type Tenant,
  type TestService,
  TOOL_RUNS,
  unique,
} from '../support/service.ts';

const OTLP = '/v1/developer/observability/otlp/v1/traces';
const WAIT = { Prefer: 'wait=20' };

/** A key of the operator, as CONTENT_KEYS has it. */
export function operatorKey(id: string): string {
  return `${id}:${randomBytes(32).toString('base64')}`;
}

/** The end user that all of it concerns. */
const attribution = { endUserId: 'somebody' };

export interface SavedContent {
  canary: string;
  requestKey: string;
  body: object;
  modelRun: string;
  refusedRun: string;
  toolRun: string;
  job: string;
  prompt: { name: string; requestKey: string; body: object };
  score: { requestKey: string; body: object };
  trace: string;
  span: string;
}

/** Everything that is content, of every kind. */
export async function sayEverywhere(tenant: Tenant, canary: string): Promise<SavedContent> {
  const requestKey = unique('canary');
  const body = request('sandbox/echo', {
    attribution,
    messages: [
      { role: 'system', content: `Answer about ${canary}.` },
      { role: 'user', content: `${canary} asks` },
    ],
  });
  const modelRun = runOf(await tenant.create(body, { requestKey, headers: WAIT }));
  expect(modelRun.text).toBe(`${canary} asks`);
  const refused = request('sandbox/refused', { messages: [{ role: 'user', content: canary }] });
  const refusedRun = runOf(await tenant.create(refused, { headers: WAIT }));
  const call = { tool: 'sandbox/echo', input: { text: `${canary} in` } };
  const toolRun = runOf(await tenant.create(call, { path: TOOL_RUNS, headers: WAIT }));
  const created = runOf(await tenant.create(jobOf(canary), { path: COMPUTE_JOBS }));
  const job = await tenant.end(created.id, COMPUTE_JOBS);
  expect(job).toMatchObject({ state: 'completed' });
  const prompt = await savePrompt(tenant, canary);
  const score = {
    requestKey: unique('score'),
    body: {
      ...{ name: 'fit', value: 'good', source: 'human', runId: modelRun.id },
      comment: `${canary} said so`,
    },
  };
  const judged = await tenant.create(score.body, { path: SCORES, requestKey: score.requestKey });
  expect(judged.status, judged.text).toBe(201);
  const trace = randomBytes(16).toString('hex');
  const span = randomBytes(8).toString('hex');
  await sendSpan(tenant, canary, trace, span);
  return {
    ...{ canary, requestKey, body, modelRun: modelRun.id, refusedRun: refusedRun.id },
    ...{ toolRun: toolRun.id, job: job.id, prompt, score, trace, span },
  };
}

function jobOf(canary: string): object {
  const source = `
    console.log('${canary} log');
    console.error('${canary} fault');
    // Longer than a block is.
    job.writeFile('out.txt', '${canary} file '.repeat(20_000));
    job.writeFile('empty.txt', '');`;
  return {
    ...{ environment: 'javascript', timeoutSeconds: 60, source },
    ...{ outputs: ['out.txt', 'empty.txt'], attribution },
  };
}

async function savePrompt(tenant: Tenant, canary: string) {
  const requestKey = unique('prompt');
  const body = {
    name: unique('prompt'),
    messages: [{ role: 'user', content: `${canary} for {{who}}` }],
    comment: `${canary} comment`,
    config: { note: `${canary} config`, n: 1 },
    variables: {
      type: 'object',
      properties: { who: { type: 'string', description: `${canary} variable` } },
    },
  };
  const answer = await save(tenant, body, requestKey);
  expect(answer.status, answer.text).toBe(201);
  return { name: body.name, requestKey, body };
}

async function sendSpan(tenant: Tenant, canary: string, traceId: string, spanId: string) {
  const now = BigInt(Date.now()) * 1_000_000n;
  const value = (text: string) => ({ stringValue: `${canary} ${text}` });
  const span = {
    ...{ traceId, spanId, name: 'chat', kind: 3 },
    ...{ startTimeUnixNano: String(now), endTimeUnixNano: String(now + 1_000_000n) },
    status: { code: 2, message: `${canary} status` },
    attributes: [
      { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
      { key: 'input.value', value: value('span input') },
      { key: 'output.value', value: value('span output') },
      { key: 'enduser.id', value: { stringValue: attribution.endUserId } },
      { key: 'note', value: value('attribute') },
    ],
    events: [
      { timeUnixNano: String(now), name: 'e', attributes: [{ key: 'k', value: value('event') }] },
    ],
  };
  const body = {
    resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ spans: [span] }] }],
  };
  const answer = await tenant.send({ path: OTLP, body });
  expect(answer.status, answer.text).toBe(200);
}

/** Reads all of it through the API of this service, which may be another process than the one that saved it. */
export async function expectReadable(service: TestService, tenant: Tenant, content: SavedContent) {
  const { canary } = content;
  const key = tenant.key.key;
  const get = async (path: string) => {
    const answer = await service.send({ path, key });
    expect(answer.status, `${path}: ${answer.text}`).toBe(200);
    return answer.text;
  };
  expect(await get(`${RUNS}/${content.modelRun}`)).toContain(`${canary} asks`);
  expect(await get(`${RUNS}/${content.refusedRun}`)).toContain('provider_refused');
  expect(await get(`${RUNS}?limit=50`)).toContain('refused');
  expect(await get(`${TOOL_RUNS}/${content.toolRun}`)).toContain(`${canary} in`);
  const job = `${COMPUTE_JOBS}/${content.job}`;
  expect(await get(`${job}/logs?stream=stdout`)).toContain(`${canary} log`);
  const file = await get(`${job}/artifacts/out.txt`);
  expect(file).toBe(`${canary} file `.repeat(20_000));
  expect(await get(`${job}/artifacts/empty.txt`)).toBe('');
  const { messages, comment, config } = content.prompt.body as Record<string, unknown>;
  const { name } = content.prompt;
  expect(JSON.parse(await get(`${pathOf(name)}?version=1`))).toMatchObject({
    messages,
    comment,
    config,
  });
  expect(await get(`${SCORES}?runId=${content.modelRun}`)).toContain(`${canary} said so`);
  const span = await get(
    `/v1/developer/observability/traces/${content.trace}/spans/${content.span}`,
  );
  for (const words of ['span input', 'span output', 'attribute', 'event', 'status']) {
    expect(span).toContain(`${canary} ${words}`);
  }
  expect(await get(`/v1/developer/observability/traces/${content.trace}`)).toContain(content.span);
}

/** The same requests find what they created; others under their keys are refused. */
export async function expectReplays(service: TestService, tenant: Tenant, content: SavedContent) {
  const key = tenant.key.key;
  const again = (path: string, requestKey: string, body: object) =>
    service.send({ path, key, body, headers: { 'Idempotency-Key': requestKey } });
  const other = { ...content.body, maxOutputTokens: 7 };
  const replayed = await again(RUNS, content.requestKey, content.body);
  expect(runOf(replayed)).toMatchObject({ id: content.modelRun, text: `${content.canary} asks` });
  expect(replayed.headers.get('idempotent-replayed')).toBe('true');
  expect((await again(RUNS, content.requestKey, other)).status).toBe(422);
  const { score } = content;
  expect((await again(SCORES, score.requestKey, score.body)).status).toBe(200);
  expect((await again(SCORES, score.requestKey, { ...score.body, value: 'bad' })).status).toBe(422);
  const { prompt } = content;
  const path = '/v1/developer/observability/prompts';
  const saved = await again(path, prompt.requestKey, prompt.body);
  expect(saved.status, saved.text).toBe(201);
  expect(saved.headers.get('idempotent-replayed')).toBe('true');
  const changed = { ...prompt.body, comment: 'other' };
  expect((await again(path, prompt.requestKey, changed)).status).toBe(422);
}
