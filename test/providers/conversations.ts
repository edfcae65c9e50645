/** Submissions of every shape that a customer's run can have, for rules that hold for all of them. */
import type {
  ContentPart,
  Message,
  Submission,
  Tool,
} from '../../server/model-runs/providers/index.ts';

export const TOOLS: Tool[] = [
  {
    name: 'get_weather',
    description: 'Tells the weather.',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' }, 'x-odd': { const: null } },
      required: ['city'],
    },
  },
  { name: 'now', description: '', parameters: {} },
];

export const TOOL_TURN: Message[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Weather?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city": ' } },
      { id: 'call_2', type: 'function', function: { name: 'now', arguments: '' } },
    ],
    reasoning_details: [
      { type: 'reasoning.text', text: 'Hm.', signature: 'c2ln', index: 0, format: 'unknown' },
      { type: 'reasoning.encrypted', data: 'AAAA', id: null },
    ],
  },
  { role: 'tool', tool_call_id: 'call_1', content: '' },
  { role: 'tool', tool_call_id: 'call_2', name: 'now', content: 'noon' },
  { role: 'assistant', content: 'Fine, at noon.' },
  { role: 'user', content: 'Thanks \u0000 👍' },
];

/** One part of each kind. */
export const PARTS: ContentPart[] = [
  { type: 'text', text: 'What is this?' },
  { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'low' } },
  { type: 'image_url', image_url: { url: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' } },
  { type: 'file', file: { filename: 'ü.csv', file_data: 'data:text/csv;base64,YSxiCg==' } },
  { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
];
export const PDF: ContentPart = {
  ...{ type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' } },
};

export const FORMAT = {
  type: 'json_schema' as const,
  json_schema: { name: 'n', description: 'd', schema: { type: 'object' }, strict: true },
};

export const SHAPES: [string, Partial<Submission>][] = [
  ['a question', {}],
  ['a message of parts', { messages: [{ role: 'user', content: [...PARTS, PDF] }] }],
  ['a turn with tools in it', { messages: TOOL_TURN, tools: TOOLS }],
  ['an assistant message without content', { messages: withoutContent(), tools: TOOLS }],
  ['tool choice none', { tools: TOOLS, toolChoice: 'none' }],
  ['tool choice auto', { tools: TOOLS, toolChoice: 'auto', parallelToolCalls: true }],
  ['tool choice required', { tools: TOOLS, toolChoice: 'required', parallelToolCalls: false }],
  ['a named tool', { tools: TOOLS, toolChoice: { type: 'function', function: { name: 'now' } } }],
  ['an empty list of tools', { tools: [], toolChoice: 'none', parallelToolCalls: true }],
  [
    'an end user, a session and a trace',
    {
      endUser: 'e'.repeat(64),
      session: 's'.repeat(64),
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    },
  ],
  [
    'every parameter',
    {
      parameters: {
        ...{ temperature: 0, top_p: 0.5, stop: ['END'], seed: 0, reasoning: { effort: 'low' } },
        response_format: FORMAT,
      },
      tools: TOOLS.map((tool) => ({ ...tool, strict: false })),
    },
  ],
  ['JSON of any form', { parameters: { response_format: { type: 'json_object' } } }],
  ['a free model', { maxPrice: { prompt: '0', completion: '0', request: '0' } }],
];

function withoutContent(): Message[] {
  const [system, user, assistant, ...rest] = TOOL_TURN as [Message, Message, Message, ...Message[]];
  if (assistant.role !== 'assistant') throw new Error('the third message is an assistant s');
  const { content: _, reasoning_details: __, ...calls } = assistant;
  return [system, user, calls, ...rest];
}
