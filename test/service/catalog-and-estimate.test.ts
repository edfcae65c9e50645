import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelList, ModelRunEstimate, ModelRunList } from '../../client/index.ts';
import { sandboxModels } from '../../server/sandbox/index.ts';
import {
  jsonOf,
  MAX_OUTPUT_TOKENS,
  MAX_PROMPT_CHARS,
  PLENTY,
  problemOf,
  RUNS,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService({ parts: ['api'] });
  tenant = await service.tenant();
});
afterAll(() => service.close());

const MODELS = '/v1/developer/models';

async function estimate(body: object, owner = tenant): Promise<ModelRunEstimate> {
  const answer = await owner.send({ path: `${RUNS}/estimate`, body });
  expect(answer.status, answer.text).toBe(200);
  return jsonOf(answer) as ModelRunEstimate;
}

const models = async (query = ''): Promise<ModelList> =>
  jsonOf(await tenant.get(`${MODELS}${query}`)) as ModelList;

describe('the limits', () => {
  it('are those of the deployment', async () => {
    expect(jsonOf(await tenant.get(`${RUNS}/limits`))).toEqual({
      maxPromptChars: MAX_PROMPT_CHARS,
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      feeBasisPoints: 500,
    });
  });

  it('cost nothing, and need no money', async () => {
    const poor = await service.tenant({ amount: 0, scopes: ['models:read'] });
    expect((await poor.get(`${RUNS}/limits`)).status).toBe(200);
    expect((await poor.get(MODELS)).status).toBe(200);
  });
});

describe('the catalog', () => {
  it('lists by identifier every model that a run can name, with its prices', async () => {
    const { data, nextCursor } = await models('?limit=100');
    expect(nextCursor).toBeNull();
    expect(data.map(({ id }) => id)).toEqual(sandboxModels.map(({ id }) => id).sort());
    for (const model of data) {
      expect(model.pricing).toMatchObject({ currency: 'USD', prompt: '0.00000015' });
      expect(model).not.toHaveProperty('provider');
      expect((await estimate(request(model.id))).priceVersion).toBe(model.priceVersion);
    }
  });

  it('is read to its end in pages, each model once', async () => {
    const ids: string[] = [];
    for (let query = '?limit=4'; query !== ''; ) {
      const { data, nextCursor } = await models(query);
      expect(data.length).toBeLessThanOrEqual(4);
      ids.push(...data.map(({ id }) => id));
      query = nextCursor === null ? '' : `?limit=4&cursor=${nextCursor}`;
    }
    expect(ids).toEqual(sandboxModels.map(({ id }) => id).sort());
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'search=echo'])(
    'refuses %s with 400',
    async (query) => {
      problemOf(await tenant.get(`${MODELS}?${query}`), 'invalid_request');
    },
  );

  it.each(['%20', 'e', `${'a'.repeat(1_024)}`])(
    'refuses the cursor %s with invalid_cursor',
    async (cursor) => {
      problemOf(await tenant.get(`${MODELS}?cursor=${cursor}`), 'invalid_cursor');
    },
  );
});

describe('one model', () => {
  const read = (id: string) => tenant.get(`${MODELS}/${id}`);

  it('is found by its identifier, percent-encoded as one segment, like in the list', async () => {
    const { data } = await models('?limit=100');
    for (const model of data) {
      const answer = await read(encodeURIComponent(model.id));
      expect(answer.status).toBe(200);
      expect(jsonOf(answer)).toEqual(model);
    }
    expect(jsonOf(await read('s%61ndbox%2fecho'))).toMatchObject({ id: 'sandbox/echo' });
  });

  it.each([
    'sandbox%2Fnone',
    'sandbox',
    'sandbox/echo',
    'sandbox%252Fecho',
    '%ff',
    '%20',
    '__proto__',
  ])('%s is 404 not_found', async (id) => {
    problemOf(await read(id), 'not_found');
  });

  it('has what a client reads by its plain identifier', async () => {
    const client = service.client(tenant.key.key);
    const params = { path: { id: 'sandbox/thinker' } };
    const { data } = await client.GET('/v1/developer/models/{id}', { params });
    expect(data?.supportedParameters).toContain('reasoning');
  });
});

describe('a filter of the catalog', () => {
  const idsOf = ({ data }: ModelList) => data.map(({ id }) => id);

  it('leaves the models that take all that is asked for', async () => {
    expect(idsOf(await models('?supportedParameter=reasoning'))).toEqual(['sandbox/thinker']);
    const both = await models('?supportedParameter=seed&supportedParameter=reasoning');
    expect(idsOf(both)).toEqual(['sandbox/thinker']);
    const all = sandboxModels.map(({ id }) => id).sort();
    expect(idsOf(await models('?tools=true&supportedParameter=stop'))).toEqual(all);
    expect(idsOf(await models('?tools=false'))).toEqual([]);
  });

  it('belongs to the cursor', async () => {
    const { nextCursor } = await models('?tools=true&limit=2');
    const next = await models(`?tools=true&limit=2&cursor=${nextCursor}`);
    expect(next.data).toHaveLength(2);
    problemOf(await tenant.get(`${MODELS}?cursor=${nextCursor}`), 'invalid_cursor');
  });

  it.each(['supportedParameter=top_k', 'supportedParameter=', 'tools=yes', 'tools='])(
    '%s is refused with 400',
    async (query) => {
      problemOf(await tenant.get(`${MODELS}?${query}`), 'invalid_request');
    },
  );
});

describe('an estimate', () => {
  const body = request('sandbox/echo', {
    messages: [
      { role: 'system', content: 'Ünïcödé 😀' },
      { role: 'user', content: 'Hello' },
    ],
    tools: [{ name: 'f', description: 'd', parameters: { type: 'object' } }],
    attribution: { sessionId: 's' },
  });

  it('is the hold that the create then takes', async () => {
    const estimated = await estimate(body);
    const { reservedAmount, currency, scale } = runOf(await tenant.create(body));
    expect(estimated).toMatchObject({
      model: 'sandbox/echo',
      reservedAmount,
      currency,
      scale,
      covered: true,
      payer: { account: 'wallet' },
      feeBasisPoints: 500,
      // The texts of messages and tools, including the member names of the parameters.
      promptChars: 'Ünïcödé '.length + 1 + 'Hello'.length + 'fd'.length + 'typeobject'.length,
    });
  });

  it('creates nothing, holds nothing and needs no request key', async () => {
    const owner = await service.tenant();
    await estimate(body, owner);
    const { data } = jsonOf(await owner.get(RUNS)) as ModelRunList;
    expect(data).toEqual([]);
    expect(await owner.wallet()).toEqual({ available: PLENTY, held: 0, spent: 0 });
  });

  it('says whether there is credit for it, down to the last unit', async () => {
    const { reservedAmount } = await estimate(body);
    const exact = await service.tenant({ amount: reservedAmount });
    expect((await estimate(body, exact)).covered).toBe(true);
    const short = await service.tenant({ amount: reservedAmount - 1 });
    expect(await estimate(body, short)).toMatchObject({ covered: false, reservedAmount });
  });

  it('names the account that would pay', async () => {
    const { reservedAmount } = await estimate(body);
    const owner = await service.tenant();
    const rich = owner.as(await owner.newKey({ credit: reservedAmount }));
    expect(await estimate(body, rich)).toMatchObject({
      covered: true,
      payer: { account: 'key_credit' },
    });
    const small = owner.as(await owner.newKey({ credit: 1 }));
    expect(await estimate(body, small)).toMatchObject({
      covered: false,
      payer: { account: 'key_credit' },
    });
    const falling = owner.as(await owner.newKey({ credit: 1, walletFallback: true }));
    expect(await estimate(body, falling)).toMatchObject({
      covered: true,
      payer: { account: 'wallet' },
    });
  });

  it('is for keys that can read', async () => {
    const reader = await service.tenant({ scopes: ['models:read'] });
    await estimate(body, reader);
    problemOf(await reader.create(body), 'insufficient_scope');
  });

  it('is not to be kept, and is refused like the create', async () => {
    const answer = await tenant.send({ path: `${RUNS}/estimate`, body });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const refused = [
      request('unknown'),
      request('sandbox/echo', { maxReservedAmount: 0 }),
      {},
      '{',
    ];
    for (const wrong of refused) {
      const estimated = await tenant.send({ path: `${RUNS}/estimate`, body: wrong });
      const created = await tenant.create(wrong);
      const seenOf = ({ text }: { text: string }) => ({ ...JSON.parse(text), requestId: '' });
      expect(seenOf(estimated)).toEqual(seenOf(created));
    }
  });
});
