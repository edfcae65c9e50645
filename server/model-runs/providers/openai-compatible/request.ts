/**
 * A submission in the form that a server takes. Strict servers refuse a message with unknown members, so what only some
 * of them accept is sent only if the form of the server says so.
 */

import { toWireMessages, toWireParameters, toWireTools } from '../chat-completions/index.ts';
import type { Submission } from '../model-provider.ts';
import type { WireForm } from './wire-form.ts';

export function toCompatibleRequest(submission: Submission, form: WireForm): object {
  const { model, messages, maxOutputTokens, parameters = {}, endUser } = submission;
  const { reasoning: thinking, seed, ...others } = parameters;
  const { tool_choice, parallel_tool_calls, ...tools } = toWireTools(submission, form);
  // If the server lacks a member, callers may still send its default value, which the request then leaves out.
  const takesChoice =
    tool_choice !== undefined && !(tool_choice === 'auto' && form.lacks.some(isOfChoice));
  const takesParallel = parallel_tool_calls !== undefined && !form.lacks.includes('serial_calls');
  return {
    model,
    messages: toWireMessages(messages, form),
    [form.outputLimit]: maxOutputTokens,
    stream: true,
    ...(form.streamOptions ? { stream_options: { include_usage: true } } : {}),
    ...tools,
    ...(takesChoice ? { tool_choice } : {}),
    ...(takesParallel ? { parallel_tool_calls } : {}),
    ...toWireParameters(others),
    ...(seed === undefined ? {} : { [form.seed]: seed }),
    ...(thinking === undefined
      ? {}
      : form.effort === 'reasoning'
        ? { reasoning: { effort: thinking.effort } }
        : { reasoning_effort: thinking.effort }),
    ...(endUser === undefined || !form.user ? {} : { user: endUser }),
  };
}

function isOfChoice(lack: string): boolean {
  return lack.startsWith('tool_choice_');
}
