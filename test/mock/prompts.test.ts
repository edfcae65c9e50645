/** Prompts of the mock: it reads, moves and renders what a caller saves as the service would. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isProblem } from '../../client/index.ts';
import { createClient, type PromptClient } from '../../client/prompts.ts';
import { type Mock, startMock } from '../../scripts/mock/index.ts';
import { document } from '../contract/document.ts';

let mock: Mock;
let client: PromptClient;
beforeAll(async () => {
  mock = await startMock({ document, port: 0 });
  client = createClient({ baseUrl: mock.url, apiKey: 'mrk_any' });
});
afterAll(() => mock.close());

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error as { code?: string }).code,
  );

it('a sequence of saves, moves and renderings is consistent', async () => {
  const name = 'mine/greeting';
  const input = { name, text: 'Say {{what}}.', labels: ['production'] };
  const first = await client.prompts.save(input, { idempotencyKey: 'one' });
  expect(first).toMatchObject({
    version: { version: 1, variableNames: ['what'] },
    replayed: false,
  });
  const again = await client.prompts.save(input, { idempotencyKey: 'one' });
  expect(again).toMatchObject({ version: { version: 1 }, replayed: true });
  const other = client.prompts.save({ ...input, text: 'No.' }, { idempotencyKey: 'one' });
  expect(await codeOf(other)).toBe('idempotency_key_reuse');
  await client.prompts.save({ name, text: 'Tell {{what}}.' });
  const moved = await client.prompts.label(name, 'production', 2, { ifOn: first.version });
  expect(moved).toMatchObject({ version: 2, labels: ['production'] });
  const rendered = await client.prompts.render(name, { variables: { what: '{{x}}' } });
  expect(rendered.messages).toEqual([{ role: 'user', content: 'Tell {{x}}.' }]);
  expect(rendered.attribution).toEqual({ promptId: name, promptVersion: '2' });
  expect(await codeOf(client.prompts.render(name, {}))).toBe('invalid_variables');
  expect(await codeOf(client.prompts.get(name, { label: 'staging' }))).toBe('not_found');
  expect(await codeOf(client.prompts.get('none'))).toBe('not_found');
});

it('what was saved is listed with its versions, and its labels say where they are', async () => {
  const name = 'mine/listed';
  const key = { Authorization: 'Bearer any' };
  const read = async (path: string) =>
    (await (
      await fetch(`${mock.url}/v1/developer/observability/prompts${path}`, { headers: key })
    ).json()) as { data: Record<string, unknown>[]; nextCursor: string | null };
  const first = await client.prompts.save({ name, text: 'One.', labels: ['production', 'a'] });
  const second = await client.prompts.save({ name, text: 'Two.', comment: 'Shorter.' });
  expect(second.version.contentHash).not.toBe(first.version.contentHash);
  await client.prompts.label(name, 'production', 2);
  const { data } = await read('');
  expect(data.find((prompt) => prompt.name === name)).toMatchObject({
    latestVersion: 2,
    labels: [
      { label: 'a', version: 1 },
      { label: 'production', version: 2 },
    ],
  });
  const versions = `/${encodeURIComponent(name)}/versions`;
  const newest = await read(`${versions}?limit=1`);
  expect(newest.data).toMatchObject([{ version: 2, comment: 'Shorter.', labels: ['production'] }]);
  expect(newest.data[0]).not.toHaveProperty('text');
  const older = await read(`${versions}?limit=1&cursor=${newest.nextCursor}`);
  expect(older).toMatchObject({ data: [{ version: 1, labels: ['a'] }], nextCursor: null });
  for (const prompt of data) {
    expect(await client.prompts.get(String(prompt.name), { label: 'latest' })).toBeDefined();
  }
});

it('a run is made of the prompt of the examples', async () => {
  const { run } = await client.modelRuns.createFromPrompt(
    { name: 'invoice-summary', variables: { audience: 'me', number: 42 } },
    { model: 'sandbox/echo', maxOutputTokens: 50 },
  );
  expect(run.id).toMatch(/^run_/);
  const error = await client.prompts.render('invoice-summary').catch((thrown: unknown) => thrown);
  expect(isProblem(error, 'invalid_variables')).toBe(true);
});
