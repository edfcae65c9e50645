import { causeOf, createOpenAIFetch } from 'model-run-client/openai';
import OpenAI from 'openai';

const openai = new OpenAI({
  baseURL: process.env.MODEL_RUN_BASE_URL!,
  apiKey: 'in the fetch',
  maxRetries: 0,
  fetch: createOpenAIFetch(),
});

try {
  await openai.chat.completions.create({
    model: 'sandbox/refused',
    messages: [{ role: 'user', content: 'Hello' }],
    max_completion_tokens: 50,
  });
} catch (error) {
  const { problem, modelRun } = causeOf(error) ?? {};
  if (problem?.code === 'insufficient_credit') console.log(problem.requiredAmount);
  if (modelRun) console.log(modelRun.state, modelRun.error?.code); // => failed provider_refused
  console.log(error instanceof OpenAI.BadRequestError); // => true
}
