import { createClient } from 'model-run-client';
import { converse, jobTool } from 'model-run-client/agents';

const client = createClient();

const runCode = jobTool({
  name: 'run_code',
  description: 'Runs JavaScript and returns what it prints by console.log.',
  parameters: {
    type: 'object',
    properties: { code: { type: 'string', examples: ['console.log(6 * 7)'] } },
    required: ['code'],
  },
  job: ({ code }) => ({ environment: 'javascript', timeoutSeconds: 5, source: String(code) }),
});

const { text, runs, computeJobs } = await converse(
  client,
  {
    model: 'sandbox/tool-caller',
    messages: [{ role: 'user', content: 'What is six times seven?' }],
    tools: [runCode],
    maxOutputTokens: 1024,
  },
  { conversationKey: 'order-4711-code' },
);
console.log(text, runs.length, computeJobs.length);
