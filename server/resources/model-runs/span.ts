/** What the span of a model run says, by the semantic conventions of OpenTelemetry for generative AI. */
import type { JsonValue } from '../../kernel/json-value.ts';
import type { Run } from '../../runs/index.ts';
import type { ModelRunFacts } from './facts.ts';

export function attributesOf({
  facts,
  providerReference,
}: Run<ModelRunFacts>): Record<string, JsonValue> {
  const { usage, finishReason } = facts ?? {};
  const said: Record<string, JsonValue | undefined> = {
    'gen_ai.response.id': providerReference,
    'gen_ai.response.finish_reasons': finishReason && [finishReason],
    'gen_ai.usage.input_tokens': usage?.promptTokens,
    'gen_ai.usage.output_tokens': usage?.completionTokens,
    'gen_ai.usage.cache_read.input_tokens': usage?.cachedPromptTokens,
    'gen_ai.usage.reasoning.output_tokens': usage?.reasoningTokens,
  };
  return Object.fromEntries(
    Object.entries(said).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
  );
}
