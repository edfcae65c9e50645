/** The answer of a provider, as the run's owner reads it and sends it back. Each test sets the answer of the server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelList, ModelRun, ModelRunEstimate } from '../../client/index.ts';
import { type CannedProvider, startCannedProvider } from '../support/canned-provider.ts';
import {
  jsonOf,
  RUNS,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';

let provider: CannedProvider;
let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  provider = await startCannedProvider();
  service = await startService({ environment: { MODELS_FILE: provider.modelsFile } });
  tenant = await service.tenant();
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

const HELLO = { role: 'user', content: 'Hello' };
const MORE = { role: 'user', content: 'Go on' };
const THOUGHT = { type: 'reasoning.text', text: 'Hm.', signature: 'c2ln' };

async function create(model: string, messages: unknown[] = [HELLO]): Promise<ModelRun> {
  const answer = await tenant.create(request(model, { messages }), {
    headers: { Prefer: 'wait=30' },
  });
  return runOf(answer);
}

async function estimate(model: string, messages: unknown[]): Promise<ModelRunEstimate> {
  const body = request(model, { messages });
  return jsonOf(await tenant.send({ path: `${RUNS}/estimate`, body })) as ModelRunEstimate;
}

describe('a completed run', () => {
  it.each([
    ['an empty text after reasoning', { content: '', reasoning_details: [THOUGHT] }, ''],
    ['null after reasoning', { content: null, reasoning_details: [THOUGHT] }, undefined],
    ['reasoning alone', { reasoning_details: [THOUGHT] }, undefined],
    ['a refusal', { content: null, refusal: 'I will not.' }, undefined],
    ['an empty text', { content: '' }, ''],
    ['nothing at all', {}, undefined],
  ])('has a message of %s, which the next turn takes', async (_, fields, text) => {
    provider.says({ role: 'assistant', ...fields }, 'length');
    const run = await create('canned-entries');
    expect(run).toMatchObject({ state: 'completed', finishReason: 'length', chargedAmount: 2_100 });
    expect(run.message).toEqual({ role: 'assistant', ...fields });
    expect(run.text).toBe(text);
    const next = await create('canned-entries', [HELLO, run.message, MORE]);
    expect(next.state).toBe('completed');
  });

  it('has what the provider wrote in text that strict readers take', async () => {
    provider.says({ role: 'assistant', content: 'a\ud83d', reasoning_details: [{ n: '\0' }] });
    const run = await create('canned');
    expect(run.text).toBe('a\ufffd');
    expect(run.message?.reasoning_details).toEqual([{ n: '\ufffd' }]);
    const { text } = await tenant.get(`${RUNS}/${run.id}`);
    expect(text).not.toMatch(/\\ud[89a-f]|\\u0000/i);
  });

  it('names its provider and the reference of the provider', async () => {
    provider.says({ role: 'assistant', content: 'Hi' });
    const run = await create('canned');
    expect(run).toMatchObject({ provider: 'canned', providerReference: 'canned-1' });
    const reserved = await tenant.create(request('canned'));
    expect(runOf(reserved)).toMatchObject({ provider: 'canned' });
    const path = `${RUNS}/${runOf(reserved).id}`;
    await tenant.send({ path, headers: { Prefer: 'wait=30' } });
  });
});

describe('a model with a fee of its own', () => {
  it('has that fee in the catalog, the estimate, the hold and the receipt, in place of that of the deployment', async () => {
    provider.says({ role: 'assistant', content: 'Hi' });
    const { data } = jsonOf(await tenant.get('/v1/developer/models')) as ModelList;
    const shown = data.filter(({ id }) => id.startsWith('canned'));
    expect(shown.map(({ id, feeBasisPoints }) => [id, feeBasisPoints])).toEqual([
      ['canned', undefined],
      ['canned-entries', undefined],
      ['canned-own-fee', 1_000],
      ['canned-text', undefined],
    ]);
    const [{ pricing, priceVersion }, own] = [shown[0]!, shown[2]!];
    expect(own.pricing).toEqual(pricing);
    expect(own.priceVersion).not.toBe(priceVersion);
    const estimated = await estimate('canned-own-fee', [HELLO]);
    const { reservedAmount } = await estimate('canned', [HELLO]);
    expect(estimated.feeBasisPoints).toBe(1_000);
    expect(estimated.reservedAmount).toBeGreaterThan(reservedAmount);
    expect(await create('canned-own-fee')).toMatchObject({
      ...{ state: 'completed', listAmount: 2_000, feeBasisPoints: 1_000, feeAmount: 200 },
      ...{ chargedAmount: 2_200, reservedAmount: estimated.reservedAmount },
    });
  });
});

describe('the reasoning of an earlier turn', () => {
  const entry = { type: 'new.kind', b: [1.5, null, { z: '\u2028', a: {} }], a: '😀', '': [] };
  const earlier = { role: 'assistant', content: 'Hm', reasoning_details: [entry, THOUGHT] };
  const messages = [HELLO, earlier, MORE];

  async function sentFor(model: string): Promise<unknown> {
    provider.says({ role: 'assistant', content: 'Hi' });
    provider.received.length = 0;
    expect(await create(model, messages)).toMatchObject({ state: 'completed' });
    return (provider.received[0]!.messages as unknown[])[1];
  }

  it('may hold whatever a provider puts there: it goes out and comes in, member for member', async () => {
    expect(JSON.stringify(await sentFor('canned-entries'))).toBe(JSON.stringify(earlier));
    provider.says(earlier);
    const run = await create('canned-entries');
    expect(JSON.stringify(run.message)).toBe(JSON.stringify(earlier));
  });

  it('goes out as text to a server that takes text, and is counted as that', async () => {
    expect(await sentFor('canned-text')).toEqual({
      role: 'assistant',
      content: 'Hm',
      reasoning_content: 'Hm.',
    });
    const { promptChars } = await estimate('canned-text', messages);
    expect(promptChars).toBe('HelloHmGo onHm.'.length);
  });

  it('is neither sent to a server that takes none, nor counted, nor held for', async () => {
    const plain = { role: 'assistant', content: 'Hm' };
    expect(await sentFor('canned')).toEqual(plain);
    const { promptChars, reservedAmount } = await estimate('canned', messages);
    expect(promptChars).toBe('HelloHmGo on'.length);
    const without = await estimate('canned', [HELLO, plain, MORE]);
    expect(reservedAmount).toBe(without.reservedAmount);
    const taken = await estimate('canned-entries', messages);
    expect(taken.reservedAmount).toBeGreaterThan(reservedAmount);
  });

  it('is described in the catalog', async () => {
    const { data } = jsonOf(await tenant.get('/v1/developer/models?limit=100')) as ModelList;
    const takes = new Map(data.map(({ id, capabilities }) => [id, capabilities.reasoningDetails]));
    expect(takes.get('canned')).toBe(false);
    expect(takes.get('canned-entries')).toBe(true);
    expect(takes.get('canned-text')).toBe(true);
    expect(takes.get('sandbox/thinker')).toBe(true);
  });
});

describe('null next to a role', () => {
  it('is not sent on', async () => {
    provider.says({ role: 'assistant', content: 'Hi' });
    provider.received.length = 0;
    const nulls = { refusal: null, tool_calls: null, tool_call_id: null, name: null };
    const system = { role: 'system', content: 'Be brief.' };
    const answer = { role: 'assistant', content: 'Hm' };
    const messages = [system, HELLO, answer, MORE];
    await create(
      'canned',
      messages.map((message) => ({ ...message, ...nulls, reasoning_details: null })),
    );
    expect(provider.received[0]!.messages).toEqual(messages);
  });
});

describe('a refused run', () => {
  it('quotes the provider, without secrets, and names its reference', async () => {
    const message = 'Image too large\nfor sk-secret-12345678.';
    provider.refuses(400, { error: { message } }, { 'x-request-id': 'req-42' });
    const run = await create('canned');
    expect(run).toMatchObject({ state: 'failed', provider: 'canned', providerReference: 'req-42' });
    expect(run.error).toEqual({
      code: 'provider_refused',
      message:
        'The provider refused the request as not valid. The provider said: “Image too large for [removed]”',
      retryable: false,
      providerStatus: 400,
    });
  });

  it('does not quote it about the account of the deployment', async () => {
    provider.refuses(401, { error: { message: 'Your plan has ended.' } });
    const { error } = await create('canned');
    expect(error?.message).toBe('The provider did not accept the credentials of this deployment.');
  });
});
