/**
 * A submission in the plain members that every server of this wire takes. Strict servers refuse a message
 * with members that they don't know, so reasoning goes out only under the name that the server is configured
 * to take, and a refusal as content.
 */

import { type AssistantForm, toWireMessages, toWireTools } from '../chat-completions/index.ts';
import type { Submission } from '../model-provider.ts';

export function toCompatibleRequest(
  submission: Submission,
  reasoning: AssistantForm['reasoning'],
): object {
  const { model, messages, maxOutputTokens, endUser } = submission;
  return {
    model,
    messages: toWireMessages(messages, { reasoning, refusal: false }),
    max_tokens: maxOutputTokens,
    stream: true,
    stream_options: { include_usage: true },
    ...toWireTools(submission),
    ...(endUser === undefined ? {} : { user: endUser }),
  };
}
