/** Parses what a later service may answer, and has a conversation, with only the generated types and fetch. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CreateModelRun, Message, ModelRun, ModelRunState, Problem } from './model-runs.ts';

const [mode, first = '', second = ''] = process.argv.slice(2);
if (mode === 'parse') parse(read<ModelRun>(first), read<Problem>(second));
else await converse(first, second);

function read<Document>(file: string): Document {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function parse(run: ModelRun, problem: Problem): void {
  const known: ModelRunState = 'completed';
  const later: ModelRunState = 'paused_for_review';
  if (run.state === known || run.state !== later) throw new Error(`the state is ${run.state}`);
  console.log(run.state, run.reservedAmount, problem.code, problem.requiredAmount);
}

async function converse(url: string, key: string): Promise<void> {
  async function send(path: string, init: RequestInit = {}): Promise<ModelRun> {
    const headers = { Authorization: `Bearer ${key}`, ...init.headers };
    const response = await fetch(`${url}/v1/developer/model-runs${path}`, { ...init, headers });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  }

  async function create(requestKey: string, messages: Message[]): Promise<ModelRun> {
    const request: CreateModelRun = {
      model: 'sandbox/tool-caller',
      messages,
      maxOutputTokens: 100,
      tools: [{ name: 'get_weather', description: 'The weather.', parameters: { type: 'object' } }],
    };
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': requestKey };
    return end(await send('', { method: 'POST', headers, body: JSON.stringify(request) }));
  }

  async function end(run: ModelRun): Promise<ModelRun> {
    if (run.state === 'completed') return run;
    if (run.state === 'failed') throw new Error(run.error?.message);
    await sleep(100);
    return end(await send(`/${run.id}`));
  }

  const messages: Message[] = [{ role: 'user', content: 'How warm is it in Lisbon?' }];
  const { message } = await create('typescript-1', messages);
  if (message === undefined) throw new Error('the answer has no message');
  messages.push(message);
  for (const { id } of message.tool_calls ?? [])
    messages.push({ role: 'tool', tool_call_id: id, content: '21' });
  console.log((await create('typescript-2', messages)).text);
}
