import { createClient } from 'model-run-client';
import { converse } from 'model-run-client/agents';

const client = createClient();

// Save the key, the messages and the tools first: a repeat has to send the same.
const conversationKey = 'order-4711-agent';
const tools = [await client.tools.get('sandbox/echo')];

const { text, runs, toolRuns } = await converse(
  client,
  {
    model: 'sandbox/tool-caller',
    messages: [{ role: 'user', content: 'Say hello.' }],
    tools,
    maxOutputTokens: 1024,
    maxTurns: 8,
  },
  { conversationKey },
);
console.log(text, runs.length, toolRuns.length);
