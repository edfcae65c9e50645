/**
 * Structured output of a real model on a real server: this service with the llama.cpp server as an OpenAI-compatible
 * provider, and answers that must match the requested schema. Not part of the quick gate, because it downloads.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import type { ModelRun } from '../../openapi/generated/developer.ts';
import { startFixtures } from '../languages/fixtures.ts';
import { type ModelServer, startModelServer } from './model-server.ts';

const MODEL = 'local/small';

interface Question {
  name: string;
  content: string;
  schema: AnySchema;
}

const QUESTIONS: Question[] = [
  {
    name: 'weather',
    content: 'The thermometer in Lisbon says 21 degrees. Tell me about the weather in Lisbon.',
    schema: closed({
      city: { type: 'string', maxLength: 20 },
      degrees: { type: 'integer', minimum: -60, maximum: 60 },
      isWarm: { type: 'boolean' },
    }),
  },
  {
    name: 'order',
    content: 'I bought two apples and five pears. Write that down as an order.',
    schema: closed({
      state: { type: 'string', enum: ['open', 'paid'] },
      items: {
        type: 'array',
        minItems: 1,
        maxItems: 2,
        items: closed({
          fruit: { type: 'string', enum: ['apple', 'pear'] },
          count: { type: 'integer', minimum: 1, maximum: 99 },
        }),
      },
    }),
  },
];

await using stack = new AsyncDisposableStack();
const server = await startModelServer();
stack.defer(() => server.close());
const folder = await mkdtemp(join(tmpdir(), 'local-model-'));
stack.defer(() => rm(folder, { recursive: true }));
const fixtures = await startFixtures({ SANDBOX: 'off', MODELS_FILE: await writeModels(server) });
stack.defer(() => fixtures.close());

for (const question of QUESTIONS) {
  const { name, schema } = question;
  const json_schema = { name, strict: true, schema };
  const run = await ask(question, { response_format: { type: 'json_schema', json_schema } });
  const { state, finishReason, text = '', chargedAmount = 0 } = run;
  const isGood = state === 'completed' && finishReason === 'stop' && fits(schema, text);
  report(
    isGood && chargedAmount > 0,
    `${name}: ${state}, ${finishReason}, charged ${chargedAmount}: ${text.replaceAll(/\s+/g, ' ')}`,
  );
  // The model must not answer like this anyway.
  const free = await ask(question, {});
  const saysSo = free.state === 'completed' && !fits(schema, free.text ?? '');
  report(
    saysSo,
    `${name} without a schema: ${free.state}, ${free.finishReason}, no JSON that fits`,
  );
}

async function writeModels({ url, model }: ModelServer): Promise<string> {
  const path = join(folder, 'models.json');
  const provider = { kind: 'openai-compatible', baseUrl: `${url}/v1`, maxInFlight: 1 };
  const offered = {
    ...{ id: MODEL, provider: 'local', providerModel: model, contextLength: 2_048, tools: false },
    supportedParameters: ['temperature', 'seed', 'response_format', 'structured_outputs'],
    pricing: { prompt: '0.0000001', completion: '0.0000004' },
  };
  await writeFile(path, JSON.stringify({ providers: { local: provider }, models: [offered] }));
  return path;
}

/** The run once it has ended. */
async function ask({ content }: Question, more: object): Promise<ModelRun> {
  const headers = {
    Authorization: `Bearer ${fixtures.key}`,
    'Content-Type': 'application/json',
    Prefer: 'wait=60',
  };
  const path = `${fixtures.url}/v1/developer/model-runs`;
  const messages = [{ role: 'user', content }];
  const sampling = { temperature: 0, seed: 1, maxOutputTokens: 120 };
  let response = await fetch(path, {
    method: 'POST',
    headers: { ...headers, 'Idempotency-Key': randomUUID() },
    body: JSON.stringify({ model: MODEL, messages, ...sampling, ...more }),
  });
  for (;;) {
    const text = await response.text();
    if (!response.ok) throw new Error(`the service answered ${response.status}: ${text}`);
    const run = JSON.parse(text) as ModelRun;
    if (run.finishedAt !== undefined) return run;
    response = await fetch(`${path}/${run.id}`, { headers });
  }
}

function fits(schema: AnySchema, text: string): boolean {
  try {
    return new Ajv2020().validate(schema, JSON.parse(text)) === true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function report(isGood: boolean, what: string): void {
  console.log(`${isGood ? 'ok      ' : 'failed  '} ${what}`);
  if (!isGood) process.exitCode = 1;
}

/** An object with all of these members and no others, as strict schemas require. */
function closed(properties: Record<string, object>): AnySchema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}
