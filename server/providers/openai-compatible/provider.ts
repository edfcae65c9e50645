/**
 * Any server with a chat-completions API: vLLM, Ollama, llama.cpp, LM Studio, a gateway. It reports no cost and keeps
 * no record, so there is nothing to look up.
 */
import type { Dispatcher } from 'undici';
import { type Dialect, type MessageForm, submitChat } from '../chat-completions/index.ts';
import type { KeyNow } from '../key-now.ts';
import { createKeyRing, type KeyRing } from '../key-ring.ts';
import type { Provider } from '../model-provider.ts';
import { createConnections } from '../transport/index.ts';
import { toCompatibleRequest } from './request.ts';

export interface OpenAiCompatibleOptions {
  /** The provider's name in the registry. */
  name: string;
  /** The URL before `/chat/completions`, without a trailing slash. */
  baseUrl: string;
  apiKey?: KeyNow;
  /** Several keys, instead of that one. */
  keys?: KeyRing | undefined;
  /** The assistant message's member in which it accepts reasoning; absent if it accepts none. */
  reasoning?: MessageForm['reasoning'] | undefined;
  connectTimeoutMs: number;
  requestTimeoutMs: number;
  maxInFlight: number;
  maxAnswerBytes: number;
  /** Connections of somebody else, who closes them. */
  dispatcher?: Dispatcher;
}

export function createOpenAiCompatibleProvider(options: OpenAiCompatibleOptions): Provider {
  const own = options.dispatcher ? undefined : createConnections(options.connectTimeoutMs);
  const dispatcher = options.dispatcher ?? own!;
  const url = new URL(`${options.baseUrl}/chat/completions`);
  const { name, apiKey: value, maxInFlight, keys } = options;
  const ring = keys ?? createKeyRing(value === undefined ? [] : [{ name, value }]);
  return {
    ...{ name, maxInFlight, refuses: ring.refuses },
    submit: (submission, hooks, signal) =>
      ring.send((apiKey) =>
        submitChat({
          dispatcher,
          dialect: DIALECT,
          url,
          apiKey,
          traceparent: submission.traceparent,
          body: toCompatibleRequest(submission, options.reasoning),
          timeoutMs: options.requestTimeoutMs,
          maxAnswerBytes: options.maxAnswerBytes,
          hooks,
          signal,
        }),
      ),
    async close() {
      ring.close();
      await own?.destroy();
    },
  };
}

const DIALECT: Dialect = { temporaryStatuses: new Set() };
