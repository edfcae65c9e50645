/** The Gemini API, and Gemini on Vertex AI, which takes access tokens. */
import type { Adapter } from '../native/index.ts';
import { TRANSLATION } from './answer.ts';
import { toRequest } from './request.ts';
import { STATUSES } from './statuses.ts';

export const GOOGLE: Adapter = {
  dialect: { temporaryStatuses: new Set(), statuses: STATUSES, translation: TRANSLATION },
  toRequest,
  credentials: (key, auth) => {
    if (key === undefined) return {};
    return auth === 'token' ? { authorization: `Bearer ${key}` } : { 'x-goog-api-key': key };
  },
};
