import { createClient, expectCompleted, type Message } from 'model-run-client';

const client = createClient();

const conversation = 'ticket-4711';
const messages: Message[] = [{ role: 'user', content: 'How warm is it in Lisbon?' }];
const tools = [
  {
    name: 'get_weather',
    description: 'The weather in a city at this moment.',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string', examples: ['Lisbon'] } },
      required: ['city'],
    },
  },
];
const functions: Record<string, (input: never) => unknown> = {
  get_weather: ({ city }: { city: string }) => ({ city, celsius: 21 }),
};

for (let turn = 1; turn <= 8; turn++) {
  const run = await client.modelRuns.createAndWait(
    { model: 'sandbox/tool-caller', messages, tools, maxOutputTokens: 1024 },
    { idempotencyKey: `${conversation}:turn-${turn}` },
  );
  const { message, text } = expectCompleted(run);
  const calls = message?.tool_calls ?? [];
  if (calls.length === 0) {
    console.log(text); // => The tools answered: get_weather said {"city":"Lisbon","celsius":21}
    break;
  }
  messages.push(message!);
  for (const call of calls) {
    const { name, arguments: input } = call.function;
    const result = functions[name]?.(JSON.parse(input) as never) ?? { error: 'no such function' };
    messages.push({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(result) });
  }
}
