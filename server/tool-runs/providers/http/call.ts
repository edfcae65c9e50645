/** One call of an HTTP tool, as an outcome. Never claims more than is proven. */
import { TextDecoder } from 'node:util';
import { Webhook } from 'standardwebhooks';
import type { Dispatcher } from 'undici';
import { writeJson } from '../../../platform/lib/json.ts';
import {
  createRefusalReader,
  EXPLAINED,
  type RefusalReader,
} from '../../../providers/error-words.ts';
import type { SubmitHooks } from '../../../providers/provider.ts';
import { isAboutTheRequest } from '../../../providers/status.ts';
import {
  type Brief,
  type Ending,
  exchange,
  type Head,
} from '../../../providers/transport/index.ts';
import { isJsonObject, readToolAnswer } from '../answer.ts';
import { type Course, createCourse } from '../course.ts';
import { answerUnusable, outcomeOfEnd, tooManyBytes } from '../endings.ts';
import { NOT_JSON, readModest } from '../modest-json.ts';
import { secretsOf } from '../secrets.ts';
import { outcomeOfToolStatus } from '../statuses.ts';
import type { JsonObject, ToolAnswer, ToolCall, ToolOutcome } from '../tool-provider.ts';
import type { HttpTool, HttpToolsOptions } from './options.ts';

export interface Caller
  extends Pick<HttpToolsOptions, 'headers' | 'signingSecrets' | 'maxAnswerBytes'> {
  dispatcher: Dispatcher;
  tool: HttpTool;
}

export async function submitCall(
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
