/** What the packages get back: answers, usage, cost, structured output, pictures, the catalog, and whole answers as a stream. */
import { generateText, Output, streamText } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createClient } from '../../../client/index.ts';
import { createOpenAIFetch, type OpenAIFetchOptions } from '../../../client/openai.ts';
import { startService, type Tenant, type TestService } from '../../support/service.ts';
import { aiSdk, langchain, openai } from './loops.ts';

let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService({ validatesResponses: true });
  tenant = await service.tenant();
});
afterAll(() => service.close());

const fetchWith = (options: Partial<OpenAIFetchOptions> = {}) =>
  createOpenAIFetch({ baseUrl: service.url, apiKey: tenant.key.key, ...options });
const client = () => createClient({ baseUrl: service.url, apiKey: tenant.key.key });
const GIF = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=';
const ECHO = { model: 'sandbox/echo', max_completion_tokens: 50 };
const invoice = z.object({ total: z.number(), currency: z.string() });

describe('the openai package', () => {
  it('reads the answer, its usage and its cost, which are those of the run', async () => {
    const { data, response } = await openai(fetchWith())
      .chat.completions.create({
        ...{ ...ECHO, max_completion_tokens: 40, temperature: 0.5, stop: 'END', seed: 7, n: 1 },
        ...{
          user: 'customer-118',
          metadata: { team: 'billing' },
          parallel_tool_calls: null as never,
        },
        messages: [
          { role: 'developer', content: 'Be brief.' },
          { role: 'user', content: 'Hello, ledger! END of it' },
        ],
      })
      .withResponse();
    expect(data).toMatchObject({
      ...{ object: 'chat.completion', model: 'sandbox/echo' },
      choices: [
        {
          ...{ index: 0, finish_reason: 'stop', logprobs: null },
          message: { role: 'assistant', content: 'Hello, ledger! ', refusal: null },
        },
      ],
    });
    const run = await client().modelRuns.get(data.id);
    const { text: _, message: __, ...facts } = run;
    expect(data).toMatchObject({ model_run: { ...facts, replayed: false } });
    const { promptTokens = 0, completionTokens = 0 } = run.usage ?? {};
    expect(promptTokens).toBeGreaterThan(0);
    expect(data.usage).toMatchObject({
      ...{ prompt_tokens: promptTokens, completion_tokens: completionTokens },
      total_tokens: promptTokens + completionTokens,
    });
    expect(run).toMatchObject({
      ...{ metadata: { team: 'billing' }, attribution: { endUserId: 'customer-118' } },
    });
    expect(run.chargedAmount).toBeGreaterThan(0);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...{ 'x-model-run-id': run.id, 'x-model-run-replayed': 'false' },
      ...{ 'x-model-run-charged-amount': String(run.chargedAmount), 'x-model-run-scale': '9' },
      'x-model-run-currency': 'USD',
    });
  });

  it('gets no member for what was not reported, and reasoning that it can send back', async () => {
    const ask = openai(fetchWith()).chat.completions;
    const messages = [{ role: 'user' as const, content: 'Think.' }];
    const body = { max_completion_tokens: 100, messages };
    const unknown = await ask.create({ ...body, model: 'sandbox/no-usage' });
    expect(unknown.usage).toBeUndefined();
    expect(unknown).not.toHaveProperty('model_run.chargedAmount');
    const thinker = { ...body, model: 'sandbox/thinker', reasoning_effort: 'low' as const };
    const { choices, usage } = await ask.create(thinker);
    expect(usage?.completion_tokens_details?.reasoning_tokens).toBeGreaterThan(0);
    const message = choices[0]!.message;
    expect(message).toHaveProperty('reasoning_details.0.type', 'reasoning.text');
    const more = [...messages, message, { role: 'user' as const, content: 'And?' }];
    const next = await ask.create({ ...thinker, messages: more });
    expect(next.choices[0]!.message.content).toBe('And?');
  });

  it('parses structured output, and sends back what it has read of it', async () => {
    const ask = openai(fetchWith()).chat.completions;
    const messages = [{ role: 'user' as const, content: 'The invoice.' }];
    const schema = z.toJSONSchema(invoice) as Record<string, unknown>;
    const format = { type: 'json_schema' as const, json_schema: { name: 'invoice', schema } };
    const body = { ...ECHO, messages, response_format: format };
    const { choices } = await ask.parse(body);
    expect(invoice.parse(choices[0]!.message.parsed)).toHaveProperty('total');
    const more = [...messages, choices[0]!.message, { role: 'user' as const, content: 'Again.' }];
    expect((await ask.parse({ ...body, messages: more })).choices[0]!.message.parsed).toBeTruthy();
  });

  it('sends pictures, files and sound, and lists the models of the catalog', async () => {
    const ask = openai(fetchWith());
    const file_data = 'data:text/csv;base64,aXRlbSxwcmljZQpwYXBlciwxMgo=';
    const { choices } = await ask.chat.completions.create({
      ...ECHO,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            { type: 'image_url', image_url: { url: GIF, detail: 'low' } },
            { type: 'file', file: { filename: 'items.csv', file_data } },
            { type: 'input_audio', input_audio: { data: 'UklGRiQ=', format: 'wav' } },
          ],
        },
      ],
    });
    expect(choices[0]!.message.content).toMatch(/What is it\?\nimage: .*\nfile: .*\naudio: /);
    const ids: string[] = [];
    for await (const { id } of ask.models.list()) ids.push(id);
    expect(ids).toContain('sandbox/echo');
    expect(await ask.models.retrieve('sandbox/echo')).toEqual({
      ...{ id: 'sandbox/echo', object: 'model', created: 0, owned_by: 'sandbox' },
    });
  });

  it('streams the whole answer as one chunk where bufferedStream allows it', async () => {
    const ask = openai(fetchWith({ bufferedStream: true })).chat.completions;
    const stream = ask.stream({
      ...{ model: 'sandbox/tool-caller', max_completion_tokens: 50 },
      ...{ stream_options: { include_usage: true } },
      messages: [{ role: 'user', content: 'Go' }],
      tools: [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }],
    });
    const chunks: unknown[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks).toHaveLength(2);
    const whole = await stream.finalChatCompletion();
    expect(whole.choices[0]).toMatchObject({
      ...{ finish_reason: 'tool_calls', message: { tool_calls: [{ function: { name: 'look' } }] } },
    });
    expect(whole.usage?.total_tokens).toBeGreaterThan(0);
  });
});

describe('the AI SDK', () => {
  it('reads the answer, its usage and, by a metadata extractor, the run', async () => {
    const { text, usage, providerMetadata, response } = await generateText({
      ...{ model: aiSdk(fetchWith())('sandbox/echo'), maxOutputTokens: 50 },
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look' },
            { type: 'file', mediaType: 'image/gif', data: GIF.split(',')[1]! },
          ],
        },
      ],
    });
    expect(text).toMatch(/^Look\nimage: \d+ bytes$/);
    const run = await client().modelRuns.get(response.id);
    expect(usage).toMatchObject({ inputTokens: run.usage?.promptTokens });
    expect(providerMetadata).toMatchObject({
      modelRuns: { run: { id: run.id, chargedAmount: run.chargedAmount } },
    });
    expect(response.headers).toMatchObject({ 'x-model-run-id': run.id });
  });

  it('gets an object that fits its schema', async () => {
    const { output } = await generateText({
      ...{ model: aiSdk(fetchWith())('sandbox/echo'), prompt: 'Invoice', maxOutputTokens: 90 },
      output: Output.object({ schema: invoice }),
    });
    expect(invoice.parse(output)).toEqual(output);
  });

  it('streams the whole answer as one chunk', async () => {
    const { textStream, usage } = streamText({
      model: aiSdk(fetchWith({ bufferedStream: true }))('sandbox/echo'),
      ...{ prompt: 'At once', maxOutputTokens: 50 },
    });
    const parts: string[] = [];
    for await (const part of textStream) parts.push(part);
    expect(parts).toEqual(['At once']);
    expect((await usage).outputTokens).toBeGreaterThan(0);
  });
});

describe('LangChain', () => {
  const model = (options: Partial<OpenAIFetchOptions> = {}) =>
    langchain(fetchWith(options), { model: 'sandbox/echo' });

  it('reads the answer and its usage', async () => {
    const { text, id, usage_metadata: usage } = await model().invoke('Hello');
    expect(text).toBe('Hello');
    const run = await client().modelRuns.get(id!);
    expect(usage).toMatchObject({
      ...{ input_tokens: run.usage?.promptTokens, output_tokens: run.usage?.completionTokens },
    });
  });

  it('gets an object that fits its schema', async () => {
    const shaped = model().withStructuredOutput(invoice, { method: 'jsonSchema', name: 'invoice' });
    expect(invoice.parse(await shaped.invoke('Invoice'))).toHaveProperty('currency');
  });

  it('streams the whole answer as one chunk', async () => {
    const parts: string[] = [];
    for await (const { text } of await model({ bufferedStream: true }).stream('At once')) {
      if (text) parts.push(text);
    }
    expect(parts).toEqual(['At once']);
  });
});
