import { createOpenAIFetch } from 'model-run-client/openai';
import OpenAI from 'openai';

const openai = new OpenAI({
  baseURL: process.env.MODEL_RUN_BASE_URL!,
  apiKey: 'in the fetch',
  maxRetries: 0,
  fetch: createOpenAIFetch(),
});

const runner = openai.chat.completions.runTools(
  {
    model: 'sandbox/tool-caller',
    messages: [{ role: 'user', content: 'How warm is it in Lisbon?' }],
    max_completion_tokens: 200,
    tools: [
      {
        type: 'function',
        function: {
          name: 'get_weather',
          description: 'The weather in a city at this moment.',
          parameters: {
            type: 'object',
            properties: { city: { type: 'string', examples: ['Lisbon'] } },
          },
          parse: JSON.parse,
          function: ({ city }: { city: string }) => JSON.stringify({ city, celsius: 21 }),
        },
      },
    ],
  },
  { headers: { 'Conversation-Key': 'ticket-4711' } },
);
console.log(await runner.finalContent());
// => The tools answered: get_weather said {"city":"Lisbon","celsius":21}
