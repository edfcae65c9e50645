/**
 * One submission over the chat-completions wire, told as an Outcome: asked for as a stream, so that the
 * provider's reference is known before the answer is. Never throws for what the provider does, and never
 * claims more than is proven.
 */
import type { Dispatcher } from 'undici';
import { writeJson } from '../../kernel/exact-json.ts';
import type { Decimal } from '../../kernel/money.ts';
import type { Outcome, SubmitHooks } from '../port.ts';
import { type Ending, exchange, type Head } from '../transport/index.ts';
import { createAssembly } from './answer.ts';
import { type BodyReader, createBodyReader } from './body.ts';
import { MOST_CPU_MS } from './bounds.ts';
import { createCpuBudget } from './cpu-budget.ts';
import { createRefusalReader, type RefusalReader } from './error-words.ts';
import { isAboutTheRequest, outcomeOfStatus, type TemporaryStatuses } from './status.ts';

/** What sets one speaker of the wire apart from another. */
export interface Dialect {
  temporaryStatuses: TemporaryStatuses;
  /** Where the provider's reference stands, for providers that can be asked for it later. */
  reference?: { header: string };
  /** The cost that a text with usage in it states. */
  readCost?: (text: string) => Decimal | undefined;
}

export interface ChatCall {
  dispatcher: Dispatcher;
  dialect: Dialect;
  baseUrl: string;
  apiKey?: string | undefined;
  traceparent?: string | undefined;
  body: object;
  timeoutMs: number;
  maxAnswerBytes: number;
  hooks: SubmitHooks;
  signal: AbortSignal;
}

export async function submitChat(call: ChatCall): Promise<Outcome> {
  const { dialect, hooks } = call;
  let reference: string | undefined;
  let body: BodyReader | undefined;
  let refusal: RefusalReader | undefined;
  const outcomeOf = (head: Head) => outcomeOfStatus(head, dialect.temporaryStatuses);

  function refer(name: string | undefined): void {
    if (reference !== undefined || !name || !REFERENCE.test(name)) return;
    reference = name;
    // Saved early only where it can be looked up; elsewhere it is for people who ask the provider.
    if (dialect.reference) hooks.onReference(name);
  }

  const budget = createCpuBudget(MOST_CPU_MS);
  const assembly = createAssembly({ readCost: dialect.readCost, onId: refer });

  function open(head: Head): 'more' | 'enough' | 'briefly' {
    const isRefusal = head.status !== 200 && outcomeOf(head).kind !== 'unknown';
    if (dialect.reference && !isRefusal) refer(head.header(dialect.reference.header));
    if (head.status === 200) {
      body = createBodyReader(head.header('content-type'), assembly);
      return 'more';
    }
    if (!isRefusal || !isAboutTheRequest(head.status)) return 'enough';
    refusal = createRefusalReader();
    return 'briefly';
  }

  function read(chunk: Buffer): 'more' | 'enough' {
    if (refusal) return refusal.feed(chunk);
    if (!body) return 'enough';
    guard(() => body?.feed(chunk));
    if (budget.isSpent && !body.marked) assembly.fail('too_many');
    return body.marked || assembly.failed ? 'enough' : 'more';
  }

  /** Bytes that are no text make the answer unreadable; they don't make the adapter throw. */
  function guard(work: () => void): void {
    try {
      budget.spend(work);
    } catch {
      assembly.fail('unreadable');
    }
  }

  function conclude(ending: Ending): Outcome {
    if (ending.kind === 'not_sent') return ending;
    if (ending.kind === 'broken_off') return unknown(ending.reason, ending.head);
    const { head } = ending;
    if (head.status !== 200 || !body) return withoutAnswer(head);
    if (!body.marked) guard(() => body?.end());
    const reading = assembly.conclude(body.marked);
    if (reading.kind === 'incomplete') return unknown(reading.reason, head);
    return { kind: 'answered', answer: reading.answer, ...(reference && { reference }) };
  }

  function withoutAnswer(head: Head): Outcome {
    const outcome = outcomeOf(head);
    if (outcome.kind === 'unknown') return unknown(outcome.reason, head);
    if (outcome.kind !== 'refused') return outcome;
    const words = refusal?.words(call.apiKey === undefined ? [] : [call.apiKey]);
    const named = referenceOf(head, dialect);
    return { ...outcome, ...(words && { words }), ...(named && { reference: named }) };
  }

  function unknown(reason: string, head: Head | undefined): Outcome {
    const providerStatus = head && { providerStatus: head.status };
    return { kind: 'unknown', reason, ...providerStatus, ...(reference && { reference }) };
  }

  return conclude(await exchange(call.dispatcher, requestOf(call), { head: open, data: read }));
}

/** By what the provider's support finds a request that was refused. */
function referenceOf(head: Head, { reference }: Dialect): string | undefined {
  const names = [reference?.header, 'x-request-id'].filter((name) => name !== undefined);
  return names.map((name) => head.header(name)).find((value) => value && REFERENCE.test(value));
}

function requestOf({ baseUrl, apiKey, traceparent, body, ...call }: ChatCall) {
  return {
    method: 'POST' as const,
    url: new URL(`${baseUrl}/chat/completions`),
    headers: {
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      'content-type': 'application/json',
      accept: 'text/event-stream, application/json',
      ...(traceparent === undefined ? {} : { traceparent }),
    },
    body: writeJson(body),
    timeoutMs: call.timeoutMs,
    maxBytes: call.maxAnswerBytes,
    signal: call.signal,
    beforeSend: () => call.hooks.beforeSend(),
  };
}

/** Visible ASCII of a length that can be stored and sent back in a query. */
const REFERENCE = /^[\x21-\x7e]{1,512}$/;
