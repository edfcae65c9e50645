/** The work that prompts cause in the process: bounded for each workspace, so that others get answers. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLedger } from '../../server/money/index.ts';
import { createPromptStore, createPrompts } from '../../server/prompts/index.ts';
import { insertRuns, type MadeRun } from '../observability/made-runs.ts';
import { render, textPrompt } from '../support/prompts.ts';
import { type Answer, problemOf, startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

it('refuses with 429 rate_limited a workspace whose values take too long to check, and answers others with 200', async () => {
  const tenant = await service.tenant();
  const variables = { type: 'object', properties: { link: { format: 'url' } } };
  const { name } = await textPrompt(tenant, '{{link}}', { variables });
  const link = `http://${':'.repeat(100_000)}`;
  let answer: Answer;
  do answer = await render(tenant, name, { variables: { link } });
  while (answer.status === 422);
  expect(answer.status).toBe(429);
  problemOf(answer, 'rate_limited');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  const other = await service.tenant();
  const fine = await textPrompt(other, '{{link}}', { variables });
  expect((await render(other, fine.name, { variables: { link: 'http://a.example' } })).status).toBe(
    200,
  );
});

it('adds up the usage of a prompt of which each run has another version', async () => {
  const tenant = await service.tenant();
  const { db } = service.database;
  const { name } = await textPrompt(tenant, 'x');
  const [wallet] = await createLedger({ db }).balances(tenant.workspace);
  const runs = Array.from(
    { length: 30_000 },
    (_, i): MadeRun => ({
      ...{ createdAt: new Date(), durationMs: i, state: 'completed', charged: 2 },
      prompt: [name, `v${i}`],
    }),
  );
  const owner = { workspace: tenant.workspace, wallet: wallet!.account, key: tenant.key };
  await insertRuns(db, owner, runs);
  const prompts = createPrompts({ store: createPromptStore(db), reads: db, maxPromptChars: 1 });
  const { versions } = await prompts.usage('model_run', { workspace: tenant.workspace, name });
  expect(versions).toHaveLength(1_000);
  expect(versions[0]).toMatchObject({ runs: 1, chargedAmount: 2 });
});
