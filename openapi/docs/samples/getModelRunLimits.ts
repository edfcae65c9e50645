import { createClient } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

const { maxPromptChars, maxOutputTokens } = await client.limits();
console.log(`${maxPromptChars} characters in, ${maxOutputTokens} tokens out`);
