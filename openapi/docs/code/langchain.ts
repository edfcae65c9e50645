import { ChatOpenAI } from '@langchain/openai';
import { createAgent, tool } from 'langchain';
import { createOpenAIFetch } from 'model-run-client/openai';
import { z } from 'zod';

const model = new ChatOpenAI({
  model: 'sandbox/tool-caller',
  apiKey: 'in the fetch',
  maxTokens: 200,
  maxRetries: 0,
  configuration: {
    fetch: createOpenAIFetch({
      conversationKey: 'ticket-4713',
    }),
  },
});

const weather = tool(() => '21', {
  name: 'get_weather',
  description: 'The weather in a city at this moment.',
  schema: z.object({ city: z.string() }),
});

const agent = createAgent({ model, tools: [weather] });
const { messages } = await agent.invoke({ messages: 'How warm is it in Lisbon?' });
console.log(messages.at(-1)?.text); // => The tools answered: get_weather said 21
