/**
 * How the canned answers hang together, so that a caller's own sequence of calls works: a request key that is known is
 * replayed, a run is read under the id by which it was created, a list is read to its end page by page, a tool
 * that was given is the one that is called. Remembers request keys and the last request of each canned run,
 * and nothing else.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { exampleValue } from '../../server/sandbox/index.ts';
import { answerBatch, BATCH, type Creates, refuseRepeatedKey } from './batch.ts';
import { createModels } from './models.ts';
import type { Answer, Operation } from './operations.ts';
import { createPages, isList, type List } from './pages.ts';
import type { Preference } from './preference.ts';

/** A parameter that was repeated has several values. */
export type Query = Record<string, string | string[]>;

export interface Asked {
  operation: Operation;
  params: string[];
  query: Query;
  headers: Record<string, string>;
  body: unknown;
  preference: Preference;
}

/** Which example is played. */
export interface Choice {
  status: number;
  example: string | undefined;
}

export type Decision =
  | { kind: 'play'; choice: Choice }
  | { kind: 'refuse'; code: string; detail: string };

/** Of any list. */
export interface Row {
  id: string;
}

export interface Run extends Row {
  state: string;
  model: string;
  idempotencyKey: string;
  createdAt: string;
  keyId: string;
  finishedAt?: string;
  text?: string;
  metadata?: Record<string, string>;
  message?: { content?: string; tool_calls?: { function: { name: string; arguments: string } }[] };
}

type Json = Parameters<typeof exampleValue>[0];
export interface Create {
  model: string;
  messages: { role: string }[];
  tools?: { name: string; parameters: Json }[];
  tool_choice?: string | { function: { name: string } };
  response_format?: { json_schema?: { schema: Json } | null } | null;
  metadata?: Record<string, string> | null;
}

const CREATE = 'createModelRun';
const LIST = 'listModelRuns';
const READ = 'getModelRun';
const CANCEL = 'cancelModelRun';
const TOOL_CALLS = 'run-completed-tool-calls';
const REPLAYED = 'run-replayed';
const TYPE_ID = /^run_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

export function createSequence(operations: readonly Operation[]) {
  const pages = createPages(operations);
  const models = createModels(pages);
  const listed = new Map(pages.rows<Run>(LIST).map((run) => [run.id, run]));
  const memory = createMemory();
  const { creates, requests } = memory;

  function decide(asked: Asked): Decision {
    const { operation, params, query, headers, preference } = asked;
    if (preference.status !== undefined) {
      return { kind: 'play', choice: { status: preference.status, example: preference.example } };
    }
    if (operation.id === READ) return decideRead(operation, params[0] ?? '');
    if (operation.id === CREATE) return decideCreate(asked, creates.get(requestKeyOf(headers)));
    const refusal = refuse(asked);
    if (refusal) return refusal;
    const { cursor } = query;
    if (typeof cursor === 'string' && !pages.gave(operation.id, query, cursor)) {
      const detail = 'This is not a cursor that the mock gave for this list with these filters.';
      return { kind: 'refuse', code: 'invalid_cursor', detail };
    }
    return models.refuse(asked) ?? { kind: 'play', choice: first(operation.answers[0]) };
  }

  /** The canned body with what the request itself has said. */
  function applyTo(asked: Asked, body: unknown): unknown {
    const { operation, params, query, headers, preference } = asked;
    if (operation.id === LIST && isList(body))
      return preference.example ? body : narrowed(body, query);
    if (operation.id === BATCH && preference.status === undefined)
      return answerBatch(asked.body, createsOf(operations, memory));
    if (!isRun(body)) return models.applyTo(asked, body);
    if (operation.id === CREATE) {
      return remember(memory, operation, body, {
        key: requestKeyOf(headers),
        create: asked.body as Create,
      });
    }
    if (operation.id !== READ && operation.id !== CANCEL) return body;
    const run = { ...body, ...factsOf(listed.get(params[0] ?? '')), id: params[0] ?? body.id };
    const request = requests.get(run.id);
    return request ? withRequest(run, request) : run;
  }

  /** By request key it is the caller's own run, or none; the other filters look at what the examples have. */
  function narrowed({ data: [usual] }: List, query: Query): List {
    const key = query.idempotencyKey;
    const [known] = [...requests.entries()].filter(([, request]) => request.key === key);
    if (known && usual) {
      const run = withRequest({ ...(usual as Run), id: known[0] }, known[1]);
      return { data: [run], nextCursor: null };
    }
    return pages.page<Run>(LIST, query, (run) => FILTERS.every((one) => one(run, query)));
  }

  return {
    decide,
    applyTo,
    /** Whether the request repeats a create. Asked before `applyTo`, which remembers it. */
    isReplay: ({ operation, headers }: Asked): boolean =>
      operation.id === CREATE && creates.has(requestKeyOf(headers)),
  };
}

type Memory = ReturnType<typeof createMemory>;

function createMemory() {
  return {
    /** Fingerprints of bodies, by request key. */
    creates: new LRUCache<string, string>({ max: 1_000 }),
    /** By run; what callers send may be long, so there is a bound on all of it together. */
    requests: new LRUCache<string, { key: string; create: Create }>({
      maxSize: 16_777_216,
      sizeCalculation: ({ create }) => JSON.stringify(create).length,
    }),
  };
}

/** The canned run with what the request has said, which a repeat and a read find. */
function remember(
  { creates, requests }: Memory,
  operation: Operation,
  run: Run,
  request: { key: string; create: Create },
): Run {
  const isOpen = run.finishedAt === undefined;
  const id = isOpen && callsTool(request.create) ? toolRun(operation, run) : run.id;
  creates.set(request.key, fingerprint(request.create));
  requests.set(id, request);
  return withRequest({ ...run, id }, request);
}

function createsOf(operations: readonly Operation[], memory: Memory): Creates {
  const operation = operations.find(({ id }) => id === CREATE)!;
  const preference = { status: undefined, example: undefined, wait: undefined };
  return {
    example: (status, name = '') => answerOf(operation, status)?.examples.get(name),
    decide: (key, body) => decideCreate({ operation, body, preference }, memory.creates.get(key)),
    apply: (run, key, create) => remember(memory, operation, run, { key, create }),
    isKnown: (key) => memory.creates.has(key),
  };
}

function refuse({ operation, params, body }: Asked): Decision | undefined {
  if (operation.id === BATCH) return refuseRepeatedKey(body);
  return operation.id === CANCEL ? refuseId(params[0] ?? '') : undefined;
}

function refuseId(id: string): Decision | undefined {
  if (TYPE_ID.test(id)) return undefined;
  const detail = 'The mock has no such run: an id of it looks like run_01k0a2v4xfe8t9m3c5h7j1q6wz.';
  return { kind: 'refuse', code: 'not_found', detail };
}

function decideRead({ answers: [answer] }: Operation, id: string): Decision {
  const refusal = refuseId(id);
  if (refusal) return refusal;
  const usual = first(answer);
  const examples = [...(answer?.examples ?? [])] as [string, Run][];
  const named = examples.filter(([, run]) => run.id === id).map(([name]) => name);
  const isUsual = named.length === 0 || named.includes(usual.example ?? '');
  return { kind: 'play', choice: isUsual ? usual : { ...usual, example: named[0] } };
}

/** `known` is the fingerprint of the body that came first under this request key. */
function decideCreate(
  { operation, body, preference }: Pick<Asked, 'operation' | 'body' | 'preference'>,
  known: string | undefined,
): Decision {
  if (known !== undefined && known !== fingerprint(body)) {
    const detail = 'This request key belongs to a run that was created with another body.';
    return { kind: 'refuse', code: 'idempotency_key_reuse', detail };
  }
  const example = callsTool(body as Create) ? TOOL_CALLS : undefined;
  const done = { ...first(answerOf(operation, 200)), ...(example && { example }) };
  if (known !== undefined) {
    return { kind: 'play', choice: { ...done, example: example ?? REPLAYED } };
  }
  return { kind: 'play', choice: preference.wait ? done : first(answerOf(operation, 202)) };
}

/** Those of the list that the examples can tell apart; none of them is attributed to anything. */
const FILTERS: ((run: Run, query: Query) => boolean)[] = [
  ({ idempotencyKey }, query) => isAsked(query.idempotencyKey, idempotencyKey),
  ({ state }, query) => isAsked(query.state, state),
  ({ model }, query) => isAsked(query.model, model),
  ({ keyId }, query) => isAsked(query.keyId, keyId),
  ({ createdAt }, { createdAfter }) => !createdAfter || createdAt > isoOf(createdAfter),
  ({ createdAt }, { createdBefore }) => !createdBefore || createdAt < isoOf(createdBefore),
  (_, query) => ATTRIBUTION.every((name) => query[name] === undefined),
];
const ATTRIBUTION = ['sessionId', 'endUserId', 'promptId', 'promptVersion', 'metadata'];

function isAsked(asked: string | string[] | undefined, value: string): boolean {
  return asked === undefined || [asked].flat().includes(value);
}

function isoOf(moment: string | string[]): string {
  return new Date(String(moment)).toISOString();
}

/** What the list and the run itself must agree on. */
function factsOf(run: Run | undefined): Partial<Run> {
  if (!run) return {};
  const { model, idempotencyKey, createdAt, keyId } = run;
  return { model, idempotencyKey, createdAt, keyId };
}

function fingerprint(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('base64url');
}

function withRequest(run: Run, { key, create }: { key: string; create: Create }): Run {
  const { message } = run;
  const { model, metadata } = create;
  const labels = Object.keys(metadata ?? {}).length > 0 && metadata ? { metadata } : {};
  const shown = { ...run, model, idempotencyKey: key, ...labels, ...inForm(run, create) };
  const tool = calledTool(create);
  const calls = message?.tool_calls;
  if (!tool || !calls || calls.some((call) => call.function.name === tool.name)) return shown;
  const called = { name: tool.name, arguments: JSON.stringify(exampleValue(tool.parameters)) };
  return {
    ...shown,
    message: { ...message, tool_calls: calls.map((call) => ({ ...call, function: called })) },
  };
}

/** The answer as JSON that fits the schema, where one was given. */
function inForm({ text, message }: Run, { response_format: format }: Create): Partial<Run> {
  if (text === undefined || !format?.json_schema) return {};
  const content = JSON.stringify(exampleValue(format.json_schema.schema));
  return { text: content, ...(message && { message: { ...message, content } }) };
}

/** A turn with tools, unless its results are there already or none is wanted. */
function callsTool(create: Create): boolean {
  return calledTool(create) !== undefined && create.messages.at(-1)?.role !== 'tool';
}

function calledTool({ tools = [], tool_choice }: Create) {
  if (tool_choice === 'none') return undefined;
  const named = typeof tool_choice === 'object' ? tool_choice.function.name : undefined;
  return tools.find(({ name }) => name === (named ?? 'get_weather')) ?? tools[0];
}

/** The id under which the run with the call is read. */
function toolRun(operation: Operation, { id }: Run): string {
  const example = answerOf(operation, 200)?.examples.get(TOOL_CALLS);
  return isRun(example) ? example.id : id;
}

/** The request key in its bare form. */
function requestKeyOf(headers: Record<string, string>): string {
  const value = headers['idempotency-key'] ?? '';
  return value.replace(/^"(.*)"$/, (_, inner: string) => inner.replaceAll(/\\(.)/g, '$1'));
}

function answerOf({ answers }: Operation, status: number): Answer | undefined {
  return answers.find((answer) => answer.status === status);
}

/** Its first example is what a status is usually played with. */
export function first(answer: Answer | undefined): Choice {
  return { status: answer?.status ?? 200, example: answer?.examples.keys().next().value };
}

function isRun(value: unknown): value is Run {
  return (
    typeof value === 'object' && value !== null && 'state' in value && 'reservedAmount' in value
  );
}
