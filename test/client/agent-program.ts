/** An agent in a process of its own. Says a line before each request and after each answer, to be killed at any of them. */
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
