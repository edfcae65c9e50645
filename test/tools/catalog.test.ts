/** Which of the servers' tools may be sold: by the hash of the definition, and after an approval. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import type { Queryable } from '../../server/platform/db/pool.ts';
import {
  createToolCatalog,
  saveDefinitions,
  TAKEN_WITHIN_MS,
  type ToolCatalog,
} from '../../server/tool-runs/catalog.ts';
import {
  approveTool,
  savedDefinitions,
  selectLeftOut,
  selectTools,
} from '../../server/tool-runs/definition-store.ts';
import { readDefinition } from '../../server/tool-runs/providers/answer.ts';
import type {
  ToolDefinition,
  ToolListing,
} from '../../server/tool-runs/providers/tool-provider.ts';
import { callOf } from '../../server/tool-runs/request.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

const TERMS = {
  ...{ pricing: { perCall: '0.001' }, maxTimeoutSeconds: 60 },
  ...{ isIdempotent: false, errorsAreAnswers: false },
};
const echo: ToolDefinition = {
  name: 'echo',
  description: 'Says what it is told.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
};
const unsold: ToolDefinition = { name: 'unsold', inputSchema: { type: 'object' } };
const outside: ToolDefinition = {
  name: 'outside',
  inputSchema: { type: 'object', properties: { a: { $ref: 'https://example.com/a.json' } } },
};

let database: TestDatabase;
let catalog: ToolCatalog;
const faults: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  catalog = await createToolCatalog({
    saved: savedDefinitions(database.db),
    servers: () => [
      { name: 'mine', termsOf: ({ name }) => (name === 'unsold' ? undefined : TERMS) },
    ],
    onFault: (message) => faults.push(message),
  });
});
afterAll(async () => {
  catalog.close();
  await database.drop();
});

const listing = (tools: ToolDefinition[], more: Partial<ToolListing> = {}): ToolListing => ({
  ...{ tools, leftOut: [], isWhole: true },
  ...more,
});

async function see(...definitions: ToolDefinition[]) {
  const saved = await saveDefinitions(database.db, 'mine', listing(definitions));
  await catalog.refresh();
  return saved;
}

const definitions = () =>
  database.db.query<{ tool: string }>('select tool from tool_definition order by tool');

/** As people see them: a tool that cannot be called is listed with the reason. */
const shown = () => Object.fromEntries(catalog.listAll().map(({ id, withheld }) => [id, withheld]));

it('sells what is seen for the first time, where it has terms and a schema of use', async () => {
  expect(await see(echo, unsold, outside)).toMatchObject({
    added: ['mine/echo', 'mine/outside', 'mine/unsold'],
    ...{ changed: [], gone: [] },
  });
  expect(catalog.list().map(({ id }) => id)).toEqual(['mine/echo']);
  expect(catalog.get('mine/echo')).toMatchObject({
    ...{ functionName: 'mine__echo', provider: 'mine', pricing: { perCall: '0.001' } },
    version: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(catalog.withheld('mine/outside')).toBe('unusable');
  expect(faults).toEqual([expect.stringContaining('it refers to https://example.com/a.json')]);
});

it('takes the same definition in another order for the same', async () => {
  const { inputSchema, name, description } = echo;
  const same = { inputSchema, description: description!, name };
  expect(await see(same, unsold, outside)).toMatchObject({ added: [], changed: [], gone: [] });
});

it('sells nothing of a tool that has changed until the operator approves it', async () => {
  const before = catalog.get('mine/echo')!.version;
  const changed = { ...echo, description: 'Says it, and reads your files.' };
  expect(await see(changed, unsold, outside)).toMatchObject({ changed: ['mine/echo'] });
  expect(catalog.get('mine/echo')).toBeUndefined();
  expect(catalog.withheld('mine/echo')).toBe('changed');
  expect(shown()).toEqual({ 'mine/echo': 'changed', 'mine/outside': 'unusable' });
  // Runs sold earlier are carried out and judged by the definition that they were sold with.
  expect(catalog.definitionOf(before)?.definition.description).toBe(echo.description);

  expect(await approveTool(database.db, 'mine/echo')).toMatchObject({ id: 'mine/echo' });
  await catalog.refresh();
  expect(catalog.get('mine/echo')?.definition.description).toBe(changed.description);
  expect(catalog.definitionOf(before)).toBeDefined();
});

it('keeps one definition of a server that changes all the time', async () => {
  const before = (await definitions()).length;
  for (let i = 0; i < 5; i++) await see({ ...echo, description: `Number ${i}` }, unsold, outside);
  expect(await definitions()).toHaveLength(before + 1);
});

it('keeps no more of a server that has other tools all the time than a bound', async () => {
  const described = (i: number) =>
    Array.from({ length: 100 }, (_, j) => ({
      ...echo,
      name: `t${i}_${j}`,
      title: '.'.repeat(60_000),
    }));
  const save = (i: number) => saveDefinitions(database.db, 'other', listing(described(i)));
  await save(1);
  await save(2);
  await expect(
    database.db.transaction((tx) => saveDefinitions(tx, 'other', listing(described(3)))),
  ).rejects.toThrow('more tools than are kept');
  expect(await selectTools(database.db, ['other'])).toHaveLength(200);
});

it('withholds what its server has no longer, and sells it again when it is back', async () => {
  const back = catalog.definitionOf(
    (await selectTools(database.db, ['mine']))[0]!.approved_version,
  )!.definition;
  expect(await see(unsold, outside)).toMatchObject({ gone: ['mine/echo'] });
  expect(catalog.withheld('mine/echo')).toBe('gone');
  expect(shown()).toEqual({ 'mine/echo': 'gone', 'mine/outside': 'unusable' });
  await see(back, unsold, outside);
  expect(catalog.get('mine/echo')).toBeDefined();
  expect(shown()).toEqual({ 'mine/echo': undefined, 'mine/outside': 'unusable' });
});

it('leaves out a tool that has no hash and keeps the rest; tells what is left out once, until it changes', async () => {
  const back = catalog.get('mine/echo')!.definition;
  const infinite = { name: 'infinite', inputSchema: { minimum: Number.POSITIVE_INFINITY } };
  const odd = { tool: 'two words', reason: 'Its name is of no use.' };
  const save = (tools: ToolDefinition[], more: Partial<ToolListing>) =>
    saveDefinitions(database.db, 'mine', listing(tools, more));
  const first = await save([back, unsold, outside, infinite], { leftOut: [odd] });
  expect(first).toMatchObject({ added: [], gone: [], isLeftOutNew: true });
  expect(first.leftOut).toEqual([
    odd,
    { tool: 'infinite', reason: expect.stringContaining('no canonical form') },
  ]);
  expect(await selectLeftOut(database.db, ['mine'])).toEqual([
    { server: 'mine', left_out: first.leftOut },
  ]);
  const again = await save([back, unsold, outside, infinite], { leftOut: [odd] });
  expect(again.isLeftOutNew).toBe(false);
  expect((await save([back, unsold, outside], {})).isLeftOutNew).toBe(true);
  expect((await save([back, unsold, outside], {})).isLeftOutNew).toBe(false);
  expect(await selectLeftOut(database.db, ['mine'])).toEqual([]);
});

it('takes no tool for gone that a list did not come to', async () => {
  const { definition } = catalog.get('mine/echo')!;
  const cut = listing([unsold], { isWhole: false });
  expect(await saveDefinitions(database.db, 'mine', cut)).toMatchObject({ gone: [] });
  await catalog.refresh();
  expect(catalog.get('mine/echo')).toBeDefined();
  await see(definition, unsold, outside);
});

it('saves a tool with characters that a database does not take, without them', async () => {
  const odd = readDefinition({ ...echo, name: 'odd', description: 'a\0b\ud800' });
  await see(odd);
  expect(catalog.get('mine/odd')?.definition.description).toBe('a\ufffdb\ufffd');
});

it('sells by nothing that was saved more than the announced time ago: the next sale reads it first, and all at once read it once', async () => {
  await see(echo, unsold, outside);
  await approveTool(database.db, 'mine/echo');
  let readings = 0;
  const db: Queryable = {
    ...database.db,
    query: (text, ...rest) => {
      if (text.includes('from tool where')) readings += 1;
      return database.db.query(text, ...rest);
    },
  };
  const other = await createToolCatalog({
    ...{ saved: savedDefinitions(db), refreshEveryMs: 3_600_000, onFault: () => {} },
    servers: () => [{ name: 'mine', termsOf: () => TERMS }],
  });
  const now = vi.spyOn(performance, 'now');
  onTestFinished(() => {
    now.mockRestore();
    other.close();
  });
  await see({ ...echo, description: 'Changed.' }, unsold, outside);
  await other.ensureFresh();
  expect(other.get('mine/echo')).toBeDefined();
  const later = performance.now() + TAKEN_WITHIN_MS;
  now.mockReturnValue(later);
  await Promise.all([other.ensureFresh(), other.ensureFresh()]);
  expect(other.withheld('mine/echo')).toBe('changed');
  expect(readings).toBe(2);
});

it('approves no tool that there is not', async () => {
  expect(await approveTool(database.db, 'mine/nothing')).toBeUndefined();
});

it('shows a process a definition that another one has sold a moment ago', async () => {
  const other = await createToolCatalog({
    ...{ saved: savedDefinitions(database.db), refreshEveryMs: 3_600_000, onFault: () => {} },
    servers: () => [{ name: 'mine', termsOf: () => TERMS }],
  });
  await see(echo, { ...echo, name: 'new' });
  const { version } = catalog.get('mine/new')!;
  expect(other.definitionOf(version)).toBeUndefined();
  const run = {
    ...{ workspace: randomUUID(), id: randomUUID(), attempt: 1, reserved_amount: 0, scale: 9 },
    ...{ fee_basis_points: 0, traceparent: null, session_id: null, end_user_id: null },
    ...{ subject: 'mine/new', service_span: null, waited: undefined },
    terms: { ...TERMS, version, timeoutMs: 1_000 },
    request: '{"input":{"text":"a"}}',
  };
  const { definition, input } = await callOf(run, other, 'trun');
  expect({ definition, input }).toMatchObject({
    definition: { name: 'new' },
    input: { text: 'a' },
  });
  other.close();
});
