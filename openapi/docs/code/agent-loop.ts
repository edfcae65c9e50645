import { createClient, expectCompleted, hasToolCalls, type Message } from 'model-run-client';

const client = createClient({
  baseUrl: process.env.BASE_URL!,
  apiKey: process.env.API_KEY!,
});

// Save the key, the messages and the tools first: a repeat has to send the same.
const conversationKey = 'order-4711-agent';
const messages: Message[] = [{ role: 'user', content: 'Say hello.' }];
const { data: tool } = await client.GET('/v1/developer/tools/{id}', {
  params: { path: { id: 'sandbox/echo' } },
});
if (!tool) throw new Error('The catalog has no such tool.');
const { functionName, description = '', inputSchema, version } = tool;

for (let turn = 1; turn <= 8; turn++) {
  const run = expectCompleted(
    await client.modelRuns.createAndWait(
      {
        model: 'sandbox/tool-caller',
        messages,
        tools: [{ name: functionName, description, parameters: inputSchema }],
        maxOutputTokens: 1024,
      },
      { idempotencyKey: `${conversationKey}:turn-${turn}` },
    ),
  );
  if (!hasToolCalls(run)) {
    console.log(run.text);
    break;
  }
  messages.push(run.message);
  for (const { id, function: called } of run.message.tool_calls) {
    const isKnown = called.name === functionName;
    const content = isKnown
      ? await callTool(run.id, id, called.arguments)
      : 'There is no such function.';
    messages.push({ role: 'tool', tool_call_id: id, content });
  }
}

async function callTool(runId: string, toolCallId: string, text: string): Promise<string> {
  let input: Record<string, unknown>;
  try {
    input = JSON.parse(text || '{}');
  } catch {
    return 'The arguments are not JSON.';
  }
  const { data: created, error } = await client.POST('/v1/developer/tool-runs', {
    params: {
      header: {
        'Idempotency-Key': `${runId}:${encodeURIComponent(toolCallId)}`,
        Prefer: 'wait=20',
      },
    },
    body: { tool: 'sandbox/echo', version, input, parent: { runId, toolCallId } },
  });
  // The model can mend its input. All else ends the loop, which can be begun again.
  if (error?.code === 'invalid_tool_input' || error?.code === 'invalid_request')
    return JSON.stringify(error.errors);
  if (!created) throw new Error(error?.detail);
  let run = created;
  while (run.state !== 'completed' && run.state !== 'failed') {
    const { data } = await client.GET('/v1/developer/tool-runs/{id}', {
      params: { path: { id: run.id }, header: { Prefer: 'wait=20' } },
    });
    if (!data) throw new Error(`${run.id} could not be read.`);
    run = data;
  }
  return JSON.stringify({ output: run.output, error: run.error });
}
