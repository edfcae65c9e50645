import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  type Catalog,
  type CatalogOptions,
  createCatalog,
} from '../../server/model-runs/providers/catalog.ts';
import type { Model } from '../../server/model-runs/providers/index.ts';
import { replaceSyncedModels } from '../../server/model-runs/providers/store.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

let database: TestDatabase;
let open: Catalog | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => sync());
afterEach(() => open?.close());
afterAll(() => database.drop());

function model(id: string, prompt = '0.1'): Model {
  return {
    ...{ id, provider: 'openrouter', providerModel: id, name: id },
    capabilities: { tools: false, reasoning: 'entries' },
    supportedParameters: [],
    inputModalities: ['text' as const],
    pricing: { prompt, completion: '0.2' },
    templateTokens: { perRequest: 1, perMessage: 1 },
  };
}

/** At once, as the command does it. */
function sync(...models: Model[]) {
  return database.db.transaction((tx) => replaceSyncedModels(tx, 'openrouter', models));
}

async function catalogOf(options: Partial<CatalogOptions>): Promise<Catalog> {
  open = await createCatalog({ db: database.db, sources: [], synced: ['openrouter'], ...options });
  return open;
}

test('models of all sources are one list by identifier, with a version of their prices', async () => {
  await sync(model('b/synced'));
  const catalog = await catalogOf({
    sources: [
      { name: 'the models file', models: [model('c/file'), model('a/file')] },
      { name: 'the sandbox', models: [model('sandbox/echo', '0.9')] },
    ],
  });
  expect(catalog.list().map(({ id }) => id)).toEqual([
    'a/file',
    'b/synced',
    'c/file',
    'sandbox/echo',
  ]);
  const versions = catalog.list().map(({ priceVersion }) => priceVersion);
  expect(versions[0]).toMatch(/^[0-9a-f]{12}$/);
  expect(versions[1]).toBe(versions[0]);
  expect(versions[3]).not.toBe(versions[0]);
  expect(catalog.get('b/synced')).toMatchObject(model('b/synced'));
  expect(catalog.get('B/synced')).toBeUndefined();
});

test('synced models of a provider that is not there are not offered', async () => {
  await sync(model('b/synced'));
  expect((await catalogOf({ synced: [] })).list()).toEqual([]);
});

test('a model that two sources name stops the start, and both are named', async () => {
  await sync(model('a/model'));
  const sources = [{ name: 'the models file', models: [model('a/model')] }];
  await expect(catalogOf({ sources })).rejects.toThrow(
    'a/model is named by the models file and by the synced list of openrouter',
  );
});

test('a running catalog loads what is synced, and keeps what it has if that fails', async () => {
  const sources = [{ name: 'the models file', models: [model('a/file')] }];
  const faults: string[] = [];
  const onFault = (message: string) => faults.push(message);
  const catalog = await catalogOf({ sources, onFault, refreshEveryMs: 20 });
  await sync(model('b/new'));
  await vi.waitUntil(() => catalog.get('b/new') !== undefined, { timeout: 60_000 });
  await sync(model('a/file'));
  await vi.waitUntil(() => faults.length > 0, { timeout: 60_000 });
  expect(catalog.list().map(({ id }) => id)).toEqual(['a/file', 'b/new']);
});

test('a saved model that this version cannot bill is left out and reported', async () => {
  await sync({ ...model('a/odd'), pricing: { prompt: '-1', completion: '0' } }, model('a/even'));
  const onFault = vi.fn();
  const catalog = await catalogOf({ onFault });
  expect(catalog.list().map(({ id }) => id)).toEqual(['a/even']);
  expect(onFault).toHaveBeenCalledWith('the saved model a/odd is not understood: sync again');
});

test('a saved model of a newer version has the parameters that are known here', async () => {
  const names = ['top_k', 'seed', 'temperature'] as unknown as ['seed'];
  await sync({ ...model('a/newer'), supportedParameters: names });
  const catalog = await catalogOf({});
  const found = catalog.list().map((one) => [one.id, one.supportedParameters]);
  expect(found).toEqual([['a/newer', ['temperature', 'seed']]]);
});

test('a sync prints what is new, what changed and what is gone', async () => {
  await sync(model('a'), model('b'), model('c'));
  expect(await sync(model('a'), model('b', '0.3'), model('d'))).toEqual({
    ...{ added: 1, changed: 1, removed: 1 },
  });
});
