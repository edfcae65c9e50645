/** Which of the servers' tools may be sold: by the hash of the definition, and after an approval. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ToolDefinition } from '../../server/providers/tool-provider.ts';
import { callOf } from '../../server/resources/tool-runs/request.ts';
import {
  approveTool,
  createToolCatalog,
  saveDefinitions,
  selectTools,
  type ToolCatalog,
} from '../../server/tools/index.ts';
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
    db: database.db,
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

async function see(...definitions: ToolDefinition[]) {
  const saved = await saveDefinitions(database.db, 'mine', definitions);
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
  const save = (i: number) => saveDefinitions(database.db, 'other', described(i));
  await save(1);
  await save(2);
  await expect(
    database.db.transaction((tx) => saveDefinitions(tx, 'other', described(3))),
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

it('approves no tool that there is not', async () => {
  expect(await approveTool(database.db, 'mine/nothing')).toBeUndefined();
});

it('shows a process a definition that another one has sold a moment ago', async () => {
  const other = await createToolCatalog({
    ...{ db: database.db, refreshEveryMs: 3_600_000, onFault: () => {} },
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
