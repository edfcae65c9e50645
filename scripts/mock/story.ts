/**
 * How the canned answers hang together, so that a caller's own story works: a request key that is known is
 * replayed, a run is read under the id by which it was created, a list ends behind its first cursor, a tool
 * that was given is the one that is called. Remembers request keys and the last request of each canned run,
 * and nothing else.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { exampleValue } from '../../server/sandbox/index.ts';
import type { Answer, Operation } from './operations.ts';
import type { Wish } from './wish.ts';

export interface Asked {
  operation: Operation;
  params: string[];
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
  wish: Wish;
}

/** Which example is played. */
export interface Choice {
  status: number;
  example: string | undefined;
}

export type Decision =
  | { kind: 'play'; choice: Choice }
  | { kind: 'refuse'; code: string; detail: string };

interface Run {
  id: string;
  state: string;
  model: string;
  idempotencyKey: string;
  createdAt: string;
  keyId: string;
  finishedAt?: string;
  message?: { tool_calls?: { function: { name: string; arguments: string } }[] };
}

interface List {
  data: Run[];
  nextCursor: string | null;
}

type Json = Parameters<typeof exampleValue>[0];
interface Create {
  model: string;
  messages: { role: string }[];
  tools?: { name: string; parameters: Json }[];
  tool_choice?: string | { function: { name: string } };
}

const CREATE = 'createModelRun';
const LIST = 'listModelRuns';
const READ = 'getModelRun';
const TOOL_CALLS = 'run-completed-tool-calls';
const REPLAYED = 'run-replayed';
const TYPE_ID = /^run_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

export function createStory(operations: readonly Operation[]) {
  const listed = new Map(listedRuns(operations).map((run) => [run.id, run]));
  /** Fingerprints of bodies, by request key. */
  const creates = new LRUCache<string, string>({ max: 1_000 });
  /** By run; what callers send may be long, so there is a bound on all of it together. */
  const requests = new LRUCache<string, { key: string; create: Create }>({
    maxSize: 16_777_216,
    sizeCalculation: ({ create }) => JSON.stringify(create).length,
  });

  function decide(asked: Asked): Decision {
    const { operation, params, query, headers, wish } = asked;
    if (wish.status !== undefined) {
      return { kind: 'play', choice: { status: wish.status, example: wish.example } };
    }
    if (operation.id === READ) return decideRead(operation, params[0] ?? '');
    if (operation.id === CREATE) return decideCreate(asked, requestKeyOf(headers));
    const [answer] = operation.answers;
    const choice = query.cursor === undefined ? first(answer) : last(answer);
    return { kind: 'play', choice };
  }

  function decideRead({ answers: [answer] }: Operation, id: string): Decision {
    const detail =
      'The mock has no such run: an id of it looks like run_01k0a2v4xfe8t9m3c5h7j1q6wz.';
    if (!TYPE_ID.test(id)) return { kind: 'refuse', code: 'not_found', detail };
    const usual = first(answer);
    const examples = [...(answer?.examples ?? [])] as [string, Run][];
    const named = examples.filter(([, run]) => run.id === id).map(([name]) => name);
    const isUsual = named.length === 0 || named.includes(usual.example ?? '');
    return { kind: 'play', choice: isUsual ? usual : { ...usual, example: named[0] } };
  }

  function decideCreate({ operation, body, wish }: Asked, key: string): Decision {
    const known = creates.get(key);
    if (known !== undefined && known !== fingerprint(body)) {
      const detail = 'This request key belongs to a run that was created with another body.';
      return { kind: 'refuse', code: 'idempotency_key_reuse', detail };
    }
    const example = callsTool(body as Create) ? TOOL_CALLS : undefined;
    const done = { ...first(answerOf(operation, 200)), ...(example && { example }) };
    if (known !== undefined) {
      return { kind: 'play', choice: { ...done, example: example ?? REPLAYED } };
    }
    return { kind: 'play', choice: wish.wait ? done : first(answerOf(operation, 202)) };
  }

  /** The canned body with what the request itself has said. */
  function tell(asked: Asked, body: unknown): unknown {
    const { operation, params, query, headers } = asked;
    if (operation.id === LIST && isList(body)) return narrowed(body, query);
    if (!isRun(body)) return body;
    if (operation.id === CREATE) {
      const create = asked.body as Create;
      const key = requestKeyOf(headers);
      const isOpen = body.finishedAt === undefined;
      const id = isOpen && callsTool(create) ? toolRun(operation, body) : body.id;
      creates.set(key, fingerprint(create));
      requests.set(id, { key, create });
      return withRequest({ ...body, id }, { key, create });
    }
    if (operation.id !== READ) return body;
    const run = { ...body, ...factsOf(listed.get(params[0] ?? '')), id: params[0] ?? body.id };
    const request = requests.get(run.id);
    return request ? withRequest(run, request) : run;
  }

  /** By request key it is the caller's own run, or none; the other filters look at what the page has. */
  function narrowed({ data, nextCursor }: List, query: Record<string, string>): List {
    const { idempotencyKey: key, state, model, limit } = query;
    const [known] = [...requests.entries()].filter(([, request]) => request.key === key);
    const [usual] = data;
    if (known && usual) {
      return { data: [withRequest({ ...usual, id: known[0] }, known[1])], nextCursor: null };
    }
    const found = data.filter(
      (run) =>
        (key === undefined || run.idempotencyKey === key) &&
        (state === undefined || run.state === state) &&
        (model === undefined || run.model === model),
    );
    const isOne = key !== undefined;
    return { data: found.slice(0, Number(limit ?? 100)), nextCursor: isOne ? null : nextCursor };
  }

  return {
    decide,
    tell,
    /** Whether the request repeats a create. Asked before `tell`, which remembers it. */
    isReplay: ({ operation, headers }: Asked): boolean =>
      operation.id === CREATE && creates.has(requestKeyOf(headers)),
  };
}

/** Every run that some page of the list shows. */
function listedRuns(operations: readonly Operation[]): Run[] {
  const list = operations.find(({ id }) => id === LIST);
  const pages = list?.answers.flatMap(({ examples }) => [...examples.values()]) ?? [];
  return pages.filter(isList).flatMap(({ data }) => data);
}

/** What the list and the run itself must agree on. */
function factsOf(run: Run | undefined): Partial<Run> {
  if (!run) return {};
  const { model, idempotencyKey, createdAt, keyId } = run;
  return { model, idempotencyKey, createdAt, keyId };
}

function isList(value: unknown): value is List {
  return typeof value === 'object' && value !== null && 'data' in value && 'nextCursor' in value;
}

function fingerprint(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('base64url');
}

function withRequest(run: Run, { key, create }: { key: string; create: Create }): Run {
  const { message } = run;
  const told = { ...run, model: create.model, idempotencyKey: key };
  const tool = calledTool(create);
  const calls = message?.tool_calls;
  if (!tool || !calls || calls.some((call) => call.function.name === tool.name)) return told;
  const called = { name: tool.name, arguments: JSON.stringify(exampleValue(tool.parameters)) };
  return {
    ...told,
    message: { ...message, tool_calls: calls.map((call) => ({ ...call, function: called })) },
  };
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

/** The last page is the last example of a list. */
function last(answer: Answer | undefined): Choice {
  return { ...first(answer), example: [...(answer?.examples.keys() ?? [])].at(-1) };
}

function isRun(value: unknown): value is Run {
  return (
    typeof value === 'object' && value !== null && 'state' in value && 'reservedAmount' in value
  );
}
