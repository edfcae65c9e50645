/** Answers that arrive at once share the memory of the process: the largest is dropped, and nobody pays for it. */
import type { ServerResponse } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { replaceSyncedModels } from '../../server/model-runs/providers/store.ts';
import { delta, json, startUpstream } from '../providers/upstream.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { RUNS, request, runOf, startService } from '../support/service.ts';

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
const USAGE = { prompt_tokens: 1, completion_tokens: 1, cost: 0.00001 };
const PATIENCE = { timeout: 60_000 };

it('ends the largest answer where there is no room for all, and the others come through', async () => {
  const answers = new Map<string, ServerResponse>();
  const upstream = await startUpstream((response, { path, body }) => {
    if (path.includes('/generation')) {
      return json(response, 200, { data: { id: 'gen-1', total_cost: 0.5, finish_reason: 'stop' } });
    }
    const [{ content }] = body.messages as [{ content: string }];
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-generation-id': 'gen-1' });
    response.flushHeaders();
    answers.set(content, response);
  });
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  await replaceSyncedModels(database.db, 'openrouter', [MODEL]);
  const service = await startService({
    environment: {
      ...{ SANDBOX: 'off', OPENROUTER_API_KEY: 'k', OPENROUTER_BASE_URL: upstream.url },
      ANSWER_BYTES_IN_FLIGHT: '2000000',
    },
    database,
  });
  onTestFinished(() => service.close());
  const tenant = await service.tenant();

  async function start(content: string): Promise<string> {
    const messages = [{ role: 'user', content }];
    return runOf(await tenant.create(request('maker/model', { messages }))).id;
  }
  async function say(name: string, letters: number, finish?: string): Promise<void> {
    await expect.poll(() => answers.has(name), PATIENCE).toBe(true);
    const chunk = { ...delta({ content: 'x'.repeat(letters) }, finish), usage: finish && USAGE };
    answers.get(name)?.write(`data: ${JSON.stringify(chunk)}\n\n`);
  }
  async function end(id: string) {
    const path = `${RUNS}/${id}`;
    return runOf(await tenant.send({ path, headers: { Prefer: 'wait=30' } }));
  }

  const [large, middle, small] = [
    await start('large'),
    await start('middle'),
    await start('small'),
  ];
  await say('small', 1_000);
  await say('large', 700_000);
  await say('middle', 500_000);
  expect(await end(large)).toMatchObject({ state: 'failed', error: { code: 'answer_lost' } });
  for (const name of ['middle', 'small']) {
    await say(name, 1_000, 'stop');
    answers.get(name)?.end('data: [DONE]\n\n');
  }
  expect((await end(middle)).text).toHaveLength(501_000);
  expect((await end(small)).text).toHaveLength(2_000);
  expect((await end(large)).chargedAmount).toBeUndefined();

  // A saved answer no longer takes memory.
  const next = await start('next');
  await say('next', 900_000, 'stop');
  answers.get('next')?.end('data: [DONE]\n\n');
  expect((await end(next)).state).toBe('completed');
});
