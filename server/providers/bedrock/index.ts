/** Amazon Bedrock by ConverseStream, with AWS credentials or an API key of Bedrock. */
import type { Adapter } from '../native/index.ts';
import { TRANSLATION } from './answer.ts';
import { createFrameReader } from './frames.ts';
import { toRequest } from './request.ts';
import { sign } from './signature.ts';
import { STATUSES } from './statuses.ts';

export const BEDROCK: Adapter = {
  dialect: {
    ...{ temporaryStatuses: new Set(), statuses: STATUSES, translation: TRANSLATION },
    readBody: createFrameReader,
  },
  toRequest,
  credentials: () => ({}),
  sign: (request, key, region) => sign(request, { key, region }),
};
