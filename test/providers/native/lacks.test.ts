/** What an API of a provider cannot do is refused at the start, or before anything is held for a request. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ContentPart, Model } from '../../../server/model-runs/providers/index.ts';
import { keyOf } from '../../../server/model-runs/providers/key-ring.ts';
import { readModelsFile } from '../../../server/model-runs/providers/models-file.ts';
import { checkInputs, checkParameters } from '../../../server/model-runs/quote.ts';

async function read(content: object, secrets: Record<string, string> = { KEY: 'secret' }) {
  const folder = await mkdtemp(join(tmpdir(), 'native-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'models.json');
  await writeFile(path, JSON.stringify(content));
  return readModelsFile({ path, secret: (name) => secrets[name], builtIn: [] });
}

const providers = {
  claude: { kind: 'anthropic', apiKeyEnv: 'KEY' },
  gemini: {
    kind: 'google',
    apiKeyEnv: 'KEY',
    auth: 'token',
    baseUrl: 'https://vertex.example/v1/',
  },
  local: { kind: 'openai-compatible', baseUrl: 'http://localhost/v1' },
};
const model = { pricing: { prompt: '0', completion: '0' }, contextLength: 1_000 };

test('providers with APIs of their own are read, with what their models take', async () => {
  const file = await read({
    providers,
    models: [
      { ...model, id: 'a', provider: 'claude', providerModel: 'claude-x', thinking: 'budget' },
      {
        ...{ ...model, id: 'b', provider: 'local', supportedParameters: ['reasoning'] },
        fallbacks: [{ provider: 'claude', providerModel: 'claude-y' }, { provider: 'gemini' }],
      },
    ],
  });
  expect(file.providers).toMatchObject([
    {
      ...{ name: 'claude', baseUrl: 'https://api.anthropic.com/v1', apiKey: 'secret' },
      native: {
        kind: 'anthropic',
        models: new Map([
          ['claude-x', { canThink: false, thinking: 'budget' }],
          ['claude-y', { canThink: true }],
        ]),
      },
    },
    {
      ...{ name: 'gemini', baseUrl: 'https://vertex.example/v1' },
      native: { kind: 'google', auth: 'token', models: new Map([['b', { canThink: true }]]) },
    },
    { name: 'local' },
  ]);
  expect(file.models).toMatchObject([
    { capabilities: { reasoning: 'entries' }, lacks: ['image_detail', 'other_encodings'] },
    { lacks: ['image_detail', 'other_encodings', 'image_url', 'serial_calls'] },
  ]);
});

test('what an API never takes stops the start', async () => {
  const broken = read({
    providers: { ...providers, claude: { ...providers.claude, auth: 'token' } },
    models: [
      {
        ...{ ...model, id: 'a', provider: 'local', inputModalities: ['text', 'audio'] },
        ...{ supportedParameters: ['seed', 'stop'], fallbacks: [{ provider: 'claude' }] },
      },
      { ...model, id: 'b', provider: 'local', thinking: 'budget' },
    ],
  });
  for (const fault of [
    'providers.claude.auth is token, but anthropic takes keys',
    'models[0].supportedParameters has seed, which anthropic does not take',
    'models[0].inputModalities has audio, which anthropic does not take',
    'models[1].thinking needs a provider with an API of its own',
  ]) {
    await expect(broken).rejects.toThrow(fault);
  }
});

test('Bedrock has a region, and a key or the usual AWS credentials', async () => {
  const bedrock = { kind: 'bedrock', region: 'eu-west-1' };
  const secrets = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', OWN: 'other' };
  const { providers: found } = await read({ providers: { bedrock } }, secrets);
  expect(found).toMatchObject([
    { baseUrl: 'https://bedrock-runtime.eu-west-1.amazonaws.com', native: { region: 'eu-west-1' } },
  ]);
  expect(keyOf(found[0]!.apiKey)).toBe('id\nsecret');
  const credentials = { accessKeyIdEnv: 'OWN', secretAccessKeyEnv: 'OWN' };
  const named = await read({ providers: { bedrock: { ...bedrock, credentials } } }, secrets);
  expect(keyOf(named.providers[0]!.apiKey)).toBe('other\nother');
  const keyed = await read({ providers: { bedrock: { ...bedrock, apiKeyEnv: 'OWN' } } }, secrets);
  expect(keyOf(keyed.providers[0]!.apiKey)).toBe('other');
  const broken = read({ providers: { bedrock: { kind: 'bedrock' } } }, {});
  for (const fault of [
    'providers.bedrock.region is missing',
    'providers.bedrock.credentials need AWS_ACCESS_KEY_ID, which is not set',
    'providers.bedrock.credentials need AWS_SECRET_ACCESS_KEY, which is not set',
  ]) {
    await expect(broken).rejects.toThrow(fault);
  }
});

const LACKING: Model = {
  ...{ id: 'm', provider: 'p', providerModel: 'm', name: 'M', contextLength: 10_000 },
  capabilities: { tools: true, reasoning: 'entries' },
  ...{ supportedParameters: [], inputModalities: ['text', 'image', 'file'] },
  lacks: ['image_url', 'image_detail', 'serial_calls', 'tool_choice_none', 'other_encodings'],
  pricing: { prompt: '0', completion: '0' },
  templateTokens: { perRequest: 0, perMessage: 0 },
};
const { lacks: _, ...ABLE } = LACKING;

test.each([
  ['parallel calls that are forbidden', { parallel_tool_calls: false }, '#/parallel_tool_calls'],
  ['tools that may not be called', { tool_choice: 'none' as const }, '#/tool_choice'],
])('%s are refused where the API has no such setting', (_, more, pointer) => {
  const body = { model: 'm', messages: [], maxOutputTokens: 1, ...more };
  expect(() => checkParameters(body, LACKING)).toThrow(
    expect.objectContaining({
      code: 'unsupported_parameter',
      options: { errors: [expect.objectContaining({ pointer, code: 'unsupported' })] },
    }),
  );
  expect(() => checkParameters(body, ABLE)).not.toThrow();
  const harmless = { ...body, parallel_tool_calls: true, tool_choice: 'auto' as const };
  expect(() => checkParameters(harmless, LACKING)).not.toThrow();
});

/** A text file of bytes that are not UTF-8, of which each would be sent as three. */
const LATIN = `data:text/csv;base64,${Buffer.from('\xfc\xe9', 'latin1').toString('base64')}`;

test.each<[string, ContentPart]>([
  ['an image by its URL', { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }],
  [
    'the detail of an image',
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA', detail: 'low' } },
  ],
  ['a text file in another encoding', { type: 'file', file: { filename: 'a', file_data: LATIN } }],
])('%s is refused where the API takes none', (_, part) => {
  const messages = [{ role: 'user' as const, content: [part] }];
  expect(() => checkInputs(messages, LACKING)).toThrow(
    expect.objectContaining({ code: 'unsupported_input' }),
  );
  expect(() => checkInputs(messages, ABLE)).not.toThrow();
});

test('text files in UTF-8 and PDFs are taken where the API takes no other encoding', () => {
  const content = ['text/csv;base64,w7w=', 'application/pdf;base64,JVBERi0x/w=='].map(
    (data): ContentPart => ({ type: 'file', file: { filename: 'a', file_data: `data:${data}` } }),
  );
  expect(() => checkInputs([{ role: 'user', content }], LACKING)).not.toThrow();
});
