/** The common part of all chat-completions APIs. */
export type { CostReader, Translation } from './answer.ts';
export { type BodyForm, type BodyReader, type BodyTexts, createBodyReader } from './body.ts';
export { readDecimal } from './decimal.ts';
export {
  createRefusalReader,
  EXPLAINED,
  type RefusalReader,
  readErrorWords,
} from './error-words.ts';
export { readFinishReason } from './finish-reason.ts';
export {
  asList,
  asObject,
  asText,
  type JsonObject,
  parseJson,
  parseModest,
} from './json.ts';
export { isAboutTheRequest, readRetryAfter, type StatusTable } from './status.ts';
export { type Dialect, submitChat } from './submit.ts';
export { usageOf } from './usage.ts';
export { type MessageForm, toWireMessages, toWireTools } from './wire-messages.ts';
export { toWireParameters } from './wire-parameters.ts';
