/** The common part of all chat-completions APIs. */

export {
  type BodyForm,
  type BodyReader,
  type BodyTexts,
  createBodyReader,
} from '../../../providers/body.ts';
export {
  createRefusalReader,
  EXPLAINED,
  type RefusalReader,
  readErrorWords,
} from '../../../providers/error-words.ts';
export {
  asList,
  asObject,
  asText,
  type JsonObject,
  parseJson,
  parseModest,
} from '../../../providers/json.ts';
export { isAboutTheRequest, readRetryAfter, type StatusTable } from '../../../providers/status.ts';
export type { CostReader, Translation } from './answer.ts';
export { readDecimal } from './decimal.ts';
export { readFinishReason } from './finish-reason.ts';
export { type Dialect, submitChat } from './submit.ts';
export { usageOf } from './usage.ts';
export { type MessageForm, toWireMessages, toWireTools } from './wire-messages.ts';
export { toWireParameters } from './wire-parameters.ts';
