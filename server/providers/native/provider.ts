/**
 * A provider with an API of its own. Its adapter says what to send and what the answer means; the exchange, its proofs
 * and its limits are those of chat completions. It reports no cost and keeps no record that can be looked up.
 */
import type { Dispatcher } from 'undici';
import { type Dialect, submitChat } from '../chat-completions/index.ts';
import type { KeyNow } from '../key-now.ts';
import { createKeyRing, type KeyRing } from '../key-ring.ts';
import type { Provider, Submission } from '../model-provider.ts';
import { createConnections } from '../transport/index.ts';

/** What an adapter has to know of a model besides its name. */
export interface ModelSettings {
  /** How it takes an effort: as a word, or as a number of tokens. By default, as its name suggests. */
  thinking?: 'effort' | 'budget';
  /** Whether it can think at all. */
  canThink?: boolean;
}

export interface WireRequest {
  /** After the base URL. */
  path: string;
  body: object;
}

export interface Adapter {
  dialect: Dialect;
  toRequest(work: Submission, settings: ModelSettings): WireRequest;
  /** The headers that carry a key. */
  credentials(key: string | undefined): Record<string, string>;
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
  const { name, adapter, baseUrl, apiKey: value, maxInFlight, keys } = options;
  const own = options.dispatcher ? undefined : createConnections(options.connectTimeoutMs);
  const dispatcher = options.dispatcher ?? own!;
  const ring = keys ?? createKeyRing(value === undefined ? [] : [{ name, value }]);
  return {
    ...{ name, maxInFlight, refuses: ring.refuses },
    submit: (work, hooks, signal) =>
      ring.send((apiKey) => {
        const { path, body } = adapter.toRequest(work, options.models?.get(work.model) ?? {});
        return submitChat({
          ...{ dispatcher, apiKey, body, hooks, signal, traceparent: work.traceparent },
          dialect: adapter.dialect,
          url: new URL(baseUrl + path),
          credentials: adapter.credentials(apiKey),
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
