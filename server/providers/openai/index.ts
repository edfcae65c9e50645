/** OpenAI, and its models on Azure: the Responses API, or chat completions where a model is to be reached by them. */
import type { Dialect } from '../chat-completions/index.ts';
import type { Submission } from '../model-provider.ts';
import type { Adapter, ModelSettings, WireRequest } from '../native/index.ts';
import { TRANSLATION } from './answer.ts';
import { toChatBody } from './chat.ts';
import { toResponsesBody } from './responses.ts';
import { STATUSES } from './statuses.ts';

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
