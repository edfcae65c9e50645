/**
 * OpenRouter as a provider: it names its work in a response header before the answer, reports the cost, and keeps a
 * record for look-ups. The sandbox has the same API and uses this adapter.
 */
import type { Dispatcher } from 'undici';
import { createConnections, getText } from '../../../providers/transport/index.ts';
import { type Dialect, submitChat } from '../chat-completions/index.ts';
import type { KeyNow } from '../key-now.ts';
import { createKeyRing, type KeyRing } from '../key-ring.ts';
import type { LookUp, Provider } from '../model-provider.ts';
import { ANSWER_COST } from './cost.ts';
import { readLookUp } from './look-up.ts';
import { toOpenRouterRequest } from './request.ts';

export interface OpenRouterOptions {
  /** The provider's name in the registry. */
  name?: string;
  /** Without a trailing slash, as in `https://host/api/v1`. */
  baseUrl: string;
  apiKey: KeyNow;
  /** Several keys, instead of that one. */
  keys?: KeyRing | undefined;
  connectTimeoutMs: number;
  requestTimeoutMs: number;
  maxInFlight: number;
  maxAnswerBytes: number;
  /** Servers that also end work and charges with the connection, besides those in OpenRouter's documentation. */
  endingWithConnection?: readonly string[];
  /** Connections of somebody else, who closes them. */
  dispatcher?: Dispatcher;
}

export function createOpenRouterProvider(options: OpenRouterOptions): Provider {
  const { name = 'openrouter', baseUrl, requestTimeoutMs, maxAnswerBytes } = options;
  const own = options.dispatcher ? undefined : createConnections(options.connectTimeoutMs);
  const dispatcher = options.dispatcher ?? own!;
  const url = new URL(`${baseUrl}/chat/completions`);
  const ending = new Set([...ENDING_WITH_CONNECTION, ...(options.endingWithConnection ?? [])]);
  const ring = options.keys ?? createKeyRing([{ name, value: options.apiKey }]);
  const dialect: Dialect = { ...DIALECT, endsWithConnection: (servedBy) => ending.has(servedBy) };
  return {
    name,
    maxInFlight: options.maxInFlight,
    endsEarly: true,
    forwards: true,
    refuses: ring.refuses,
    submit: (submission, hooks, signal) =>
      ring.send((key) =>
        submitChat({
          dispatcher,
          dialect,
          url,
          apiKey: key,
          traceparent: submission.traceparent,
          body: toOpenRouterRequest(submission),
          timeoutMs: requestTimeoutMs,
          maxAnswerBytes,
          hooks,
          signal,
        }),
      ),
    lookUp: (reference, signal) =>
      lookUpWith(ring.values(), async (key) => {
        const fetched = await getText(dispatcher, {
          url: new URL(`${baseUrl}/generation?id=${encodeURIComponent(reference)}`),
          headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
          timeoutMs: Math.min(requestTimeoutMs, LOOK_UP_TIMEOUT_MS),
          maxBytes: LOOK_UP_MAX_BYTES,
          signal,
        });
        return readLookUp(fetched, reference);
      }),
    async close() {
      ring.close();
      await own?.destroy();
    },
  };
}

/** Keys may belong to several accounts, of which one has the record. An answer without the record proves the least. */
async function lookUpWith(
  keys: readonly (string | undefined)[],
  lookUp: (key: string | undefined) => Promise<LookUp>,
): Promise<LookUp> {
  let least: LookUp = { kind: 'not_found' };
  for (const key of keys) {
    const found = await lookUp(key);
    if (found.kind !== 'not_found' && found.kind !== 'unavailable') return found;
    if (found.kind === 'unavailable') least = found;
  }
  return least;
}

const DIALECT: Dialect = {
  reference: { header: 'x-generation-id' },
  // Temporarily out of credit: with Retry-After, OpenRouter declares it as refused before any model.
  temporaryStatuses: new Set([402]),
  // No provider of the model meets the conditions: https://openrouter.ai/docs/api/reference/errors-and-debugging
  busy: { statuses: new Set([503]), codes: new Set() },
  cost: ANSWER_COST,
};

/**
 * Providers behind OpenRouter for which its streaming documentation says that closing the connection ends the work and
 * the charges. For all others, the work continues, and is charged.
 */
const ENDING_WITH_CONNECTION: readonly string[] = [
  ...['OpenAI', 'Azure', 'Anthropic', 'Fireworks', 'Novita', 'DeepInfra', 'Together', 'Cohere'],
  ...['xAI', 'Cloudflare', 'Friendli', 'Chutes', 'DeepSeek'],
];

const LOOK_UP_TIMEOUT_MS = 10_000;
const LOOK_UP_MAX_BYTES = 1_048_576;
