/**
 * A provider with an API of its own. Its adapter says what to send and what the answer means; the exchange, its proofs
 * and its limits are those of chat completions. It reports no cost and keeps no record that can be looked up.
 */
import type { Dispatcher } from 'undici';
import { createConnections } from '../../../providers/transport/index.ts';
import { type Dialect, submitChat } from '../chat-completions/index.ts';
import type { KeyNow } from '../key-now.ts';
import { createKeyRing, type KeyRing } from '../key-ring.ts';
import type { Provider, Submission } from '../model-provider.ts';

/** What an adapter has to know of a model besides its name. */
export interface ModelSettings {
  /** How it takes an effort: as a word, or as a number of tokens. By default, as its name suggests. */
  thinking?: 'effort' | 'budget';
  /** Whether it can think at all. */
  canThink?: boolean;
  /** Which API of its provider it is reached by, if there are two. */
  api?: 'responses' | 'chat-completions';
  /** The version of the provider's API, where addresses have one. */
  apiVersion?: string;
}

/** What the keys of a provider are. */
export type Auth = 'key' | 'token';

export interface WireRequest {
  /** After the base URL. */
  path: string;
  body: object;
  /** Where the answer to this request has another form. */
  dialect?: Dialect;
}

export interface Adapter {
  dialect: Dialect;
  toRequest(work: Submission, settings: ModelSettings): WireRequest;
  /** The headers that carry a key, or an access token. */
  credentials(key: string | undefined, auth: Auth): Record<string, string>;
  /** The headers that depend on the request, for providers that want it signed. */
  sign?(
    request: { url: URL; body: string },
    key: string,
    region: string,
  ): Promise<Record<string, string>>;
}

export interface NativeOptions {
  /** The provider's name in the registry. */
  name: string;
  adapter: Adapter;
  /** Without a trailing slash. */
  baseUrl: string;
  apiKey?: KeyNow;
  /** Several keys, instead of that one. */
  keys?: KeyRing | undefined;
  /** Keys by default. */
  auth?: Auth;
  /** Of the signatures, for providers that want them. */
  region?: string;
  /** By the provider's names. */
  models?: ReadonlyMap<string, ModelSettings>;
  connectTimeoutMs: number;
  requestTimeoutMs: number;
  maxInFlight: number;
  maxAnswerBytes: number;
  /** Connections of somebody else, who closes them. */
  dispatcher?: Dispatcher;
}

export function createNativeProvider(options: NativeOptions): Provider {
  const { name, adapter, baseUrl, apiKey: value, maxInFlight, keys, region = '' } = options;
  const own = options.dispatcher ? undefined : createConnections(options.connectTimeoutMs);
  const dispatcher = options.dispatcher ?? own!;
  const ring = keys ?? createKeyRing(value === undefined ? [] : [{ name, value }]);
  return {
    ...{ name, maxInFlight, refuses: ring.refuses },
    submit: (work, hooks, signal) =>
      ring.send((apiKey) => {
        const settings = options.models?.get(work.model) ?? {};
        const { path, body, dialect = adapter.dialect } = adapter.toRequest(work, settings);
        return submitChat({
          ...{ dispatcher, dialect, apiKey, body, hooks, signal },
          traceparent: work.traceparent,
          url: new URL(baseUrl + path),
          credentials: adapter.credentials(apiKey, options.auth ?? 'key'),
          ...(adapter.sign &&
            apiKey !== undefined && {
              sign: (request) => adapter.sign!(request, apiKey, region),
            }),
          timeoutMs: options.requestTimeoutMs,
          maxAnswerBytes: options.maxAnswerBytes,
        });
      }),
    async close() {
      ring.close();
      await own?.destroy();
    },
  };
}

/** The share of the output that each effort may use to think. */
const SHARES: ReadonlyMap<string, number> = new Map([
  ['minimal', 0.1],
  ['low', 0.2],
  ['medium', 0.5],
  ['high', 0.8],
  ['xhigh', 0.9],
  ['max', 0.95],
]);

/**
 * The tokens of thinking, which are part of the output: within `least` and `most`. Zero for no thinking, also where the
 * output is too short for the least.
 */
export function thinkingBudget(
  effort: string,
  maxOutputTokens: number,
  { least, most }: { least: number; most: number },
): number {
  const share = SHARES.get(effort);
  if (share === undefined || most < least) return 0;
  return Math.max(least, Math.min(most, Math.floor(maxOutputTokens * share)));
}
