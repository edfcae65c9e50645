/** Saves of prompts over HTTP: versions without gaps, once for each request key, and every refusal. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PromptVersion } from '../../openapi/generated/developer.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { move, pathOf, save, saved, textPrompt } from '../support/prompts.ts';
import {
  jsonOf,
  PROMPTS,
  problemOf,
  startService,
  type Tenant,
  type TestService,
  unique,
} from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService({ environment: { RATE_LIMIT_PER_MINUTE: '100000' } });
  tenant = await service.tenant();
});
afterAll(() => service.close());

async function refused(body: object): Promise<unknown> {
  const answer = await save(tenant, { name: unique('prompt'), ...body });
  expect(answer.status, answer.text).toBe(422);
  return problemOf(answer, 'invalid_prompt').errors;
}

describe('a save', () => {
  it('is answered with 201, where the version is, and what it says', async () => {
    const name = unique('support/answer');
    const messages = [
      { role: 'system', content: 'You write for {{audience}}.' },
      { role: 'user', content: 'Say {{{ what }}} and {{& what}}.' },
    ];
    const body = {
      ...{ name, messages, comment: 'First.', config: { model: 'sandbox/echo', n: 1 } },
      ...{ labels: ['production', 'staging'], parentVersion: 0, variables: null },
    };
    const answer = await save(tenant, body);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.headers.get('location')).toBe(`${pathOf(name)}?version=1`);
    expect(answer.headers.get('etag')).toBe('"1-production,staging"');
    expect(answer.headers.get('idempotent-replayed')).toBeNull();
    const version = jsonOf(answer) as PromptVersion;
    expect(version).toMatchObject({
      ...{ name, version: 1, messages, comment: 'First.', parentVersion: 0, references: [] },
      ...{ config: { model: 'sandbox/echo', n: 1 }, variableNames: ['audience', 'what'] },
      ...{ labels: ['production', 'staging'], keyId: uuidToId('key', tenant.key.id) },
    });
    expect(version).not.toHaveProperty('variables');
    const read = await tenant.get(answer.headers.get('location')!);
    expect(jsonOf(read)).toEqual(version);
  });

  it('keeps every digit and the order of members of a configuration (201)', async () => {
    const config = '{"z":1.0,"seed":12345678901234567890123,"7":"seven","a":{"b":[]}}';
    const name = unique('prompt');
    const answer = await save(tenant, `{"name":"${name}","text":"Hi","config":${config}}` as never);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.text).toContain(`"config":${config}`);
    expect((await tenant.get(`${pathOf(name)}?version=1`)).text).toContain(`"config":${config}`);
  });

  it('gives 100 saves at once the versions 1 to 100, each 201', async () => {
    const name = unique('prompt');
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => save(tenant, { name, text: `Text ${i}` })),
    );
    const versions = answers.map((answer) => {
      expect(answer.status, answer.text).toBe(201);
      return (jsonOf(answer) as PromptVersion).version;
    });
    expect(versions.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  });

  it('saves once for a request key, however many send it at once (201)', async () => {
    const body = { name: unique('prompt'), text: 'Once.', labels: ['production'] };
    const key = unique('save');
    const answers = await Promise.all(Array.from({ length: 20 }, () => save(tenant, body, key)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1);
    const page = await tenant.get(pathOf(body.name, '/versions'));
    expect((jsonOf(page) as { data: unknown[] }).data).toHaveLength(1);
  });

  it('gives the version of a known key, whatever else would be refused now (201)', async () => {
    const body = { name: unique('prompt'), text: 'One', parentVersion: 0, labels: ['production'] };
    const key = unique('save');
    await save(tenant, body, key);
    const second = await saved(tenant, { name: body.name, text: 'Two', labels: ['production'] });
    const again = await save(tenant, body, key);
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(jsonOf(again)).toMatchObject({ version: 1, text: 'One', labels: [] });
    expect(second).toMatchObject({ version: 2, labels: ['production'] });
  });

  it('refuses a known key with another body (422 idempotency_key_reuse), for another prompt too', async () => {
    const key = unique('save');
    const name = unique('prompt');
    await save(tenant, { name, text: 'One' }, key);
    for (const body of [
      { name, text: 'Two' },
      { name: unique('prompt'), text: 'One' },
    ]) {
      const answer = await save(tenant, body, key);
      expect(answer.status).toBe(422);
      problemOf(answer, 'idempotency_key_reuse');
    }
    const other = await service.tenant();
    expect((await save(other, { name, text: 'Two' }, key)).status).toBe(201);
  });

  it('decides between two prompts that want one key at once (201 and 422)', async () => {
    for (let round = 0; round < 10; round++) {
      const key = unique('save');
      const names = [unique('a'), unique('b')];
      const answers = await Promise.all(
        names.map((name) => save(tenant, { name, text: 'One' }, key)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    }
  });

  it('refuses a parent that is not the latest version (409), and one of those who have the same', async () => {
    const { name } = await textPrompt(tenant, 'One');
    const stale = await save(tenant, { name, text: 'Two', parentVersion: 0 });
    expect(stale.status).toBe(409);
    expect(problemOf(stale, 'version_conflict')).toMatchObject({ latestVersion: 1 });
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((text) => save(tenant, { name, text, parentVersion: 1 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const none = await save(tenant, { name: unique('prompt'), text: 'One', parentVersion: 3 });
    expect(problemOf(none, 'version_conflict')).toMatchObject({ latestVersion: 0 });
  });

  it('has the same hash where it says the same, and another where it does not', async () => {
    const name = unique('prompt');
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    const first = await saved(tenant, { name, text: '{{a}}', variables: schema, comment: 'x' });
    const same = await saved(tenant, { name, text: '{{a}}', variables: schema });
    const other = await saved(tenant, { name, text: '{{ a }}', variables: schema });
    expect(same.contentHash).toBe(first.contentHash);
    expect(other.contentHash).not.toBe(first.contentHash);
  });

  it('and moves of labels are in the audit trail, with the key', async () => {
    const { name } = await textPrompt(tenant, 'One');
    await move(tenant, { name, label: 'staging', version: 1 });
    const events = await service.database.db.query<{ kind: string; detail: object }>(
      `select kind, detail from audit_event where workspace = $1 and detail ->> 'prompt' = $2 order by id`,
      [tenant.workspace, name],
    );
    const by = { by_key: tenant.key.id };
    expect(events).toEqual([
      {
        kind: 'prompt_version_saved',
        detail: { prompt: name, version: 1, labels: ['production'], ...by },
      },
      { kind: 'prompt_label_moved', detail: { prompt: name, label: 'staging', version: 1, ...by } },
    ]);
  });

  it('that moves labels is in the audit trail with the versions that they were on', async () => {
    const { name } = await textPrompt(tenant, 'One');
    await saved(tenant, { name, text: 'Two', labels: ['staging', 'production', 'new'] });
    await saved(tenant, { name, text: 'Three', labels: ['staging'] });
    const events = await service.database.db.query<{ from: object | null }>(
      `select detail -> 'from' as from from audit_event where workspace = $1 and detail ->> 'prompt' = $2 order by id`,
      [tenant.workspace, name],
    );
    expect(events.map(({ from }) => from)).toEqual([null, { production: 1 }, { staging: 2 }]);
  });
});

describe('a save is refused with 422 invalid_prompt for', () => {
  it.each([
    ['a section', '{{#items}}x{{/items}}', 'has a section: {{#items}}'],
    ['an inverted section', '{{^items}}x{{/items}}', 'has a section: {{^items}}'],
    ['a comment', 'a {{! no }} b', 'has {{! no }}'],
    ['other delimiters', '{{=<% %>=}} <% a %>', 'has {{=<% %>=}}'],
    ['an unclosed tag', 'a {{b', 'is no template'],
    ['an unopened section', 'a {{/b}}', 'is no template'],
    ['a tag without a name', 'a {{}}', 'has a variable ""'],
    ['a name with a dot', '{{user.name}}', 'has a variable "user.name"'],
    ['a name with blanks', '{{first name}}', 'has a variable "first name"'],
    ['a reference that is none', '{{> a b}}', 'has a reference "a b"'],
    ['a reference to nothing', '{{> nothing}}', 'refers to {{> nothing@production}}'],
    ['a version that is too large', '{{> nothing@99999999999}}', 'has a reference'],
  ])('%s', async (_, text, words) => {
    expect(await refused({ text })).toMatchObject([
      { pointer: '#/text', detail: expect.stringContaining(words) },
    ]);
    expect(
      await refused({
        messages: [
          { role: 'user', content: 'fine' },
          { role: 'user', content: text },
        ],
      }),
    ).toMatchObject([{ pointer: '#/messages/1/content' }]);
  });

  it('a text that is too long', async () => {
    const content = 'x'.repeat(2_000);
    const messages = Array.from({ length: 100 }, () => ({ role: 'user', content: `${content}y` }));
    expect(await refused({ messages })).toMatchObject([
      { pointer: '#/messages', detail: 'has 200100 characters, and the limit is 200000' },
    ]);
  });

  it.each([
    ['in two braces', `{{a${' '.repeat(199_000)}b}}`],
    ['in three braces', `{{{a}}${' '.repeat(199_000)}b`],
    ['that has no end', `{{a${' '.repeat(199_000)}b`],
  ])('a tag that is too long, %s', async (_what, text) => {
    expect(await refused({ text })).toEqual([
      { pointer: '#/text', code: 'template', detail: 'has a tag of more than 1000 characters' },
    ]);
  });

  it('too many variables', async () => {
    const text = Array.from({ length: 201 }, (_, i) => `{{v${i}}}`).join('');
    expect(await refused({ text })).toMatchObject([{ pointer: '#/text', code: 'max_length' }]);
  });

  it('a schema of no use, and one that reaches outside', async () => {
    const codes = [{ pointer: '#/variables', code: 'unsupported' }];
    expect(await refused({ text: 'x', variables: { type: 'no type' } })).toMatchObject(codes);
    const outside = { type: 'object', $ref: 'https://example.com/schema' };
    expect(await refused({ text: 'x', variables: outside })).toMatchObject(codes);
  });

  it('properties of a schema that are not the variables of the texts', async () => {
    const variables = { type: 'object', properties: { a: {}, c: {} } };
    expect(await refused({ text: '{{a}}{{b}}', variables })).toEqual([
      expect.objectContaining({
        pointer: '#/variables/properties/c',
        code: 'additional_properties',
      }),
      expect.objectContaining({ pointer: '#/variables/properties/b', code: 'required' }),
    ]);
  });

  it('a property of a schema that is named like a number', async () => {
    const variables = { properties: { 7: {} } };
    expect(await refused({ text: 'a', variables })).toMatchObject([
      { pointer: '#/variables/properties/7', detail: 'is no variable of the texts' },
    ]);
  });

  it('a configuration or a schema that is too large', async () => {
    const large = { text: 'x'.repeat(65_536) };
    expect(await refused({ text: 'x', config: large })).toMatchObject([{ pointer: '#/config' }]);
    expect(await refused({ text: 'x', variables: large })).toMatchObject([
      { pointer: '#/variables' },
    ]);
  });
});

describe('a save is refused with 400 for', () => {
  it.each([
    ['neither a text nor messages', {}, '#/text'],
    ['both', { text: 'x', messages: [{ role: 'user', content: 'x' }] }, '#/messages'],
    ['a numeric label', { text: 'x', labels: ['2'] }, '#/labels/0'],
    ['the label latest', { text: 'x', labels: ['production', 'latest'] }, '#/labels/1'],
    [
      'a role that there is not',
      { messages: [{ role: 'tool', content: 'x' }] },
      '#/messages/0/role',
    ],
    ['an empty message', { messages: [{ role: 'user', content: '' }] }, '#/messages/0/content'],
    ['a name with blanks', { name: 'a b', text: 'x' }, '#/name'],
    ['a member that there is not', { text: 'x', tags: [] }, '#/tags'],
  ])('%s', async (_, body, pointer) => {
    const answer = await save(tenant, { name: unique('prompt'), ...body });
    expect(answer.status, answer.text).toBe(400);
    expect(problemOf(answer, 'invalid_request').errors).toMatchObject([{ pointer }]);
  });

  it('a request key that is missing', async () => {
    const answer = await tenant.send({ path: PROMPTS, body: { name: 'a', text: 'b' } });
    expect(answer.status).toBe(400);
    problemOf(answer, 'idempotency_key_missing');
  });
});

describe('scopes', () => {
  it('let prompts:read read and render, and nothing else (403)', async () => {
    const { name } = await textPrompt(tenant, 'Hi');
    const reader = tenant.as(await tenant.newKey({ scopes: ['prompts:read'] }));
    expect((await reader.get(pathOf(name))).status).toBe(200);
    expect((await reader.send({ path: pathOf(name, '/render'), body: {} })).status).toBe(200);
    const refusals = [
      await save(reader, { name, text: 'Ho' }),
      await move(reader, { name, label: 'production', version: 1 }),
    ];
    for (const answer of refusals) {
      expect(answer.status).toBe(403);
      problemOf(answer, 'insufficient_scope');
    }
  });
});
