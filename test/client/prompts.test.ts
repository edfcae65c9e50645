/** `model-run-client/prompts` against the service: what a moved label, a lost answer and a second caller do not change. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isProblem } from '../../client/index.ts';
import { createClient, type PromptClient } from '../../client/prompts.ts';
import { startService, type Tenant, type TestService, unique } from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
let client: PromptClient;
beforeAll(async () => {
  service = await startService({ validatesResponses: true });
  tenant = await service.tenant();
  client = clientOf();
});
afterAll(() => service.close());

function clientOf(send: typeof fetch = fetch): PromptClient {
  return createClient({ baseUrl: service.url, apiKey: tenant.key.key, fetch: send });
}

async function saved(text: string, more: object = {}) {
  const name = unique('prompt');
  return client.prompts.save({ name, text, labels: ['production'], ...more });
}

/** Loses the answer of a request with this method once, after the service has carried it out. */
function losing(method: string): typeof fetch {
  let lost = false;
  return async (input, init) => {
    const response = await fetch(input, init);
    const sent = input instanceof Request ? input.method : init?.method;
    if (lost || sent !== method) return response;
    lost = true;
    await response.text();
    throw new TypeError('fetch failed');
  };
}

const REQUEST = { model: 'sandbox/echo', maxOutputTokens: 50 };

describe('prompts', () => {
  it('are saved, read, listed, compared and rendered', async () => {
    const { version, replayed } = await saved('Say {{what}}.', { config: { n: 1 } });
    const { name } = version;
    expect([version.version, replayed]).toEqual([1, false]);
    await client.prompts.save({ name, text: 'Tell {{what}}.', parentVersion: 1 });
    expect(await client.prompts.get(name)).toEqual(version);
    expect(await client.prompts.get(name, { label: 'latest' })).toMatchObject({ version: 2 });
    const names = [];
    for await (const prompt of client.prompts.list({ limit: 1 })) names.push(prompt.name);
    expect(names).toContain(name);
    const versions = [];
    for await (const one of client.prompts.versions(name, { limit: 1 })) versions.push(one.version);
    expect(versions).toEqual([2, 1]);
    const { changes } = await client.prompts.diff(name, 1, 2);
    expect(changes.map(({ part }) => part)).toEqual(['content', 'config']);
    const rendered = await client.prompts.render(name, {
      version: 2,
      variables: { what: '{{x}}' },
    });
    expect(rendered.messages).toEqual([{ role: 'user', content: 'Tell {{x}}.' }]);
    const wrong = await client.prompts.render(name, {}).catch((error: unknown) => error);
    expect(isProblem(wrong, 'invalid_variables')).toBe(true);
  });

  it('are saved once where the answer is lost', async () => {
    const keys: string[] = [];
    const { version, requestKey, replayed } = await clientOf(losing('POST')).prompts.save(
      { name: unique('prompt'), text: 'Once.' },
      { onRequestKey: (key) => keys.push(key) },
    );
    expect([version.version, replayed]).toEqual([1, true]);
    expect(keys).toEqual([requestKey]);
  });

  it('name the latest version in a VersionConflictError', async () => {
    const { version } = await saved('One.');
    const { name } = version;
    const conflict = await client.prompts
      .save({ name, text: 'Two.', parentVersion: 0 }, { idempotencyKey: 'mine' })
      .catch((error: unknown) => error);
    expect(conflict).toMatchObject({ latestVersion: 1, requestKey: 'mine' });
  });
});

describe('a label', () => {
  it('moves only from the version that was read, if the call names it', async () => {
    const { version } = await saved('One.');
    const { name } = version;
    await client.prompts.save({ name, text: 'Two.' });
    await client.prompts.save({ name, text: 'Three.' });
    const moved = await client.prompts.label(name, 'production', 2, { ifOn: version });
    expect(moved).toMatchObject({ version: 2, labels: ['production'] });
    const late = await client.prompts
      .label(name, 'production', 3, { ifOn: version })
      .catch((error: unknown) => error);
    expect(isProblem(late, 'precondition_failed')).toBe(true);
    await expect(
      client.prompts.label(name, 'production', 3, { ifOn: { ...version } }),
    ).rejects.toThrow('read it again');
    const again = await client.prompts.label(name, 'production', 3, { ifOn: moved });
    expect(again.version).toBe(3);
  });

  it('is moved where the answer of the move is lost', async () => {
    const { version } = await saved('One.');
    await client.prompts.save({ name: version.name, text: 'Two.' });
    const own = clientOf(losing('PUT'));
    const read = await own.prompts.get(version.name);
    const moved = await own.prompts.label(version.name, 'production', 2, { ifOn: read });
    expect(moved.version).toBe(2);
  });
});

describe('a run from a prompt', () => {
  it('has the messages, the attribution and the other members', async () => {
    const { version } = await saved('Say {{what}}.', { config: { model: 'sandbox/echo' } });
    const { name } = version;
    const { run } = await client.modelRuns.createFromPrompt(
      { name, variables: { what: 'hello' } },
      ({ config }) => ({
        ...{ model: String(config?.model), maxOutputTokens: 50 },
        messages: [
          { role: 'assistant', content: 'Hello.' },
          { role: 'user', content: 'Again.' },
        ],
        attribution: { sessionId: 'chat-1' },
      }),
      { waitSeconds: 20 },
    );
    expect(run).toMatchObject({
      ...{ state: 'completed', text: 'Again.' },
      attribution: { sessionId: 'chat-1', promptId: name, promptVersion: '1' },
    });
    const usage = await client.prompts.usage(name);
    expect(usage.versions).toMatchObject([{ version: '1', runs: 1 }]);
  });

  it('is the first one for its key, wherever the label is by then', async () => {
    const { version } = await saved('One.');
    const { name } = version;
    const key = unique('request');
    const options = { idempotencyKey: key };
    const first = await client.modelRuns.createFromPrompt({ name }, REQUEST, options);
    await client.prompts.save({ name, text: 'Two.', labels: ['production'] });
    const again = await client.modelRuns.createFromPrompt({ name }, REQUEST, options);
    expect([again.run.id, again.replayed]).toEqual([first.run.id, true]);
    expect(again.run.attribution?.promptVersion).toBe('1');
    const found = [];
    for await (const run of client.modelRuns.list({ promptId: name })) found.push(run.id);
    expect(found).toEqual([first.run.id]);
  });

  it('is created once if the label moves between two callers with one key', async () => {
    const { version } = await saved('One.');
    const { name } = version;
    const key = unique('request');
    let release = () => {};
    const moved = new Promise<void>((resolve) => {
      release = resolve;
    });
    // Its create waits until the other caller has created the run of the label's version at that time.
    const slow = clientOf(async (input, init) => {
      const request = input as Request;
      if (request.method === 'POST' && request.url.endsWith('/model-runs')) await moved;
      return fetch(input, init);
    });
    const late = slow.modelRuns.createFromPrompt({ name }, REQUEST, { idempotencyKey: key });
    await client.prompts.save({ name, text: 'Two.', labels: ['production'] });
    const winner = await client.modelRuns.createFromPrompt({ name }, REQUEST, {
      idempotencyKey: key,
    });
    release();
    expect((await late).run.id).toBe(winner.run.id);
  });

  it('is refused where the key has made something else', async () => {
    const { version } = await saved('One.');
    const key = unique('request');
    const messages = [{ role: 'user' as const, content: 'Other.' }];
    await client.modelRuns.create({ ...REQUEST, messages }, { idempotencyKey: key });
    const error = await client.modelRuns
      .createFromPrompt({ name: version.name }, REQUEST, { idempotencyKey: key })
      .catch((thrown: unknown) => thrown);
    expect(isProblem(error, 'idempotency_key_reuse')).toBe(true);
    expect(error).toMatchObject({ requestKey: key });
  });
});
