/**
 * Any server with a chat-completions API, whether a provider or a server of one's own. It reports no cost and keeps no
 * record, so there is nothing to look up.
 */
import { createChatServer, type Dialect, type ServerOptions } from '../chat-completions/submit.ts';
import {
  toWireMessages,
  toWireParameters,
  toWireTools,
} from '../chat-completions/wire-messages.ts';
import type { Provider, Submission } from '../model-provider.ts';
import { GENERIC, type WireForm } from './presets.ts';

interface OpenAiCompatibleOptions extends ServerOptions {
  form?: WireForm | undefined;
  /** For models whose form differs, by their names at the provider. */
  formsByModel?: ReadonlyMap<string, WireForm> | undefined;
}

export function createOpenAiCompatibleProvider(options: OpenAiCompatibleOptions): Provider {
  const { baseUrl, form = GENERIC, formsByModel } = options;
  const url = new URL(`${baseUrl}/chat/completions`);
  const dialect = dialectOf(form);
  return createChatServer(options, (work) => ({
    dialect,
    url,
    body: toCompatibleRequest(work, formsByModel?.get(work.model) ?? form),
  })).provider;
}

function dialectOf({ busyStatuses, busyCodes }: WireForm): Dialect {
  return {
    temporaryStatuses: new Set(),
    busy: { statuses: new Set(busyStatuses), codes: new Set(busyCodes) },
  };
}

/**
 * A submission in the form that a server takes. Strict servers refuse a message with unknown members, so what only some
 * of them accept is sent only if the form of the server says so.
 */
function toCompatibleRequest(submission: Submission, form: WireForm): object {
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
