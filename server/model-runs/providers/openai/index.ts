/** OpenAI, and its models on Azure: the Responses API, or chat completions where a model is to be reached by them. */
import {
  type Dialect,
  type StatusTable,
  toWireMessages,
  toWireParameters,
  toWireTools,
} from '../chat-completions/index.ts';
import type { Submission } from '../model-provider.ts';
import type { Adapter, ModelSettings, WireRequest } from '../native/index.ts';
import { TRANSLATION } from './answer.ts';
import { effortOf, toResponsesBody } from './responses.ts';

/** 503 is "overloaded" there, which does not say that nothing ran, and neither does 500. */
const STATUSES: StatusTable = {
  page: 'https://platform.openai.com/docs/guides/error-codes',
  refused: new Set([400, 401, 403, 404, 413, 422]),
  busy: new Set([429]),
  // The region or the project of this deployment.
  isAboutCredentials: (status) => status === 403,
};

const CHAT: Dialect = { temporaryStatuses: new Set(), statuses: STATUSES };
const RESPONSES: Dialect = { ...CHAT, translation: TRANSLATION };

export const OPENAI: Adapter = {
  dialect: RESPONSES,
  toRequest: (work, settings) => requestOf(work, settings, ['/responses', '/chat/completions']),
  credentials: (key) => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
};

/**
 * Without a version, the address is that of the `v1` API. A version belongs to the older addresses, of which the one of
 * chat completions names the deployment: https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle
 */
export const AZURE_OPENAI: Adapter = {
  dialect: RESPONSES,
  toRequest(work, settings) {
    const { apiVersion: version } = settings;
    if (version === undefined) {
      return requestOf(work, settings, ['/openai/v1/responses', '/openai/v1/chat/completions']);
    }
    const query = `?api-version=${encodeURIComponent(version)}`;
    const deployment = `/openai/deployments/${encodeURIComponent(work.model)}`;
    return requestOf(work, settings, [
      `/openai/responses${query}`,
      `${deployment}/chat/completions${query}`,
    ]);
  },
  credentials(key, auth) {
    if (key === undefined) return {};
    return auth === 'token' ? { authorization: `Bearer ${key}` } : { 'api-key': key };
  },
};

function requestOf(
  work: Submission,
  settings: ModelSettings,
  [responses, chat]: [string, string],
): WireRequest {
  return settings.api === 'chat-completions'
    ? { path: chat, body: toChatBody(work, settings), dialect: CHAT }
    : { path: responses, body: toResponsesBody(work, settings) };
}

/** In the form of chat completions, for models that take more there: sound, `stop` and `seed`. */
function toChatBody(work: Submission, { apiVersion }: ModelSettings): object {
  const { model, messages, maxOutputTokens, parameters = {}, endUser } = work;
  const { reasoning, ...others } = parameters;
  return {
    model,
    messages: toWireMessages(messages, {
      ...{ reasoning: 'none', refusal: true, cacheControl: false },
      ...{ systemRole: 'system', resultNames: false, extraContent: false },
    }),
    max_completion_tokens: maxOutputTokens,
    ...{ stream: true, store: false },
    stream_options: {
      include_usage: true,
      ...(apiVersion === undefined && { include_obfuscation: false }),
    },
    ...toWireTools(work, { cacheControl: false }),
    ...toWireParameters(others),
    ...(reasoning && { reasoning_effort: effortOf(reasoning.effort) }),
    ...(endUser !== undefined && { safety_identifier: endUser }),
  };
}
