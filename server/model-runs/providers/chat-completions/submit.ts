/**
 * A server with chat completions, and one submission to it as an Outcome: requested as a stream, so that the provider's
 * reference arrives before the answer. Never throws for an error of the provider, and never claims more than is proven.
 */
import type { Dispatcher } from 'undici';
import { writeJson } from '../../../platform/lib/json.ts';
import {
  type BodyForm,
  type BodyReader,
  type BodyTexts,
  createBodyReader,
} from '../../../providers/body.ts';
import { MOST_READING_MS } from '../../../providers/json.ts';
import {
  busyOutcome,
  CREDENTIALS_REFUSED,
  createRefusalReader,
  EXPLAINED,
  isAboutTheRequest,
  outcomeOfStatus,
  type ProviderError,
  presentable,
  type RefusalReader,
  type StatusTable,
  type TemporaryStatuses,
  UNCLEAR,
} from '../../../providers/refusals.ts';

import {
  type Brief,
  createConnections,
  type Ending,
  exchange,
  type Head,
  type Reader,
} from '../../../providers/transport.ts';
import { createKeyRing, type KeyNow, type KeyRing } from '../key-ring.ts';
import type { Outcome, Provider, Submission, SubmitHooks } from '../model-provider.ts';
import { type CostReader, createAssembly, type Translation } from './answer.ts';

/** A provider, and how to reach it. */
export interface ServerOptions {
  /** The provider's name in the registry. */
  name: string;
  /** Without a trailing slash. */
  baseUrl: string;
  apiKey?: KeyNow;
  /** Several keys, instead of that one. */
  keys?: KeyRing | undefined;
  connectTimeoutMs: number;
  requestTimeoutMs: number;
  maxInFlight: number;
  maxAnswerBytes: number;
  /** Connections of somebody else, who closes them. */
  dispatcher?: Dispatcher;
}

/** What all adapters share: connections, keys that take turns, and submissions over them. */
export function createChatServer(
  options: ServerOptions,
  requestOf: (work: Submission, apiKey: string | undefined) => ChatRequest,
) {
  const { name, maxInFlight, apiKey: value, requestTimeoutMs, maxAnswerBytes } = options;
  const own = options.dispatcher ? undefined : createConnections(options.connectTimeoutMs);
  const dispatcher = options.dispatcher ?? own!;
  const keys = options.keys ?? createKeyRing(value === undefined ? [] : [{ name, value }]);
  const provider: Provider = {
    ...{ name, maxInFlight, refuses: keys.refuses },
    submit: (work, hooks, signal) =>
      keys.send((apiKey) => {
        const { dialect, url, body, credentials, sign } = requestOf(work, apiKey);
        return submitChat({
          dispatcher,
          dialect,
          url,
          apiKey,
          credentials,
          sign,
          traceparent: work.traceparent,
          body,
          timeoutMs: requestTimeoutMs,
          maxAnswerBytes,
          hooks,
          signal,
        });
      }),
    async close() {
      keys.close();
      await own?.destroy();
    },
  };
  return { provider, dispatcher, keys };
}

/** What distinguishes one provider with this API from another. */
export interface Dialect {
  temporaryStatuses: TemporaryStatuses;
  /** What its statuses prove, if they are documented one by one. */
  statuses?: StatusTable;
  /** The errors that prove that nothing was executed, if nothing of an answer and no reference came with them. */
  busy?: { statuses: ReadonlySet<number>; codes: ReadonlySet<string> };
  /** Where the provider's reference is, for providers with look-ups. */
  reference?: { header: string };
  /** For providers that report the cost. */
  cost?: CostReader;
  /** For APIs of another form. */
  translation?: Translation;
  /** For bodies of another form. */
  readBody?: (texts: BodyTexts, form: BodyForm) => BodyReader;
  /** Whether closing the connection ends the work and the charges of the model's server, which the chunks name. */
  endsWithConnection?: (servedBy: string) => boolean;
}

/** What an adapter makes of a submission. */
interface ChatRequest {
  dialect: Dialect;
  /** The address of chat completions. */
  url: URL;
  /** The headers that carry the key; by default it is a bearer token. */
  credentials?: Record<string, string> | undefined;
  /** Further headers, which depend on the request. */
  sign?: ((request: { url: URL; body: string }) => Promise<Record<string, string>>) | undefined;
  body: object;
}

interface ChatCall extends ChatRequest {
  dispatcher: Dispatcher;
  apiKey: string | undefined;
  traceparent: string | undefined;
  timeoutMs: number;
  maxAnswerBytes: number;
  hooks: SubmitHooks;
  signal: AbortSignal;
}

function submitChat(call: ChatCall): Promise<Outcome> {
  const { dialect, hooks, apiKey, maxAnswerBytes } = call;
  // It lives as long as the exchange, so it does not get the call, whose body can be large.
  const { conclude, ...reader } = createReader({ dialect, hooks, apiKey, maxAnswerBytes });
  if (call.sign) return exchangeSigned(call, call.sign, reader).then(conclude);
  return exchange(call.dispatcher, requestOf(call), reader).then(conclude);
}

async function exchangeSigned(
  call: ChatCall,
  sign: NonNullable<ChatCall['sign']>,
  reader: Reader,
): Promise<Ending> {
  const request = requestOf(call);
  const signature = await sign(request).catch(() => undefined);
  if (!signature) return { kind: 'not_sent', reason: UNSIGNED };
  const headers = { ...request.headers, ...signature };
  return exchange(call.dispatcher, { ...request, headers }, reader);
}

type ReaderOptions = Pick<ChatCall, 'dialect' | 'hooks' | 'apiKey' | 'maxAnswerBytes'>;

/** Reads the answer as it arrives; `conclude` says what it proves. */
function createReader(options: ReaderOptions): Reader & { conclude(ending: Ending): Outcome } {
  const { dialect, hooks, maxAnswerBytes: maxBytes } = options;
  const reference = createReference(options);
  let body: BodyReader | undefined;
  let refusal: RefusalReader | undefined;
  let isEncoded = false;
  let isCut = false;
  const budget = createTimeBudget(MOST_READING_MS);
  const assembly = createAssembly({
    cost: dialect.cost,
    translation: dialect.translation,
    onId: reference.take,
    onModel: hooks.onAnsweredBy,
  });

  function open(head: Head): 'more' | 'enough' | Brief {
    const isRefusal = head.status !== 200 && outcomeOf(head, dialect).kind !== 'unknown';
    if (dialect.reference && !isRefusal) reference.take(head.header(dialect.reference.header));
    const encoding = head.header('content-encoding');
    if (head.status === 200) {
      body = (dialect.readBody ?? createBodyReader)(assembly, { encoding, maxBytes });
      isEncoded = encoding !== undefined;
      return 'more';
    }
    // About the deployment's account, or its rate.
    if (isRefusal && !isAboutTheRequest(head.status)) return 'enough';
    refusal = createRefusalReader(encoding);
    return EXPLAINED;
  }

  function read(chunk: Buffer): 'more' | 'enough' | 'close' | Brief {
    if (refusal) return refusal.feed(chunk);
    if (!body) return 'enough';
    guard(() => body?.feed(chunk));
    // A character takes two bytes at most.
    hooks.onSize(2 * body.pending() + assembly.size());
    if (body.isMarked() || assembly.hasFailed()) return 'enough';
    isCut = mayCut();
    return isCut ? 'close' : REST_WITHIN[assembly.progress()];
  }

  /** The rest is not wanted, the provider does not bill it, and a look-up can return the cost of the part. */
  function mayCut(): boolean {
    const servedBy = assembly.servedBy();
    if (!hooks.cancelled?.aborted || servedBy === undefined) return false;
    return reference.name() !== undefined && dialect.endsWithConnection?.(servedBy) === true;
  }

  /** Bytes that are not text make the answer unreadable, and endless work makes it too large; neither throws. */
  function guard(work: () => void): void {
    try {
      budget.spend(work);
    } catch {
      assembly.fail('unreadable');
    }
    if (budget.isSpent() && !body?.isMarked()) assembly.fail('too_many');
  }

  /** Decompresses an encoded body at once, so the memory for it counts before. */
  function end(reader: BodyReader): void {
    if (isEncoded) hooks.onSize(2 * (reader.pending() + maxBytes));
    guard(() => reader.end());
  }

  function conclude(ending: Ending): Outcome {
    if (ending.kind === 'not_sent') return ending;
    const { head } = ending;
    if (ending.kind === 'broken_off') return unknown(ending.reason, head, reference.name());
    if (ending.head.status !== 200 || !body) {
      return withoutAnswer(ending.head, options, { reference: reference.name(), refusal });
    }
    if (!body.isMarked() && !isCut) end(body);
    const reading = isCut ? assembly.concludeCut() : assembly.conclude(body.isMarked());
    if (reading.kind === 'incomplete') {
      const { error, isBare } = reading;
      const names = { reference: reference.name(), error };
      if (isBare && isBusy(ending.head, dialect, names)) return busyOutcome(ending.head);
      return unknown(reading.reason, head, names.reference, wordsOf(error, options));
    }
    return { kind: 'answered', answer: reading.answer, ...named(reference.name()) };
  }

  return {
    ...{ head: open, data: read, conclude },
    ignored: () => Math.min(assembly.ignored(), MOST_IGNORED * maxBytes),
  };
}

/** The provider's own name of the run: the first one that can be stored. */
function createReference({ dialect, hooks }: ReaderOptions) {
  let first: string | undefined;
  return {
    name: () => first,
    take(name: string | undefined): void {
      if (first !== undefined || !name || !REFERENCE.test(name)) return;
      first = name;
      // Saved early only if a look-up can use it; otherwise it is for people who ask the provider.
      if (dialect.reference) hooks.onReference(name);
    },
  };
}

function outcomeOf(head: Head, { temporaryStatuses, statuses }: Dialect): Outcome {
  return outcomeOfStatus(head, temporaryStatuses, statuses);
}

function withoutAnswer(
  head: Head,
  options: ReaderOptions,
  { reference, refusal }: { reference: string | undefined; refusal: RefusalReader | undefined },
): Outcome {
  const outcome = outcomeOf(head, options.dialect);
  if (outcome.kind === 'unknown') {
    const error = refusal?.error();
    if (isBusy(head, options.dialect, { reference, error })) return busyOutcome(head);
    return unknown(outcome.reason, head, reference, refusal?.words(secretsOf(options)));
  }
  return outcome.kind === 'refused' ? explained(outcome, head, options, refusal) : outcome;
}

/** A refusal with the provider's words and reference, if any. */
function explained(
  outcome: Outcome & { kind: 'refused' },
  head: Head,
  { apiKey, dialect }: ReaderOptions,
  refusal: RefusalReader | undefined,
): Outcome {
  const id = referenceOf(head, dialect);
  const reference = named(id);
  const { isAboutCredentials, isAboutOutput } = dialect.statuses ?? {};
  if (refusal && isAboutCredentials?.(head.status, refusal.details())) {
    return { ...CREDENTIALS_REFUSED, ...reference };
  }
  const words = refusal?.words(secretsOf({ apiKey }));
  if (refusal && isAboutOutput?.(refusal.details())) return unknown(UNCLEAR, head, id, words);
  return { ...outcome, ...(words && { words }), ...reference };
}

/** Whether the error proves that nothing was executed: the provider knows it, and names no work. */
function isBusy(
  { status }: Head,
  { busy }: Dialect,
  { reference, error }: { reference: string | undefined; error: ProviderError | undefined },
): boolean {
  if (!busy || !error || reference !== undefined) return false;
  return (
    busy.statuses.has(status) ||
    error.codes.some(
      (code) => code === '429' || busy.statuses.has(Number(code)) || busy.codes.has(code),
    )
  );
}

function wordsOf(error: ProviderError | undefined, options: Pick<ReaderOptions, 'apiKey'>) {
  return presentable(error?.words, secretsOf(options));
}

function secretsOf({ apiKey }: Pick<ReaderOptions, 'apiKey'>): string[] {
  return apiKey === undefined ? [] : [apiKey];
}

function unknown(
  reason: string,
  head: Head | undefined,
  reference: string | undefined,
  words?: string,
): Outcome {
  return {
    kind: 'unknown',
    reason,
    ...(words !== undefined && { words }),
    ...(head && { providerStatus: head.status }),
    ...named(reference),
  };
}

function named(reference: string | undefined): { reference?: string } {
  return reference === undefined ? {} : { reference };
}

/** The reference by which the provider's support finds a refused request. */
function referenceOf(head: Head, { reference }: Dialect): string | undefined {
  const names = [reference?.header, ...REQUEST_ID_HEADERS].filter((name) => name !== undefined);
  return names.map((name) => head.header(name)).find((value) => value && REFERENCE.test(value));
}

function requestOf({ url, apiKey, credentials, traceparent, body, ...call }: ChatCall) {
  const bearer = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  return {
    method: 'POST' as const,
    url,
    headers: {
      ...(credentials ?? bearer),
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

/** The answer may have this many times its bound of pieces that whole items repeat. */
const MOST_IGNORED = 3;

/** Some servers keep the connection open after an answer, or break it off: what has arrived by then is the answer. */
const REST_WITHIN = {
  under_way: 'more',
  finished: { withinMs: 30_000 },
  counted: { withinMs: 2_000 },
} as const;

const UNSIGNED = 'The request could not be signed.';

/** OpenAI and most others; Anthropic; AWS. */
const REQUEST_ID_HEADERS = ['x-request-id', 'request-id', 'x-amzn-requestid'];

/** Visible ASCII with a length that can be stored and sent in a query. */
const REFERENCE = /^[\x21-\x7e]{1,512}$/;

/**
 * The time that reading one answer may take on this thread, which does nothing else meanwhile: wall-clock time, so that
 * garbage collection counts. Checked after each slice and at the end; a JSON text is one step. It complements the
 * limits on parts and bytes, for work that they do not foresee.
 */

interface TimeBudget {
  spend(work: () => void): void;
  isSpent(): boolean;
}

export function createTimeBudget(
  mostMs: number,
  now: () => number = () => performance.now(),
): TimeBudget {
  let spent = 0;
  return {
    spend(work) {
      const before = now();
      try {
        work();
      } finally {
        spent += now() - before;
      }
    },
    isSpent: () => spent > mostMs,
  };
}
