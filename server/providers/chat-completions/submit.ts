/**
 * One submission over the chat-completions wire, told as an Outcome: asked for as a stream, so that the
 * provider's reference is known before the answer is. Never throws for what the provider does, and never
 * claims more than is proven.
 */
import type { Dispatcher } from 'undici';
import type { Decimal } from '../../kernel/money.ts';
import type { Outcome, SubmitHooks } from '../port.ts';
import { type Ending, exchange, type Head } from '../transport/index.ts';
import { type Assembly, createAssembly } from './answer.ts';
import { type BodyReader, createBodyReader } from './body.ts';
import { outcomeOfStatus, type TemporaryStatuses } from './status.ts';

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
  const outcomeOf = (head: Head) => outcomeOfStatus(head, dialect.temporaryStatuses);

  function refer(name: string | undefined): void {
    if (!dialect.reference || reference !== undefined || !name || !REFERENCE.test(name)) return;
    reference = name;
    hooks.onReference(name);
  }

  const assembly = createAssembly({ readCost: dialect.readCost, onId: refer });

  function open(head: Head): 'more' | 'enough' {
    const isRefusal = head.status !== 200 && outcomeOf(head).kind !== 'unknown';
    if (dialect.reference && !isRefusal) refer(head.header(dialect.reference.header));
    if (head.status !== 200) return 'enough';
    body = createBodyReader(head.header('content-type'), {
      chunk: (text) => void assembly.chunk(text),
      whole: (text) => void assembly.whole(text),
    });
    return 'more';
  }

  function read(chunk: Buffer): 'more' | 'enough' {
    if (!body) return 'enough';
    guard(assembly, () => body?.feed(chunk));
    return body.marked || assembly.failed ? 'enough' : 'more';
  }

  function conclude(ending: Ending): Outcome {
    if (ending.kind === 'not_sent') return ending;
    if (ending.kind === 'broken_off') return unknown(ending.reason, ending.head);
    if (ending.head.status !== 200 || !body) {
      const outcome = outcomeOf(ending.head);
      return outcome.kind === 'unknown' ? unknown(outcome.reason, ending.head) : outcome;
    }
    if (!body.marked) guard(assembly, () => body?.end());
    const reading = assembly.conclude(body.marked);
    if (reading.kind === 'incomplete') return unknown(reading.reason, ending.head);
    return { kind: 'answered', answer: reading.answer, ...(reference && { reference }) };
  }

  function unknown(reason: string, head: Head | undefined): Outcome {
    const providerStatus = head && { providerStatus: head.status };
    return { kind: 'unknown', reason, ...providerStatus, ...(reference && { reference }) };
  }

  return conclude(await exchange(call.dispatcher, requestOf(call), { head: open, data: read }));
}

/** Bytes that are no text make the answer unreadable; they don't make the adapter throw. */
function guard(assembly: Assembly, read: () => void): void {
  try {
    read();
  } catch {
    assembly.fail();
  }
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
    body: JSON.stringify(body),
    timeoutMs: call.timeoutMs,
    maxBytes: call.maxAnswerBytes,
    signal: call.signal,
    beforeSend: () => call.hooks.beforeSend(),
  };
}

/** Visible ASCII of a length that can be stored and sent back in a query. */
const REFERENCE = /^[\x21-\x7e]{1,512}$/;
