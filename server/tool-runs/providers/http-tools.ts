/**
 * Tools at plain HTTP addresses. A call is a POST of `{runId, tool, input}`, signed as in Standard Webhooks, so that its
 * receiver knows who sent it and when; the run's id is its `Idempotency-Key`. There is no record to look up. The outcome
 * of a call never claims more than is proven.
 */
import { TextDecoder } from 'node:util';
import { Webhook } from 'standardwebhooks';
import type { Dispatcher } from 'undici';
import { writeJson } from '../../platform/lib/json.ts';
import type { SubmitHooks } from '../../providers/provider.ts';
import {
  createRefusalReader,
  EXPLAINED,
  isAboutTheRequest,
  type RefusalReader,
} from '../../providers/refusals.ts';

import {
  type Brief,
  createConnections,
  type Ending,
  exchange,
  type Head,
} from '../../providers/transport.ts';
import { isJsonObject, NOT_JSON, readModest, readToolAnswer } from './answer.ts';
import { type Course, createCourse } from './course.ts';
import {
  answerUnusable,
  outcomeOfEnd,
  outcomeOfToolStatus,
  secretsOf,
  tooManyBytes,
} from './outcomes.ts';
import type {
  JsonObject,
  ToolAnswer,
  ToolCall,
  ToolDefinition,
  ToolOutcome,
  ToolProvider,
} from './tool-provider.ts';

export interface HttpToolsOptions {
  /** The provider's name in the registry. */
  name: string;
  maxInFlight: number;
  connectTimeoutMs: number;
  maxAnswerBytes: number;
  tools: HttpTool[];
  /** Secrets of the signature (`whsec_...`): two of them during a rotation. */
  signingSecrets: readonly string[];
  /** Sent with each call, such as `authorization`; their values are never logged or quoted. */
  headers?: Record<string, string>;
}

interface HttpTool {
  definition: ToolDefinition;
  url: URL;
  /** Whether its server carries out calls with the same `Idempotency-Key` only once. */
  isIdempotent: boolean;
}

export function createHttpToolsProvider(options: HttpToolsOptions): ToolProvider {
  const { name, maxInFlight, connectTimeoutMs, tools } = options;
  const dispatcher = createConnections(connectTimeoutMs);
  const byName = new Map(tools.map((tool) => [tool.definition.name, tool]));
  return {
    name,
    maxInFlight,
    endsEarly: true,
    async submit(call, hooks, signal) {
      const tool = byName.get(call.definition.name);
      if (!tool) return { kind: 'refused', reason: NO_SUCH_TOOL, providerStatus: 404 };
      return submitCall({ ...options, dispatcher, tool }, call, hooks, signal);
    },
    listTools: async () => ({
      ...{ tools: tools.map(({ definition }) => definition), leftOut: [], isWhole: true },
    }),
    close: () => dispatcher.destroy(),
  };
}

const NO_SUCH_TOOL = 'There is no such tool any more.';

interface Caller extends Pick<HttpToolsOptions, 'headers' | 'signingSecrets' | 'maxAnswerBytes'> {
  dispatcher: Dispatcher;
  tool: HttpTool;
}

async function submitCall(
  caller: Caller,
  call: ToolCall,
  hooks: SubmitHooks,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const course = createCourse(call, hooks, signal);
  const reader = createReader(caller, course);
  try {
    const ending = await exchange(caller.dispatcher, requestOf(caller, call, course), reader);
    if (ending.kind === 'not_sent') return ending;
    if (ending.kind === 'ended') return reader.outcome(ending.head);
    return outcomeOfEnd(course.endedBy(), call.timeoutMs, signal) ?? unknown(ending);
  } finally {
    course.end();
  }
}

function requestOf(caller: Caller, call: ToolCall, { stop, hooks }: Course) {
  const { runId, definition, input, traceparent } = call;
  const body = writeJson({ runId, tool: definition.name, input });
  return {
    method: 'POST' as const,
    url: caller.tool.url,
    headers: {
      ...caller.headers,
      'content-type': 'application/json',
      accept: 'application/json',
      'idempotency-key': runId,
      ...(traceparent !== undefined && { traceparent }),
      ...signatureOf(runId, body, caller.signingSecrets),
    },
    body,
    // The time runs from the moment of sending; the wait for a connection has its own limit.
    timeoutMs: NO_TIMEOUT_MS,
    // The reader limits them, and knows of what.
    maxBytes: Number.POSITIVE_INFINITY,
    signal: stop,
    beforeSend: hooks.beforeSend,
  };
}

function signatureOf(id: string, body: string, secrets: readonly string[]): Record<string, string> {
  const now = new Date();
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  };
}

/** Collects the answer, or the explanation of a refusal. */
function createReader(caller: Caller, course: Course) {
  const { tool, headers = {}, signingSecrets, maxAnswerBytes } = caller;
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isJson = false;
  let refusal: RefusalReader | undefined;
  return {
    head({ status }: Head): 'more' | 'enough' | Brief {
      if (isAnswer(status)) return 'more';
      if (status < 400 || !isAboutTheRequest(status)) return 'enough';
      refusal = createRefusalReader();
      return EXPLAINED;
    },
    data(chunk: Buffer): 'more' | 'enough' | 'close' {
      if (refusal) return refusal.feed(chunk);
      if (bytes === 0) isJson = beginsLikeJson(chunk.toString('latin1'));
      bytes += chunk.length;
      if (bytes > maxAnswerBytes) {
        chunks.length = 0;
        return 'close';
      }
      chunks.push(chunk);
      course.hooks.onSize(2 * bytes);
      return 'more';
    },
    outcome(head: Head): ToolOutcome {
      if (isAnswer(head.status)) {
        const durationMs = course.elapsedMs();
        if (bytes <= maxAnswerBytes)
          return answerOf(head.status, Buffer.concat(chunks), durationMs);
        if (!isJson) return { kind: 'unknown', reason: UNREADABLE, providerStatus: head.status };
        return answerUnusable(tooManyBytes(maxAnswerBytes), undefined, durationMs);
      }
      const outcome = outcomeOfToolStatus(head, tool.isIdempotent);
      if (outcome.kind !== 'refused') return outcome;
      const words = refusal?.words([...secretsOf(headers), ...signingSecrets]);
      return { ...outcome, ...(words !== undefined && { words }) };
    },
  };
}

/** 202 says that the server accepted the work, not that it is done, and nothing reports its result. */
function isAnswer(status: number): boolean {
  return status === 200 || status === 201 || status === 203 || status === 204;
}

function answerOf(status: number, body: Buffer, durationMs: number): ToolOutcome {
  if (status === 204) return { kind: 'answered', answer: { content: [], durationMs } };
  const text = textOf(body);
  const read = readModest(text ?? '');
  // A page of a gateway with the status 200, for example, proves nothing about the tool.
  if (
    text === undefined ||
    ('fault' in read && (read.fault === NOT_JSON || !beginsLikeJson(text)))
  ) {
    return { kind: 'unknown', reason: UNREADABLE, providerStatus: status };
  }
  if ('fault' in read) return answerUnusable(read.fault, text, durationMs);
  if (!isJsonObject(read.value)) return answerUnusable('It is no object.', text, durationMs);
  return { kind: 'answered', answer: answerOfObject(read.value, durationMs) };
}

function answerOfObject(result: JsonObject, durationMs: number): ToolAnswer {
  const names = Object.keys(result);
  const isEnvelope = names.length > 0 && names.every((name) => ENVELOPE.has(name));
  const answer = isEnvelope ? readToolAnswer(result, result.structured, durationMs) : '';
  return typeof answer === 'object' ? answer : { content: [], structured: result, durationMs };
}

function beginsLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

function textOf(body: Buffer): string | undefined {
  try {
    return UTF_8.decode(body);
  } catch {
    return undefined;
  }
}

function unknown({ reason, head }: Extract<Ending, { kind: 'broken_off' }>): ToolOutcome {
  return { kind: 'unknown', reason, ...(head && { providerStatus: head.status }) };
}

const ENVELOPE: ReadonlySet<string> = new Set(['content', 'structured', 'isError']);
const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const UNREADABLE = "The tool was called, and the answer of its server can't be read.";
const NO_TIMEOUT_MS = 2_147_483_647;
