/**
 * A reply in both forms of the API: the chunks of a stream, or one whole answer. A model's script determines whether it
 * has usage and cost.
 */
import type { Reply } from './reply.ts';
import { reasoningPieces } from './thinking.ts';

export interface Envelope {
  id: string;
  model: string;
  /** In seconds, as in the API. */
  created: number;
  servedBy: string;
  figures: 'usage_and_cost' | 'usage' | 'nothing';
}

export function chunksOf(reply: Reply, envelope: Envelope): object[] {
  const chunk = (delta: object, finish: string | null = null) => ({
    ...common(envelope, 'chat.completion.chunk'),
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const calls = reply.toolCalls.flatMap(
    ({ id, type, function: { name, arguments: text } }, index) => [
      { index, id, type, function: { name, arguments: '' } },
      ...pieces(text).map((part) => ({ index, function: { arguments: part } })),
    ],
  );
  const usage = usageOf(reply, envelope);
  return [
    chunk({ role: 'assistant', content: '' }),
    ...reasoningPieces(reply.reasoning).map((piece) => chunk({ reasoning_details: [piece] })),
    ...pieces(reply.text ?? '').map((content) => chunk({ content })),
    ...calls.map((call) => chunk({ tool_calls: [call] })),
    chunk({}, reply.finish),
    ...(usage ? [{ ...chunk({ content: '' }), usage }] : []),
  ];
}

export function wholeOf(reply: Reply, envelope: Envelope): object {
  const usage = usageOf(reply, envelope);
  const message = {
    role: 'assistant',
    content: reply.text,
    ...(reply.toolCalls.length > 0 ? { tool_calls: reply.toolCalls } : {}),
    ...(reply.reasoning.length > 0 ? { reasoning_details: reply.reasoning } : {}),
  };
  return {
    ...common(envelope, 'chat.completion'),
    system_fingerprint: null,
    choices: [{ index: 0, message, finish_reason: reply.finish }],
    ...(usage ? { usage } : {}),
  };
}

function common({ id, model, created, servedBy }: Envelope, object: string) {
  return { id, object, created, model, provider: servedBy };
}

function usageOf(reply: Reply, { figures }: Envelope): object | undefined {
  if (figures === 'nothing') return undefined;
  return {
    prompt_tokens: reply.promptTokens,
    completion_tokens: reply.completionTokens,
    total_tokens: reply.promptTokens + reply.completionTokens,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: reply.reasoningTokens },
    ...(figures === 'usage_and_cost' ? { cost: reply.cost, is_byok: false } : {}),
  };
}

/** At most 64 pieces, split between characters. */
function pieces(text: string): string[] {
  const characters = [...text];
  const size = Math.max(16, Math.ceil(characters.length / 64));
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, i) =>
    characters.slice(i * size, (i + 1) * size).join(''),
  );
}
