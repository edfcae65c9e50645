/**
 * A submission in the plain members that every server of this wire takes. Strict servers refuse a message
 * with members that they don't know, so reasoning goes out only under the name that the server is configured
 * to take, and a refusal as content.
 */

import {
  type AssistantForm,
  toWireMessages,
  toWireParameters,
  toWireTools,
} from '../chat-completions/index.ts';
import type { Submission } from '../model-provider.ts';

export function toCompatibleRequest(
  submission: Submission,
  reasoning: AssistantForm['reasoning'],
): object {
  const { model, messages, maxOutputTokens, parameters = {}, endUser } = submission;
  const { reasoning: thinking, ...others } = parameters;
  return {
    model,
    messages: toWireMessages(messages, { reasoning, refusal: false }),
    max_tokens: maxOutputTokens,
    stream: true,
    stream_options: { include_usage: true },
    ...toWireTools(submission),
    ...toWireParameters(others),
    // The plain wire has the effort in a member of its own.
    ...(thinking === undefined ? {} : { reasoning_effort: thinking.effort }),
    ...(endUser === undefined ? {} : { user: endUser }),
  };
}
