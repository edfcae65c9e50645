/**
 * A submission in the plain members that every server of this wire takes. `reasoning_details` are left
 * out: strict servers refuse a message with members they don't know, and those that a conversation carries
 * may come from another provider.
 */

import { toWireMessages, toWireTools } from '../chat-completions/index.ts';
import type { Submission } from '../port.ts';

export function toCompatibleRequest(submission: Submission): object {
  const { model, messages, maxOutputTokens, endUser } = submission;
  return {
    model,
    messages: toWireMessages(messages, 'left_out'),
    max_tokens: maxOutputTokens,
    stream: true,
    stream_options: { include_usage: true },
    ...toWireTools(submission),
    ...(endUser === undefined ? {} : { user: endUser }),
  };
}
