/** Anthropic's Messages API. */
import { asText, type StatusTable } from '../chat-completions/index.ts';
import type { Adapter } from '../native/index.ts';
import { TRANSLATION } from './answer.ts';
import { toRequest } from './request.ts';

const ABOUT_THE_ACCOUNT = [
  'Your credit balance is too low',
  'You have reached your specified',
  'This organization has been disabled',
];

/**
 * 529 is `overloaded_error`: the API had no capacity for the request. 500 and 504 may come after the model has worked,
 * and so may an error within a stream.
 */
const STATUSES: StatusTable = {
  page: 'https://platform.claude.com/docs/en/api/errors',
  refused: new Set([400, 401, 402, 403, 404, 413]),
  busy: new Set([429, 529]),
  // The API tells of the credit, the spending limits and the end of an account with 400.
  isAboutCredentials: (status, { message }) =>
    status === 403 || ABOUT_THE_ACCOUNT.some((words) => asText(message)?.startsWith(words)),
  isAboutOutput: ({ message }) => asText(message)?.startsWith('Output blocked') === true,
};

export const ANTHROPIC: Adapter = {
  dialect: { temporaryStatuses: new Set(), statuses: STATUSES, translation: TRANSLATION },
  toRequest,
  credentials: (key) => ({
    ...(key !== undefined && { 'x-api-key': key }),
    'anthropic-version': '2023-06-01',
  }),
};
