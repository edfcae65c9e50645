/** Amazon Bedrock by ConverseStream, with AWS credentials or an API key of Bedrock. */
import { asText, type StatusTable } from '../chat-completions/index.ts';
import type { Adapter } from '../native/index.ts';
import { TRANSLATION } from './answer.ts';
import { createFrameReader } from './frames.ts';
import { toRequest } from './request.ts';
import { sign } from './signature.ts';

/** 408 and 424 are of a model that has begun, and 500 and 503 do not say. */
const STATUSES: StatusTable = {
  page: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html',
  refused: new Set([400, 401, 403, 404, 413]),
  busy: new Set([429]),
  // AWS tells of wrong credentials, and of what they do not permit, with 403.
  isAboutCredentials: (status) => status === 403,
  // The words of Anthropic.
  isAboutOutput: ({ message }) => asText(message)?.startsWith('Output blocked') === true,
};

export const BEDROCK: Adapter = {
  dialect: {
    ...{ temporaryStatuses: new Set(), statuses: STATUSES, translation: TRANSLATION },
    readBody: createFrameReader,
  },
  toRequest,
  credentials: () => ({}),
  sign: (request, key, region) => sign(request, { key, region }),
};
