import { createClient } from 'model-run-client';

const client = createClient();

const { maxPromptChars, maxOutputTokens } = await client.limits();
console.log(`${maxPromptChars} characters in, ${maxOutputTokens} tokens out`);
