/** An agent in a separate process. Prints a line before each request and after each answer, for a test to kill it. */
import { converse } from '../../client/agents.ts';
import { createClient } from '../../client/index.ts';

const [baseUrl = '', apiKey = '', conversationKey = ''] = process.argv.slice(2);

const client = createClient({
  ...{ baseUrl, apiKey },
  async fetch(request) {
    process.stdout.write('asks\n');
    const response = await fetch(request);
    process.stdout.write('has an answer\n');
    return response;
  },
});

await converse(
  client,
  {
    ...{ model: 'sandbox/tool-caller', maxOutputTokens: 100 },
    messages: [{ role: 'user', content: 'Go' }],
    tools: [await client.tools.get('sandbox/counts')],
  },
  { conversationKey },
);
