/**
 * Any server with a chat-completions API, whether a provider or a server of one's own. It reports no cost and keeps no
 * record, so there is nothing to look up.
 */
import type { Dispatcher } from 'undici';
import { createConnections } from '../../../providers/transport/index.ts';
import { type Dialect, submitChat } from '../chat-completions/index.ts';
import type { KeyNow } from '../key-now.ts';
import { createKeyRing, type KeyRing } from '../key-ring.ts';
import type { Provider } from '../model-provider.ts';
import { GENERIC } from './presets.ts';
import { toCompatibleRequest } from './request.ts';
import type { WireForm } from './wire-form.ts';

export interface OpenAiCompatibleOptions {
  /** The provider's name in the registry. */
  name: string;
  /** The URL before `/chat/completions`, without a trailing slash. */
  baseUrl: string;
  apiKey?: KeyNow;
  /** Several keys, instead of that one. */
  keys?: KeyRing | undefined;
  form?: WireForm | undefined;
  /** For models whose form differs, by their names at the provider. */
  formsByModel?: ReadonlyMap<string, WireForm> | undefined;
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
  const { name, apiKey: value, maxInFlight, keys, form = GENERIC, formsByModel } = options;
  const dialect = dialectOf(form);
  const ring = keys ?? createKeyRing(value === undefined ? [] : [{ name, value }]);
  return {
    ...{ name, maxInFlight, refuses: ring.refuses },
    submit: (submission, hooks, signal) =>
      ring.send((apiKey) =>
        submitChat({
          dispatcher,
          dialect,
          url,
          apiKey,
          traceparent: submission.traceparent,
          body: toCompatibleRequest(submission, formsByModel?.get(submission.model) ?? form),
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

function dialectOf({ busyStatuses, busyCodes }: WireForm): Dialect {
  return {
    temporaryStatuses: new Set(),
    busy: { statuses: new Set(busyStatuses), codes: new Set(busyCodes) },
  };
}
