/** Anthropic's Messages API. */
import type { Adapter } from '../native/index.ts';
import { TRANSLATION } from './answer.ts';
import { toRequest } from './request.ts';
import { STATUSES } from './statuses.ts';

export const ANTHROPIC: Adapter = {
  dialect: { temporaryStatuses: new Set(), statuses: STATUSES, translation: TRANSLATION },
  toRequest,
  credentials: (key) => ({
    ...(key !== undefined && { 'x-api-key': key }),
    'anthropic-version': '2023-06-01',
  }),
};
