/** Which bodies are the same request. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelRun } from '../../client/index.ts';
import { HASH_VERSION } from '../../server/runs/admission.ts';
import { asOwner } from '../support/postgres.ts';
import {
  type Answer,
  problemOf,
  RUNS,
  request,
  runOf,
  startService,
  type TestService,
  unique,
} from '../support/service.ts';

/** Has no worker, so its runs stay as they were saved. */
let api: TestService;
/** Another process, which does not remember the first one's request keys. */
let elsewhere: TestService;

beforeAll(async () => {
  api = await startService({ parts: ['api'] });
  elsewhere = await startService({ parts: ['api'], database: api.database });
});
afterAll(async () => {
  await elsewhere.close();
  await api.close();
});

type Owner = Awaited<ReturnType<TestService['tenant']>>;

function createAt(service: TestService, { key }: Owner, body: unknown, requestKey: string) {
  const headers = { 'Idempotency-Key': requestKey };
  return service.send({ path: RUNS, key: key.key, body, headers });
}

const ECHO = request('sandbox/echo');

function expectReplay(answer: Answer, run: ModelRun): void {
  expect(answer.status, answer.text).toBe(202);
  expect(answer.headers.get('idempotent-replayed')).toBe('true');
  expect(runOf(answer).id).toBe(run.id);
}

describe('a replayed create', () => {
  it.each([
    ['a number beyond 2^53', '12345678901234567890123', '12345678901234567890124'],
    ['a fraction beyond a double', '0.1', '0.10000000000000000000001'],
    ['a zero with a sign', '0', '-0'],
    ['null', '{"a":null}', '{}'],
  ])('answers 422 to another JSON Schema, and knows its own: %s', async (_, one, other) => {
    const owner = await api.tenant();
    const requestKey = unique('exact');
    const text = (json: string) =>
      JSON.stringify({
        ...ECHO,
        tools: [{ name: 'f', description: '', parameters: { x: 'JSON' } }],
      }).replace('"JSON"', json);
    const created = runOf(await owner.create(text(one), { requestKey }));
    problemOf(await owner.create(text(other), { requestKey }), 'idempotency_key_reuse');
    expectReplay(await owner.create(text(one), { requestKey }), created);
  });

  it('of a run that a later version of the hash was saved with is left to a newer process', async () => {
    const owner = await api.tenant();
    const requestKey = unique('version-next');
    const run = runOf(await owner.create(ECHO, { requestKey }));
    const wallet = await owner.wallet();
    const saveWith = (version: number) =>
      asOwner(api.database, (db) =>
        db.query('update request_key set hash_version = $1 where workspace = $2', [
          version,
          owner.workspace,
        ]),
      );
    const withoutModels = await startService({
      ...{ parts: ['api'], environment: { SANDBOX: 'off' }, database: api.database },
    });
    await saveWith(HASH_VERSION + 1);
    for (const service of [elsewhere, withoutModels]) {
      const answer = await createAt(service, owner, ECHO, requestKey);
      problemOf(answer, 'overloaded');
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    await withoutModels.close();
    expect(await owner.wallet()).toEqual(wallet);
    await saveWith(HASH_VERSION);
    expectReplay(await owner.create(ECHO, { requestKey }), run);
  });
});
