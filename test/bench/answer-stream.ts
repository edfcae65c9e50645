/** The stream with which the upstreams of the benchmark answer. */

const WORDS = [
  'Two ',
  'bakeries ',
  'are ',
  'open ',
  'by ',
  'then, ',
  'and ',
  'one ',
  'has ',
  'seats.',
];
const USAGE = { prompt_tokens: 55, completion_tokens: 12, total_tokens: 67, cost: 0.000031 };

export function headersOf(id: string) {
  return { 'Content-Type': 'text/event-stream', 'X-Generation-Id': id };
}

/** What precedes the first word. */
export function beginningOf(id: string): string {
  return chunk(id, { role: 'assistant', content: '' });
}

export function restOf(id: string): string {
  return [
    ...WORDS.map((content) => chunk(id, { content })),
    chunk(id, {}, {}, 'stop'),
    chunk(id, { content: '' }, { usage: USAGE }),
    'data: [DONE]\n\n',
  ].join('');
}

/** The chunks of a longer answer. */
export function* longAnswer(id: string, words: number): Generator<string> {
  yield beginningOf(id);
  for (let i = 0; i < words; i++) yield chunk(id, { content: WORDS[i % WORDS.length] });
  yield chunk(id, {}, { usage: USAGE }, 'stop');
  yield 'data: [DONE]\n\n';
}

function chunk(id: string, delta: object, more: object = {}, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  const event = { id, object: 'chat.completion.chunk', created: 1_700_000_000, choices, ...more };
  return `data: ${JSON.stringify(event)}\n\n`;
}

/** The path of the upstream's tool, and the tool's answer. */
export const TOOL_AT = '/tool';
export const TOOL_ANSWER = JSON.stringify({
  content: [{ type: 'text', text: 'Two of them have seats.' }],
});
