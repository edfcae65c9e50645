/**
 * JSON of others arrives unchanged, however many processes pass it on: from the caller to the provider, and from the
 * provider through the saved run and the caller back to the provider.
 */
import { expect, it } from 'vitest';
import { replaceSyncedModels } from '../../server/model-runs/providers/store.ts';
import { startUpstream } from '../providers/upstream.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { RUNS, request, runOf, startService } from '../support/service.ts';

/** Everything that JSON.parse loses: the order of such names, digits, and forms of numbers. */
const ODD =
  '{"2":"two","1":"one","__proto__":{"0":-0},"n":[12345678901234567890123,1.0,1e2,-0,0.10000000000000000000001],"a\\"b":"é"}';

const MODEL = {
  id: 'maker/model',
  provider: 'openrouter',
  providerModel: 'maker/model',
  name: 'Maker: Model',
  capabilities: { tools: true, reasoning: 'entries' as const },
  supportedParameters: [],
  inputModalities: ['text' as const],
  pricing: { prompt: '0.000003', completion: '0.000015' },
  templateTokens: { perRequest: 0, perMessage: 0 },
};
const ANSWER = JSON.stringify({
  id: 'gen-1',
  choices: [
    {
      finish_reason: 'stop',
      message: { role: 'assistant', content: 'Hi', reasoning_details: ['ODD'] },
    },
  ],
  usage: { prompt_tokens: 1, completion_tokens: 1, cost: 'COST' },
})
  .replace('"ODD"', ODD)
  .replace('"COST"', '0.0000100');

it('is sent to the provider, and answered by it, member for member and digit for digit', async () => {
  const upstream = await startUpstream((response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(ANSWER);
  });
  const database = await createTestDatabase();
  await replaceSyncedModels(database.db, 'openrouter', [MODEL]);
  const environment = { SANDBOX: 'off', OPENROUTER_API_KEY: 'k' };
  const service = await startService({
    environment: { ...environment, OPENROUTER_BASE_URL: upstream.url },
    database,
  });
  const tenant = await service.tenant();
  const tools = [{ name: 'f', description: '', parameters: { x: 'ODD' } }];
  const first = { ...request('maker/model'), tools };
  const text = JSON.stringify(first, null, 2).replace('"ODD"', ODD);
  const created = await tenant.create(text, { headers: { Prefer: 'wait=30' } });
  const run = runOf(created);
  expect(run.state).toBe('completed');
  expect(run.providerAmount).toBe(10_000);
  expect(upstream.received[0]?.text).toContain(`"parameters":{"x":${ODD}}`);
  expect(created.text).toContain(`"reasoning_details":[${ODD}]`);

  const read = await tenant.get(`${RUNS}/${run.id}`);
  const [, message = ''] = /"message":(\{.*?\]\})/.exec(read.text) ?? [];
  expect(message).toContain(ODD);
  const second = JSON.stringify({
    ...request('maker/model'),
    messages: [{ role: 'user', content: 'Hello' }, 'MESSAGE', { role: 'user', content: 'Go on' }],
  }).replace('"MESSAGE"', message);
  await tenant.create(second, { headers: { Prefer: 'wait=30' } });
  expect(upstream.received[1]?.text).toContain(`"reasoning_details":[${ODD}]`);
  await service.close();
  await database.drop();
});
