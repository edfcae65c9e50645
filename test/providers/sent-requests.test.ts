/**
 * The request that each adapter sends is accepted by the schema that the provider publishes (`schemas/README.md`). A
 * case that the service refuses for an adapter, before anything is sent, is in the list of that adapter.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type AssistantMessage,
  type ContentPart,
  createNativeProvider,
  type Message,
  type Provider,
  type Submission,
  type SupportedParameter,
} from '../../server/model-runs/providers/index.ts';
import {
  INPUT_MODALITIES,
  type Model,
  SUPPORTED_PARAMETERS,
} from '../../server/model-runs/providers/model-provider.ts';
import type { ModelSettings } from '../../server/model-runs/providers/native.ts';
import {
  type Abilities,
  NATIVE_KINDS,
  type NativeKindName,
} from '../../server/model-runs/providers/native-kinds.ts';
import type {
  PresetName,
  WireSettings,
} from '../../server/model-runs/providers/openai-compatible/presets.ts';
import { checkInputs, checkParameters } from '../../server/model-runs/quote.ts';

import { FORMAT, PARTS, PDF, SHAPES, TOOL_TURN, TOOLS } from './conversations.ts';
import { json, openRouter, preset, startUpstream, submission, submit } from './upstream.ts';

const HOUR = { type: 'ephemeral', ttl: '1h' } as const;
const FIVE_MINUTES = { type: 'ephemeral' } as const;
const SMALL_IMAGE = 'data:image/png;base64,iVBORw0KGgo=';

const asked = (...parts: ContentPart[]): Partial<Submission> => ({
  messages: [{ role: 'user', content: parts }],
});
const withParameters = (parameters: Submission['parameters']): Partial<Submission> => ({
  ...{ parameters: parameters!, maxOutputTokens: 4_000 },
});

/** Each member of the port by itself, and all that come together in a conversation. */
const CASES: [string, Partial<Submission>][] = [
  ...SHAPES.filter(([name]) => !['a message of parts', 'every parameter'].includes(name)),
  ...[...PARTS, PDF].map((part, i): [string, Partial<Submission>] => [
    `a part: ${part.type} ${i}`,
    asked({ type: 'text', text: 'What is this?' }, part),
  ]),
  ['a part: a text file', asked(textFile('notes.md', 'text/markdown'))],
  ['a part: a file of XML', asked(textFile('../a  b.xml', 'text/xml'))],
  ['a part: mp3', asked({ type: 'input_audio', input_audio: { data: 'UklG', format: 'mp3' } })],
  ['a part: an image that is given', asked(image(SMALL_IMAGE))],
  ['a part: an image with a detail', asked(image(SMALL_IMAGE, 'high'))],
  ['temperature', withParameters({ temperature: 0.3 })],
  ['top_p', withParameters({ top_p: 0.9 })],
  ['stop', withParameters({ stop: ['a', 'b', 'c', 'd'] })],
  ['seed', withParameters({ seed: 7 })],
  ['JSON with a schema', withParameters({ response_format: FORMAT })],
  [
    'JSON with a schema and nothing else',
    withParameters({
      response_format: { type: 'json_schema', json_schema: { name: 'n', schema: {} } },
    }),
  ],
  ...(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const).map(
    (effort): [string, Partial<Submission>] => [
      `effort ${effort}`,
      withParameters({ reasoning: { effort } }),
    ],
  ),
  [
    'effort and JSON with a schema',
    withParameters({ reasoning: { effort: 'high' }, response_format: FORMAT }),
  ],
  ['strict tools', { tools: TOOLS.map((tool) => ({ ...tool, strict: true })) }],
  ['calls one after another', { tools: TOOLS, parallelToolCalls: false }],
  ['texts as lists, which are cached', { messages: cached(), tools: cachedTools() }],
  ['a refusal in the history', { messages: afterRefusal() }],
  ['ids of another provider', { messages: foreignIds(), tools: TOOLS }],
];

function textFile(filename: string, mediaType: string): ContentPart {
  return { type: 'file', file: { filename, file_data: `data:${mediaType};base64,SGkK` } };
}

function image(url: string, detail?: 'high'): ContentPart {
  return { type: 'image_url', image_url: { url, ...(detail && { detail }) } };
}

function cached(): Message[] {
  return [
    { role: 'system', content: [{ type: 'text', text: 'Long.', cache_control: HOUR }] },
    { role: 'system', content: 'Second.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Long too.', cache_control: FIVE_MINUTES },
        { ...image(SMALL_IMAGE), cache_control: HOUR },
      ],
    },
    { role: 'assistant', content: 'Let me see.', tool_calls: [callOf('call_9', 'now')] },
    {
      role: 'tool',
      tool_call_id: 'call_9',
      content: [
        { type: 'text', text: 'noon', cache_control: HOUR },
        { type: 'text', text: 'sharp' },
      ],
    },
  ];
}

function cachedTools(): NonNullable<Submission['tools']> {
  return TOOLS.map((tool) => ({ ...tool, cache_control: HOUR }));
}

function callOf(id: string, name: string) {
  return { id, type: 'function' as const, function: { name, arguments: '{"city":"Ulm"}' } };
}

function afterRefusal(): Message[] {
  return [
    { role: 'user', content: 'Do it.' },
    { role: 'assistant', content: null, refusal: 'I will not.' },
    { role: 'user', content: 'Why?' },
  ];
}

function foreignIds(): Message[] {
  const id = `call|${'x'.repeat(200)}=`;
  return [
    { role: 'user', content: 'Weather?' },
    { role: 'assistant', content: '', tool_calls: [callOf(id, 'get_weather')] },
    { role: 'tool', tool_call_id: id, name: 'get_weather', content: '{"sun":true}' },
  ];
}

interface AdapterCase {
  schema: string;
  abilities: Abilities;
  /** Cases that the service refuses. */
  refuses: string[];
  /** The provider in front of a server, and the name of the model there. */
  open(url: string): Promise<Provider> | Provider;
  model?: string;
  /** The folder of recorded answers, of which each goes back. */
  recorded: string;
}

const ALL: Abilities = { without: [], inputs: INPUT_MODALITIES, lacks: [] };

function compatible(name: PresetName, schema: string, form: WireSettings = {}): AdapterCase {
  return {
    ...{ schema, abilities: ALL, refuses: [] },
    open: (url) => preset(name, url, form),
    recorded: schema === 'openrouter-chat-completions' ? 'openrouter' : 'openai-chat',
  };
}

function ofKind(
  kind: NativeKindName,
  schema: string,
  refuses: string[],
  { model = 'some/model', recorded = `native/${kind}`, ...settings }: OfKind = {},
): AdapterCase {
  const own: Abilities & { chat?: Abilities } = NATIVE_KINDS[kind];
  const abilities = settings.api === 'chat-completions' ? own.chat! : own;
  return {
    ...{ schema, abilities, refuses, model, recorded },
    async open(baseUrl) {
      const provider = createNativeProvider({
        ...{ name: kind, adapter: await NATIVE_KINDS[kind].load(), baseUrl, apiKey: 'a-key' },
        ...{ connectTimeoutMs: 2_000, requestTimeoutMs: 20_000, maxInFlight: 8 },
        ...{ maxAnswerBytes: 1_000_000, models: new Map([[model, settings]]) },
      });
      onTestFinished(() => provider.close());
      return provider;
    },
  };
}

type OfKind = ModelSettings & { model?: string; recorded?: string };

const SOUND = ['a part: input_audio 4', 'a part: mp3'];
const DETAIL = ['a part: image_url 1', 'a part: an image with a detail'];
const ANTHROPIC_REFUSES = ['JSON of any form', ...SOUND, ...DETAIL, 'seed'];
const GOOGLE_REFUSES = ['tool choice required', ...DETAIL, 'calls one after another'];
const OPENAI_REFUSES = [...SOUND, 'stop', 'seed'];
const BEDROCK_REFUSES = [
  ...['tool choice none', 'tool choice required', 'JSON of any form', ...SOUND, ...DETAIL],
  ...['seed', 'calls one after another', 'an empty list of tools'],
];

const OPENAI = 'openai-chat-completions';
const OPENROUTER = 'openrouter-chat-completions';
const RESPONSES = { canThink: true, recorded: 'native/openai-responses' };
const CHAT = { api: 'chat-completions', recorded: 'openai-chat' } as const;

const ADAPTERS: Record<string, AdapterCase> = {
  'openai-compatible, as OpenAI': compatible('openai', OPENAI),
  'openai-compatible, as OpenAI with developer messages': compatible('openai', OPENAI, {
    systemRole: 'developer',
  }),
  'openai-compatible, as Azure': compatible('azure-openai', OPENAI),
  'openai-compatible, as OpenRouter': compatible('openrouter', OPENROUTER),
  openrouter: { ...compatible('openrouter', OPENROUTER), open: (url) => openRouter(url) },
  'anthropic with efforts': ofKind('anthropic', 'anthropic-messages', ANTHROPIC_REFUSES),
  'anthropic with budgets': ofKind('anthropic', 'anthropic-messages', ANTHROPIC_REFUSES, {
    thinking: 'budget',
  }),
  'openai by responses': ofKind('openai', 'openai-responses', OPENAI_REFUSES, RESPONSES),
  'openai by chat completions': ofKind('openai', OPENAI, [], CHAT),
  'azure-openai by responses': ofKind('azure-openai', 'openai-responses', OPENAI_REFUSES, {
    ...{ ...RESPONSES, apiVersion: '2025-04-01-preview' },
  }),
  'azure-openai by chat completions': ofKind('azure-openai', OPENAI, [], {
    ...{ ...CHAT, apiVersion: '2025-04-01-preview' },
  }),
  'google with levels': ofKind('google', 'google-generate-content', GOOGLE_REFUSES),
  'google with budgets': ofKind('google', 'google-generate-content', GOOGLE_REFUSES, {
    ...{ thinking: 'budget', recorded: 'native/google-vertex' },
  }),
  'bedrock with Claude': ofKind('bedrock', 'bedrock-converse-stream', BEDROCK_REFUSES, {
    model: 'eu.anthropic.claude-sonnet-4-6',
  }),
  'bedrock with Nova': ofKind('bedrock', 'bedrock-converse-stream', BEDROCK_REFUSES, {
    model: 'amazon.nova-2-lite-v1:0',
  }),
};

const SCHEMAS = join(import.meta.dirname, 'schemas');
const RECORDED = join(import.meta.dirname, 'recorded');
const ajv = new Ajv({
  ...{ strict: false, allErrors: true, validateFormats: false },
  // Optimizing the code takes longer than all its uses in a test run.
  code: { optimize: false },
});

/** What the schema that the provider publishes does not accept. */
function faultsOf(schema: string, body: unknown): string[] {
  const validate =
    ajv.getSchema(schema) ?? ajv.addSchema(readSchema(schema), schema).getSchema(schema)!;
  if (validate(body)) return [];
  // The deepest ones: above them, each other member of a union complains as well.
  const errors = (validate.errors ?? []).toSorted((a, b) => depthOf(b) - depthOf(a));
  return errors
    .slice(0, 5)
    .map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
}

function depthOf({ instancePath }: { instancePath: string }): number {
  return instancePath.split('/').length;
}

function readSchema(name: string): object {
  return JSON.parse(readFileSync(join(SCHEMAS, `${name}.json`), 'utf8'));
}

/** Whether the service refuses it for a model with these abilities before anything is sent. */
function isRefused(work: Submission, { without, inputs, lacks }: Abilities): boolean {
  const model: Model = {
    ...{ id: 'm', provider: 'p', providerModel: 'm', name: 'M', contextLength: 10_000 },
    capabilities: { tools: true, reasoning: 'entries' },
    supportedParameters: SUPPORTED_PARAMETERS.filter((name) => !without.includes(name)),
    ...{ inputModalities: inputs, lacks, pricing: { prompt: '0', completion: '0' } },
    templateTokens: { perRequest: 0, perMessage: 0 },
  };
  const { messages, tools, toolChoice, parallelToolCalls, parameters } = work;
  const body = {
    ...{ model: 'm', messages, maxOutputTokens: 1, ...parameters },
    ...(tools && { tools }),
    ...(toolChoice && { tool_choice: toolChoice }),
    ...(parallelToolCalls !== undefined && { parallel_tool_calls: parallelToolCalls }),
  };
  try {
    checkParameters(body, model);
    checkInputs(messages, model);
    return false;
  } catch {
    return true;
  }
}

/** What arrives at the provider for each of the submissions, in their order. */
async function sentBy(
  { open, model }: AdapterCase,
  all: Partial<Submission>[],
): Promise<unknown[]> {
  const upstream = await startUpstream((response) => json(response, 400, {}));
  const provider = await open(upstream.url);
  for (const changes of all) await submit(provider, { ...(model && { model }), ...changes });
  expect(upstream.received).toHaveLength(all.length);
  return upstream.received.map(({ body }) => body);
}

/** Everything at once that the adapter takes. */
function everyParameter({ without, lacks }: Abilities): Partial<Submission> {
  const all: NonNullable<Submission['parameters']> = {
    ...{ temperature: 1, top_p: 1, stop: ['END'], seed: 0, reasoning: { effort: 'low' } },
    response_format: FORMAT,
  };
  const taken = Object.entries(all).filter(
    ([name]) => !without.includes(name as SupportedParameter),
  );
  return {
    parameters: {
      ...Object.fromEntries(taken),
      ...(!without.includes('structured_outputs') && { response_format: FORMAT }),
    },
    ...{ messages: [...TOOL_TURN], tools: TOOLS, endUser: 'e'.repeat(64), maxOutputTokens: 8_000 },
    ...{ toolChoice: 'auto', ...(!lacks.includes('serial_calls') && { parallelToolCalls: false }) },
  };
}

describe.each(Object.entries(ADAPTERS))('%s', (_, adapter) => {
  const { schema, abilities, refuses, recorded } = adapter;
  const taken = CASES.filter(([, changes]) => !isRefused(submission(changes), abilities));

  test('is not given what the service refuses for it', () => {
    const names = CASES.filter((each) => !taken.includes(each)).map(([name]) => name);
    expect(names.toSorted()).toEqual(refuses.toSorted());
  });

  test('sends what the schema of its provider accepts', async () => {
    const bodies = await sentBy(
      adapter,
      taken.map(([, changes]) => changes),
    );
    const faults = taken.map(([name], i) => [name, faultsOf(schema, bodies[i])]);
    expect(faults.filter(([, found]) => found!.length > 0)).toEqual([]);
  });

  test('sends everything at once that it takes', async () => {
    const changes = everyParameter(abilities);
    expect(isRefused(submission(changes), abilities)).toBe(false);
    const [body] = await sentBy(adapter, [changes]);
    expect(faultsOf(schema, body)).toEqual([]);
  });

  test('sends back each recorded answer in a form that the schema accepts', async () => {
    const messages = await answersOf(adapter, recorded);
    expect(messages).not.toEqual([]);
    const bodies = await sentBy(adapter, messages.map(backOf));
    const faults = bodies.map((body) => faultsOf(schema, body));
    expect(faults.filter((found) => found.length > 0)).toEqual([]);
  });

  test('and the schema refuses what the provider does not know', async () => {
    const [body] = (await sentBy(adapter, [{}])) as Record<string, unknown>[];
    expect(faultsOf(schema, body)).toEqual([]);
    expect(faultsOf(schema, { ...body, maximum_tokens: 1 })).not.toEqual([]);
    const list = ['messages', 'contents', 'input'].find((name) => body![name])!;
    const [first] = body![list] as object[];
    expect(faultsOf(schema, { ...body, [list]: [{ ...first, mood: 'good' }] })).not.toEqual([]);
    expect(faultsOf(schema, { ...body, [list]: 1 })).not.toEqual([]);
  });
});

/** The messages of the recorded answers in this folder, as the adapter reads them. */
async function answersOf({ open }: AdapterCase, recorded: string): Promise<AssistantMessage[]> {
  const recordings = globSync(`${recorded}/*-200-*.json`, { cwd: RECORDED })
    .toSorted()
    .map((name) => JSON.parse(readFileSync(join(RECORDED, name), 'utf8')) as Recording);
  let next = 0;
  const upstream = await startUpstream((answer) => {
    const { contentType, response, responseText, responseBase64 } = recordings[next++]!;
    answer.writeHead(200, { 'content-type': contentType });
    answer.end(
      responseBase64 === undefined
        ? (responseText ?? JSON.stringify(response))
        : Buffer.from(responseBase64, 'base64'),
    );
  });
  const provider = await open(upstream.url);
  const messages: AssistantMessage[] = [];
  for (const _ of recordings) {
    const { outcome } = await submit(provider);
    if (outcome.kind === 'answered') messages.push(outcome.answer.message);
  }
  return messages;
}

interface Recording {
  contentType: string;
  response?: object;
  responseText?: string;
  responseBase64?: string;
}

/** A next turn after this answer. */
function backOf(message: AssistantMessage): Partial<Submission> {
  const results = (message.tool_calls ?? []).map(({ id }): Message => {
    return { role: 'tool', tool_call_id: id, content: 'done' };
  });
  const messages: Message[] = [
    { role: 'user', content: 'Hello' },
    message,
    ...results,
    { role: 'user', content: 'Go on' },
  ];
  return { messages, tools: TOOLS };
}
