/** Versions of prompts that people save, and what a draft would say. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saved } from '../support/prompts.ts';
import { problemOf, unique } from '../support/service.ts';
import {
  type BodyOf,
  bodyOf,
  type Customer,
  type Dashboard,
  type Person,
  startDashboard,
} from './fixtures.ts';

type Saved = BodyOf<'createVersionOfPrompt', 201>;
type Preview = BodyOf<'createPromptPreview'>;

let dashboard: Dashboard;
let customer: Customer;
let owner: Person;

beforeAll(async () => {
  dashboard = await startDashboard({ parts: ['api'] });
  customer = await dashboard.customer();
  owner = customer.owner;
});
afterAll(() => dashboard.close());

function save(body: object, by = owner, click = unique('click')) {
  return by.send({ path: `${customer.path}/prompts`, headers: { 'Idempotency-Key': click }, body });
}

async function preview(body: object): Promise<Preview> {
  return bodyOf(await owner.send({ path: `${customer.path}/prompt-previews`, body }));
}

test('a version that a person saved names the person, and one of a key names the key', async () => {
  const name = unique('prompt');
  const first = await saved(customer.tenant, { name, text: 'Hello' });
  const second = bodyOf<Saved>(await save({ name, text: 'Good day', parentVersion: 1 }));
  const person = { id: owner.id, name: owner.name };
  expect(second).toMatchObject({ version: 2, parentVersion: 1, savedBy: person });
  expect(second).not.toHaveProperty('keyId');
  const { data } = await owner.get<BodyOf<'listVersionsOfPrompt'>>(
    `${customer.path}/prompts/${name}/versions`,
  );
  expect(data.map(({ keyId, savedBy }) => [keyId, savedBy])).toEqual([
    [undefined, person],
    [first.keyId, undefined],
  ]);
  const row = await owner.get<BodyOf<'getWorkspacePrompt'>>(`${customer.path}/prompts/${name}`);
  expect(row).toMatchObject({ latestVersion: 2, savedBy: person });
});

test('a double click saves one version', async () => {
  const body = { name: unique('prompt'), messages: [{ role: 'user', content: 'Hello' }] };
  const click = unique('click');
  const answers = await Promise.all([save(body, owner, click), save(body, owner, click)]);
  expect(answers.map((answer) => bodyOf<Saved>(answer).version)).toEqual([1, 1]);
  problemOf(await save({ ...body, comment: 'Another body' }, owner, click), 'conflict');
});

test('a save from a version that is no longer the newest is refused: 409 conflict', async () => {
  const name = unique('prompt');
  await save({ name, text: 'one', parentVersion: 0 });
  await save({ name, text: 'two', parentVersion: 1 });
  const problem = problemOf(await save({ name, text: 'mine', parentVersion: 1 }), 'conflict');
  expect(problem.detail).toContain('the newest version is 2 now');
});

test('members save where the settings allow it, and put no protected label on: 403 forbidden', async () => {
  const member = await dashboard.person(customer.tenant.workspace, 'member');
  const body = () => ({ name: unique('prompt'), text: 'Hello', labels: ['guarded'] });
  problemOf(await save(body(), member), 'forbidden');
  const memberScopes = ['prompts:run'];
  await owner.send({ method: 'PATCH', path: customer.path, body: { memberScopes } });
  expect((await save(body(), member)).status).toBe(201);
  await owner.send({ path: `${customer.path}/protected-labels`, body: { label: 'guarded' } });
  problemOf(await save(body(), member), 'forbidden');
  expect((await save(body())).status).toBe(201);
});

test('a version has as many characters as one that a program saves, however they are written', async () => {
  const body = { name: unique('prompt'), text: '\u{1f600}'.repeat(200_000) };
  const [escaped, plain] = [
    JSON.stringify(body).replaceAll('\u{1f600}', String.raw`\ud83d\ude00`),
    JSON.stringify({ ...body, name: unique('prompt') }),
  ];
  for (const text of [escaped, plain]) {
    const headers = { 'Idempotency-Key': unique('click') };
    const version = bodyOf<Saved>(
      await owner.send({ path: `${customer.path}/prompts`, headers, body: text }),
    );
    expect(version.text).toBe(body.text);
  }
  // The service of this test renders less than one may save.
  const { faults } = await preview({ text: body.text });
  expect(faults.map(({ detail }) => detail)).toEqual([
    expect.stringContaining('200000 characters'),
  ]);
  problemOf(await save({ ...body, text: `${body.text}!` }), 'invalid_request');
});

test('other operations take small bodies only, and a session sends so many bytes a minute', async () => {
  const path = `${customer.path}/scores`;
  const large = { comment: 'x'.repeat(65_536) };
  const headers = () => ({ 'Idempotency-Key': unique('click') });
  problemOf(await owner.send({ path, headers: headers(), body: large }), 'payload_too_large');
  const sender = await dashboard.person(customer.tenant.workspace, 'owner');
  const body = `${' '.repeat(4_000_000)}{}`;
  const target = `${customer.path}/prompt-previews`;
  for (let sent = 0; sent < 19; sent += 1) bodyOf(await sender.send({ path: target, body }));
  const refused = await sender.send({ path: target, body });
  problemOf(refused, 'rate_limited');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  bodyOf(await sender.send({ path: target, body: {} }));
});

test('a draft is shown with the values that there are, and the other variables as they are written', async () => {
  await saved(customer.tenant, { name: 'tone', text: 'Be {{how}}.', labels: ['production'] });
  const draft = { text: '{{> tone}} Greet {{name}}.', values: { how: 'kind', unknown: 1 } };
  expect(await preview(draft)).toEqual({
    messages: [{ role: 'user', content: 'Be kind. Greet {{name}}.' }],
    ...{ variableNames: ['how', 'name'], faults: [] },
  });
});

test('faults of a draft or of its values are in the preview', async () => {
  const unread = await preview({ text: 'Hello {{' });
  expect(unread).toMatchObject({ variableNames: [], faults: [{ pointer: '#/text' }] });
  const variables = { type: 'object', properties: { count: { type: 'integer' } } };
  const typed = await preview({ text: 'Count {{count}}', variables, values: { count: 'no' } });
  expect(typed.faults.map(({ pointer }) => pointer)).toEqual(['#/values/count']);
  expect(typed.messages).toEqual([{ role: 'user', content: 'Count no' }]);
  expect((await preview({ text: 'Count {{count}}', variables })).faults).toEqual([]);
  expect((await preview({})).faults).toHaveLength(1);
});
