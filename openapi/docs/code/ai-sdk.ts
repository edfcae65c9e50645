import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, stepCountIs, tool } from 'ai';
import { createOpenAIFetch, type RunFacts } from 'model-run-client/openai';
import { z } from 'zod';

const runs = createOpenAICompatible({
  name: 'runs',
  baseURL: process.env.MODEL_RUN_BASE_URL!,
  supportsStructuredOutputs: true,
  fetch: createOpenAIFetch({
    maxOutputTokens: 500,
    bufferedStream: true,
  }),
  metadataExtractor: {
    async extractMetadata({ parsedBody }) {
      const { model_run: run } = parsedBody as { model_run: never };
      return { runs: { run } };
    },
    createStreamExtractor() {
      let run: never;
      return {
        processChunk(chunk) {
          run = (chunk as { model_run: never }).model_run;
        },
        buildMetadata: () => ({ runs: { run } }),
      };
    },
  },
});

const { text, steps } = await generateText({
  model: runs('sandbox/tool-caller'),
  prompt: 'How warm is it in Lisbon?',
  tools: {
    get_weather: tool({
      description: 'The weather in a city at this moment.',
      inputSchema: z.object({ city: z.string() }),
      execute: async () => 21,
    }),
  },
  stopWhen: stepCountIs(5),
  maxRetries: 0,
  headers: { 'Conversation-Key': 'ticket-4712' },
});
console.log(text); // => The tools answered: get_weather said 21

for (const { providerMetadata } of steps) {
  const run = providerMetadata?.runs?.run as unknown as RunFacts;
  console.log(run.idempotencyKey, run.chargedAmount! > 0);
}
// => ticket-4712:turn-1 true
// => ticket-4712:turn-2 true
