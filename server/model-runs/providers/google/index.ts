/** The Gemini API, and Gemini on Vertex AI, which takes access tokens. */
import { asList, asObject, type StatusTable } from '../chat-completions/index.ts';
import type { Adapter } from '../native/index.ts';
import { TRANSLATION } from './answer.ts';
import { toRequest } from './request.ts';

/** 503 is "overloaded or down" there, which does not say that nothing ran, and neither do 500 and 504. */
const STATUSES: StatusTable = {
  page: 'https://ai.google.dev/gemini-api/docs/troubleshooting',
  refused: new Set([400, 401, 403, 404, 413]),
  busy: new Set([429]),
  // The Gemini API tells of a wrong key with 400. Its message may quote the request, and its details do not.
  isAboutCredentials: (status, { details }) =>
    status === 403 ||
    (asList(details) ?? []).some((detail) => asObject(detail)?.reason === 'API_KEY_INVALID'),
};

export const GOOGLE: Adapter = {
  dialect: { temporaryStatuses: new Set(), statuses: STATUSES, translation: TRANSLATION },
  toRequest,
  credentials: (key, auth) => {
    if (key === undefined) return {};
    return auth === 'token' ? { authorization: `Bearer ${key}` } : { 'x-goog-api-key': key };
  },
};
