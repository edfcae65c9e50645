/** One question with one tool, asked by the tool loop of each package: two turns, so two runs. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { tool as langchainTool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { generateText, stepCountIs, tool } from 'ai';
import { createAgent } from 'langchain';
import OpenAI from 'openai';
import { z } from 'zod';
import type { OpenAIFetch } from '../../../client/openai.ts';

/** No server is there: the fetch decides where calls go. */
const NOWHERE = 'http://nowhere.invalid/v1';
const QUESTION = 'How warm is it in Lisbon?';
const MODEL = 'sandbox/tool-caller';
const DESCRIPTION = 'The weather in a city.';
const city = z.object({ city: z.string() });

export const openai = (
  fetch: OpenAIFetch,
  options: { maxRetries?: number; timeout?: number } = {},
) => new OpenAI({ baseURL: NOWHERE, apiKey: 'not used', fetch, maxRetries: 0, ...options });

export const aiSdk = (fetch: OpenAIFetch) =>
  createOpenAICompatible({
    ...{ name: 'model-runs', baseURL: NOWHERE, fetch },
    ...{ supportsStructuredOutputs: true, includeUsage: true },
    metadataExtractor: {
      extractMetadata: async ({ parsedBody }) => ({
        modelRuns: { run: (parsedBody as { model_run: never }).model_run },
      }),
      createStreamExtractor: () => ({
        processChunk: () => {},
        buildMetadata: () => undefined,
      }),
    },
  });

export const langchain = (
  fetch: OpenAIFetch,
  options: { maxRetries?: number; model?: string } = {},
) =>
  new ChatOpenAI({
    ...{ model: MODEL, apiKey: 'not used', maxTokens: 200, maxRetries: 0 },
    ...{ configuration: { baseURL: NOWHERE, fetch }, ...options },
  });

/** What the model says in the end. Calls `onCall` each time that the tool is carried out. */
export type Loop = (fetch: OpenAIFetch, onCall?: () => void) => Promise<string>;

const weather = (onCall: (() => void) | undefined) => (input: { city: string }) => {
  onCall?.();
  return JSON.stringify({ ...input, celsius: 21 });
};

export const loops: Record<'openai' | 'ai' | 'langchain', Loop> = {
  async openai(fetch, onCall) {
    const runner = openai(fetch).chat.completions.runTools({
      ...{ model: MODEL, max_completion_tokens: 200 },
      messages: [{ role: 'user', content: QUESTION }],
      tools: [
        {
          type: 'function',
          function: {
            ...{ name: 'get_weather', description: DESCRIPTION, function: weather(onCall) },
            parse: (text: string) => city.parse(JSON.parse(text)),
            parameters: z.toJSONSchema(city) as Record<string, unknown>,
          },
        },
      ],
    });
    return (await runner.finalContent()) ?? '';
  },

  async ai(fetch, onCall) {
    const { text } = await generateText({
      ...{ model: aiSdk(fetch)(MODEL), prompt: QUESTION, maxOutputTokens: 200, maxRetries: 0 },
      tools: {
        get_weather: tool({
          ...{ description: DESCRIPTION, inputSchema: city },
          execute: async (input) => weather(onCall)(input),
        }),
      },
      stopWhen: stepCountIs(4),
    });
    return text;
  },

  async langchain(fetch, onCall) {
    const agent = createAgent({
      model: langchain(fetch),
      tools: [
        langchainTool(async (input: { city: string }) => weather(onCall)(input), {
          ...{ name: 'get_weather', description: DESCRIPTION, schema: city },
        }),
      ],
    });
    const { messages } = await agent.invoke({ messages: [{ role: 'user', content: QUESTION }] });
    return messages.at(-1)?.text ?? '';
  },
};
