/** The presets of OpenAI-compatible servers: what each is sent, what it gets back, and which of its errors mean "busy". */
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AssistantMessage, Submission } from '../../server/model-runs/providers/index.ts';
import {
  PRESET_NAMES,
  PRESETS,
  type PresetName,
} from '../../server/model-runs/providers/openai-compatible/presets.ts';
import { TOOLS } from './conversations.ts';
import { delta, json, preset, startUpstream, stream, submit, WHOLE_STREAM } from './upstream.ts';

const CALL = {
  ...{ id: 'call_1', type: 'function' as const },
  function: { name: 'now', arguments: '{}' },
};
const HOUR = { type: 'ephemeral', ttl: '1h' } as const;

/** A submission with everything in which presets differ. */
const RICH: Partial<Submission> = {
  messages: [
    { role: 'system', content: [{ type: 'text', text: 'Be brief.', cache_control: HOUR }] },
    { role: 'user', content: 'Time?' },
    {
      role: 'assistant',
      refusal: 'No.',
      tool_calls: [CALL],
      reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }],
    },
    { role: 'tool', tool_call_id: 'call_1', name: 'now', content: 'noon' },
  ],
  tools: [TOOLS[1]!],
  toolChoice: 'auto',
  parameters: { seed: 7, reasoning: { effort: 'low' } },
  endUser: 'pseudonym',
};

const GENERIC_BODY = {
  model: 'some/model',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Time?' },
    { role: 'assistant', content: 'No.', tool_calls: [CALL] },
    { role: 'tool', tool_call_id: 'call_1', name: 'now', content: 'noon' },
  ],
  max_tokens: 100,
  stream: true,
  stream_options: { include_usage: true },
  tools: [{ type: 'function', function: TOOLS[1] }],
  tool_choice: 'auto',
  seed: 7,
  reasoning_effort: 'low',
  user: 'pseudonym',
};

type Body = typeof GENERIC_BODY;

function without(body: object, ...names: string[]): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

function withAssistant(body: Body, more: object, ...dropped: string[]): Body {
  const [system, user, assistant, result] = body.messages;
  const changed = { ...without(assistant!, ...dropped), ...more };
  return { ...body, messages: [system, user, changed, result] as Body['messages'] };
}

const newLimit = (body: object) => ({ ...without(body, 'max_tokens'), max_completion_tokens: 100 });
const thinking = (member: string) => withAssistant(GENERIC_BODY, { [member]: 'Hm.' });
const [, user, , { name: _, ...unnamed }] = GENERIC_BODY.messages as [
  object,
  object,
  object,
  Body['messages'][3] & object,
];
const UNNAMED = {
  ...GENERIC_BODY,
  messages: [...GENERIC_BODY.messages.slice(0, 3), unnamed],
} as Body;
const OPENAI_BODY = newLimit(withAssistant(UNNAMED, { content: null, refusal: 'No.' }));

/** The whole body that each preset is sent for it. */
const BODIES: Record<PresetName, object> = {
  openai: OPENAI_BODY,
  'azure-openai': OPENAI_BODY,
  openrouter: {
    ...without(GENERIC_BODY, 'reasoning_effort'),
    messages: [
      { role: 'system', content: [{ type: 'text', text: 'Be brief.', cache_control: HOUR }] },
      user,
      {
        ...{ role: 'assistant', content: null, refusal: 'No.', tool_calls: [CALL] },
        reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }],
      },
      unnamed,
    ],
    reasoning: { effort: 'low' },
  },
  mistral: { ...without(GENERIC_BODY, 'stream_options', 'user', 'seed'), random_seed: 7 },
  deepseek: thinking('reasoning_content'),
  xai: GENERIC_BODY,
  groq: newLimit(UNNAMED),
  cerebras: newLimit(GENERIC_BODY),
  moonshot: thinking('reasoning_content'),
  zai: without(thinking('reasoning_content'), 'user', 'tool_choice'),
  together: GENERIC_BODY,
  fireworks: thinking('reasoning_content'),
  huggingface: GENERIC_BODY,
  'cohere-compat': GENERIC_BODY,
  'gemini-compat': GENERIC_BODY,
  databricks: GENERIC_BODY,
  snowflake: {
    ...newLimit(without(GENERIC_BODY, 'reasoning_effort')),
    reasoning: { effort: 'low' },
  },
  vllm: thinking('reasoning'),
  sglang: thinking('reasoning_content'),
  ollama: without(thinking('reasoning'), 'user', 'tool_choice'),
  'llama.cpp': thinking('reasoning_content'),
  'lm-studio': GENERIC_BODY,
  generic: GENERIC_BODY,
};

async function sentTo(name: PresetName, changes: Partial<Submission>, form = {}) {
  const upstream = await startUpstream((response) => stream(response, WHOLE_STREAM));
  await submit(preset(name, upstream.url, form), changes);
  return upstream.received[0]!.body;
}

describe('a request has exactly the members of the preset', () => {
  test.each(PRESET_NAMES)('%s', async (name) => {
    expect(await sentTo(name, RICH)).toEqual(BODIES[name]);
  });

  test('and of what replaces a part of it', async () => {
    const form = { outputLimit: 'max_tokens', systemRole: 'developer', user: false } as const;
    const body = await sentTo('openai', RICH, form);
    expect(body).toMatchObject({ max_tokens: 100, messages: [{ role: 'developer' }, {}, {}, {}] });
    expect(body).not.toHaveProperty('user');
    expect(body).not.toHaveProperty('max_completion_tokens');
  });

  test('and MODELS.md has the row of each preset', () => {
    const path = join(import.meta.dirname, '../../server/deploy/MODELS.md');
    const [, page = ''] = readFileSync(path, 'utf8').split('### Presets');
    for (const name of PRESET_NAMES) {
      const { baseUrl, baseUrlForm, keyVariable, form, sources } = PRESETS[name];
      const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\` |`)) ?? '';
      const named = [baseUrl ?? baseUrlForm, keyVariable, ...sources, ...Object.keys(form)];
      expect(
        named.filter((text) => text !== undefined && !row.includes(text)),
        name,
      ).toEqual([]);
      expect(row.match(/`\w+`:/g) ?? [], name).toHaveLength(Object.keys(form).length);
    }
  });

  test('and every preset of a provider says which pages its facts are from', () => {
    for (const name of PRESET_NAMES.filter((each) => each !== 'generic')) {
      expect(PRESETS[name].sources.length, name).toBeGreaterThan(0);
    }
  });
});

describe('what a provider attaches for its own use', () => {
  const signature = { google: { thought_signature: 'c2lnbmF0dXJl', count: 1 } };
  const extra = { google: { thought: true } };

  async function answered(): Promise<AssistantMessage> {
    const call = { index: 0, ...CALL, extra_content: signature };
    const upstream = await startUpstream((response) =>
      stream(response, [
        delta({ content: null, extra_content: extra }),
        delta({ tool_calls: [call] }),
        delta({ tool_calls: [{ ...call, index: 1, id: 'call_2', extra_content: undefined }] }),
        { ...delta({}, 'tool_calls') },
        '[DONE]',
      ]),
    );
    const { outcome } = await submit(preset('gemini-compat', upstream.url));
    if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
    return outcome.answer.message;
  }

  async function sentBack(name: PresetName, message: AssistantMessage) {
    const results = message.tool_calls!.map(({ id }) => ({
      ...{ role: 'tool' as const, tool_call_id: id, content: 'noon' },
    }));
    const body = await sentTo(name, {
      messages: [{ role: 'user', content: 'Time?' }, message, ...results],
    });
    return (body.messages as object[])[1];
  }

  test('is carried in the reasoning details, and goes back to the call and the message that had it', async () => {
    const message = await answered();
    expect(message.reasoning_details).toEqual([
      { type: 'provider.extra_content', extra_content: extra },
      { type: 'provider.extra_content', tool_call_id: 'call_1', extra_content: signature },
    ]);
    expect(await sentBack('gemini-compat', message)).toEqual({
      ...{ role: 'assistant', content: null, extra_content: extra },
      tool_calls: [
        { ...CALL, extra_content: signature },
        { ...CALL, id: 'call_2' },
      ],
    });
  });

  test.each(['generic', 'openrouter', 'deepseek'] as const)('is not sent to %s', async (name) => {
    const sent = JSON.stringify(await sentBack(name, await answered()));
    expect(sent).not.toContain('thought');
    expect(sent).not.toContain('extra_content');
  });
});

describe('an error proves that nothing was executed', () => {
  const busy = { kind: 'refused_for_now' };
  const overloaded = (more: object = {}) => ({ error: { message: 'Overloaded.', ...more } });

  async function outcomeAt(name: PresetName, answer: (response: ServerResponse) => void) {
    const upstream = await startUpstream(answer);
    return (await submit(preset(name, upstream.url))).outcome;
  }
  const status = (name: PresetName, code: number, body: object, headers = {}) =>
    outcomeAt(name, (response) => json(response, code, body, headers));
  const events = (name: PresetName, ...all: (object | string)[]) =>
    outcomeAt(name, (response) => stream(response, all));

  test.each(PRESET_NAMES.filter((name) => PRESETS[name].form.busyStatuses?.includes(503)))(
    'of %s with 503 in the form of the API, with the wait that it asks for',
    async (name) => {
      expect(await status(name, 503, overloaded(), { 'retry-after': '3' })).toEqual({
        ...{ ...busy, providerStatus: 503, retryAfterMs: 3_000 },
        reason: 'The provider has no capacity for the request at the moment.',
      });
    },
  );

  test('if its code is one of the preset, whatever the status', async () => {
    const codes = { type: 'engine_overloaded_error' };
    expect(await status('moonshot', 500, overloaded(codes))).toMatchObject(busy);
    const listed = [overloaded({ code: 503, status: 'UNAVAILABLE' })];
    expect(await status('gemini-compat', 503, listed)).toMatchObject(busy);
  });

  test('if it is all that comes with 200', async () => {
    expect(await events('moonshot', overloaded({ type: 'engine_overloaded_error' }))).toMatchObject(
      busy,
    );
    expect(await events('deepseek', overloaded({ code: '503' }))).toMatchObject(busy);
    expect(await events('generic', overloaded({ code: 429 }))).toMatchObject(busy);
    expect(await status('generic', 200, overloaded({ code: 429 }))).toMatchObject(busy);
  });

  test('and otherwise the outcome is unknown, with the words of the provider', async () => {
    const unknown = { kind: 'unknown', words: 'Overloaded.' };
    const error = overloaded({ code: 503 });
    expect(await status('generic', 503, error)).toMatchObject(unknown);
    expect(await status('deepseek', 500, overloaded())).toMatchObject(unknown);
    // Something of an answer, or of its record.
    expect(await status('deepseek', 503, { ...error, id: 'gen-1' })).toMatchObject(unknown);
    expect(await status('deepseek', 503, { ...error, usage: {} })).toMatchObject(unknown);
    expect(await events('deepseek', delta({ content: 'He' }), error)).toMatchObject(unknown);
    expect(await events('deepseek', { ...error, id: 'gen-1', choices: [] })).toMatchObject(unknown);
  });

  test('and not by the page of a gateway between', async () => {
    const outcome = await outcomeAt('deepseek', (response) => {
      response.writeHead(503, { 'content-type': 'text/html' }).end('upstream connect error');
    });
    expect(outcome).toMatchObject({ kind: 'unknown', providerStatus: 503 });
    expect(outcome).not.toHaveProperty('words');
  });

  test('and words of an unknown outcome are without the key', async () => {
    const outcome = await status('generic', 500, overloaded({ message: 'Key a-key is odd.' }));
    expect(outcome).toMatchObject({ kind: 'unknown', words: 'Key [removed] is odd.' });
  });
});
