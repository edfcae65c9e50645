/**
 * A submission with the plain members that every server of this API accepts. Strict servers refuse a message with
 * unknown members, so reasoning is sent only under the name that is configured for the server, and a refusal as
 * content.
 */

import {
  type MessageForm,
  toWireMessages,
  toWireParameters,
  toWireTools,
} from '../chat-completions/index.ts';
import type { Submission } from '../model-provider.ts';

export function toCompatibleRequest(
  submission: Submission,
  reasoning: MessageForm['reasoning'],
): object {
  const { model, messages, maxOutputTokens, parameters = {}, endUser } = submission;
  const { reasoning: thinking, ...others } = parameters;
  return {
    model,
    messages: toWireMessages(messages, { ...FORM, reasoning }),
    max_tokens: maxOutputTokens,
    stream: true,
    stream_options: { include_usage: true },
    ...toWireTools(submission, FORM),
    ...toWireParameters(others),
    // The plain API has a separate member for the effort.
    ...(thinking === undefined ? {} : { reasoning_effort: thinking.effort }),
    ...(endUser === undefined ? {} : { user: endUser }),
  };
}

const FORM: MessageForm = { refusal: false, cacheControl: false };
