/** A submission in the form of OpenAI's chat completions, for models that take more there: sound, `stop` and `seed`. */
import { toWireMessages, toWireParameters, toWireTools } from '../chat-completions/index.ts';
import type { Submission } from '../model-provider.ts';
import type { ModelSettings } from '../native/index.ts';
import { effortOf } from './responses.ts';

export function toChatBody(work: Submission, { apiVersion }: ModelSettings): object {
  const { model, messages, maxOutputTokens, parameters = {}, endUser } = work;
  const { reasoning, ...others } = parameters;
  return {
    model,
    messages: toWireMessages(messages, {
      ...{ reasoning: 'none', refusal: true, cacheControl: false },
      ...{ systemRole: 'system', resultNames: true, extraContent: false },
    }),
    max_completion_tokens: maxOutputTokens,
    ...{ stream: true, store: false },
    stream_options: {
      include_usage: true,
      ...(apiVersion === undefined && { include_obfuscation: false }),
    },
    ...toWireTools(work, { cacheControl: false }),
    ...toWireParameters(others),
    ...(reasoning && { reasoning_effort: effortOf(reasoning.effort) }),
    ...(endUser !== undefined && { safety_identifier: endUser }),
  };
}
