/** A run that has ended, as a chat completion: complete, or as an event stream of one chunk. */
import type { ModelRun } from './contract.ts';
import type { Reading } from './openai-request.ts';
import type { RunFacts } from './openai-shape.ts';

export function answerOf(
  run: ModelRun,
  { replayed, stream, includeUsage }: Omit<Reading, 'run'> & { replayed: boolean },
): Response {
  const facts = factsOf(run, replayed);
  const headers = headersOf(facts);
  const usage = usageOf(run);
  const id = {
    id: run.id,
    created: Math.floor(Date.parse(run.createdAt) / 1_000),
    model: run.model,
  };
  const { tool_calls: calls, ...words } = messageOf(run);
  const ending = { index: 0, finish_reason: finishOf(run), logprobs: null };
  if (!stream) {
    const message = { ...words, ...(calls && { tool_calls: calls }) };
    const choices = [{ ...ending, message }];
    const whole = {
      ...id,
      object: 'chat.completion',
      choices,
      ...(usage && { usage }),
      model_run: facts,
    };
    return Response.json(whole, { headers });
  }
  const indexed = calls?.map((call, index) => ({ index, ...call }));
  const delta = { ...words, ...(indexed && { tool_calls: indexed }) };
  const chunk = { ...id, object: 'chat.completion.chunk', model_run: facts };
  const chunks = [
    { ...chunk, choices: [{ ...ending, delta }], ...(includeUsage && { usage: null }) },
    ...(includeUsage && usage ? [{ ...chunk, choices: [], usage }] : []),
  ];
  const lines = [...chunks.map((one) => JSON.stringify(one)), '[DONE]'];
  headers.set('Content-Type', 'text/event-stream; charset=utf-8');
  return new Response(lines.map((line) => `data: ${line}\n\n`).join(''), { headers });
}

export function factsOf({ text: _, message: __, ...run }: ModelRun, replayed: boolean): RunFacts {
  return { ...run, replayed };
}

/** Facts that programs can read without the body. Unknown ones are left out. */
export function headersOf({
  id,
  replayed,
  chargedAmount,
  currency,
  scale,
  traceId,
}: RunFacts): Headers {
  const known = {
    ...{ 'X-Model-Run-Id': id, 'X-Model-Run-Replayed': replayed, 'X-Model-Run-Trace-Id': traceId },
    ...(chargedAmount !== undefined && {
      'X-Model-Run-Charged-Amount': chargedAmount,
      'X-Model-Run-Currency': currency,
      'X-Model-Run-Scale': scale,
    }),
  };
  const named = Object.entries(known).filter(([, value]) => value !== undefined);
  return new Headers(named.map(([name, value]) => [name, `${value}`]));
}

function messageOf({ message, text }: ModelRun) {
  const { tool_calls: calls, reasoning_details: reasoning, content = text } = message ?? {};
  return {
    role: 'assistant' as const,
    content: content ?? null,
    refusal: message?.refusal ?? null,
    ...(calls && calls.length > 0 && { tool_calls: calls }),
    ...(reasoning && { reasoning_details: reasoning }),
  };
}

/** The finish reasons that programs compare with. `model_run.finishReason` is the run's own. */
function finishOf({ finishReason, message }: ModelRun): string {
  // The answer was cut off; chat completions have only this word for it.
  if (finishReason === 'cancelled') return 'length';
  return finishReason ?? (message?.tool_calls?.length ? 'tool_calls' : 'stop');
}

/** Absent if the provider reported nothing: an unknown count is not zero. */
function usageOf({ usage }: ModelRun): object | undefined {
  const { promptTokens, completionTokens, cachedPromptTokens, reasoningTokens } = usage ?? {};
  const { cacheWriteTokens } = usage ?? {};
  if (promptTokens === undefined || completionTokens === undefined) return undefined;
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    ...((cachedPromptTokens ?? cacheWriteTokens) !== undefined && {
      prompt_tokens_details: {
        ...(cachedPromptTokens !== undefined && { cached_tokens: cachedPromptTokens }),
        ...(cacheWriteTokens !== undefined && { cache_write_tokens: cacheWriteTokens }),
      },
    }),
    ...(reasoningTokens !== undefined && {
      completion_tokens_details: { reasoning_tokens: reasoningTokens },
    }),
  };
}
