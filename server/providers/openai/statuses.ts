import type { StatusTable } from '../chat-completions/index.ts';

/** 503 is "overloaded" there, which does not say that nothing ran, and neither does 500. */
export const STATUSES: StatusTable = {
  page: 'https://platform.openai.com/docs/guides/error-codes',
  refused: new Set([400, 401, 403, 404, 413, 422]),
  busy: new Set([429]),
  // The region or the project of this deployment.
  isAboutCredentials: (status) => status === 403,
};
