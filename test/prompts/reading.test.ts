/** Reads of prompts and moves of labels over HTTP: tags, pages, races, protection, comparison and usage. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  PromptDiff,
  PromptList,
  PromptUsage,
  PromptVersionList,
} from '../../openapi/generated/developer.ts';
import { createPromptStore, createPrompts } from '../../server/prompts/index.ts';
import { move, pathOf, save, saved, textPrompt } from '../support/prompts.ts';
import {
  jsonOf,
  PROMPTS,
  problemOf,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
  unique,
} from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
});
afterAll(() => service.close());

describe('a read', () => {
  it('is 304 while the version and its labels are as they were', async () => {
    const { name } = await textPrompt(tenant, 'one');
    const first = await tenant.get(pathOf(name));
    const tag = first.headers.get('etag')!;
    expect([first.status, tag]).toEqual([200, '"1-production"']);
    const again = await tenant.get(pathOf(name), { 'If-None-Match': `"other", W/${tag}` });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
    await move(tenant, { name, label: 'staging', version: 1 });
    const labeled = await tenant.get(pathOf(name), { 'If-None-Match': tag });
    expect([labeled.status, labeled.headers.get('etag')]).toEqual([200, '"1-production,staging"']);
    const byNumber = await tenant.get(`${pathOf(name)}?version=1`);
    expect(byNumber.headers.get('etag')).toBe('"1-production,staging"');
  });

  it('of a label that is on no version, of another workspace and of odd names is 404', async () => {
    const { name } = await saved(tenant, { name: unique('prompt'), text: 'one' });
    const other = await service.tenant();
    const answers = [
      await tenant.get(pathOf(name)),
      await tenant.get(`${pathOf(name)}?version=2`),
      await tenant.get(pathOf('a b')),
      await tenant.get(pathOf('\0')),
      await other.get(`${pathOf(name)}?version=1`),
      await other.get(pathOf(name, '/versions')),
      await other.get(pathOf(name, '/usage')),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  });

  it('with a version and a label is 400, and so is a numeric label', async () => {
    const { name } = await textPrompt(tenant, 'one');
    const queries = ['version=1&label=production', 'label=2', 'version=0', 'version=x'];
    for (const query of queries) {
      expect((await tenant.get(`${pathOf(name)}?${query}`)).status, query).toBe(400);
    }
  });
});

describe('lists', () => {
  it('have the prompts of the workspace by name, page by page', async () => {
    const other = await service.tenant();
    const names = ['b', 'a/c', 'a', 'B', 'a.b'];
    for (const name of names) await saved(other, { name, text: 'x', labels: ['production'] });
    await saved(other, { name: 'a', text: 'y', labels: ['staging'] });
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`;
      const page = jsonOf(await other.get(`${PROMPTS}?limit=2${query}`)) as PromptList;
      found.push(...page.data.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(found).toEqual(['B', 'a', 'a.b', 'a/c', 'b']);
    const [first] = (jsonOf(await other.get(`${PROMPTS}?limit=2`)) as PromptList).data.slice(1);
    expect(first).toMatchObject({
      ...{ name: 'a', latestVersion: 2 },
      labels: [
        { label: 'production', version: 1 },
        { label: 'staging', version: 2 },
      ],
    });
  });

  it('have the versions of a prompt, newest first, and take no cursor of another prompt (400)', async () => {
    const { name } = await textPrompt(tenant, 'one', { comment: 'First.' });
    for (const text of ['two', 'three']) await saved(tenant, { name, text, parentVersion: null });
    const path = pathOf(name, '/versions');
    const page = jsonOf(await tenant.get(`${path}?limit=2`)) as PromptVersionList;
    expect(page.data.map(({ version }) => version)).toEqual([3, 2]);
    const rest = jsonOf(await tenant.get(`${path}?cursor=${page.nextCursor}`)) as PromptVersionList;
    expect(rest).toMatchObject({
      data: [{ version: 1, comment: 'First.', labels: ['production'] }],
      nextCursor: null,
    });
    expect(rest.data[0]).not.toHaveProperty('text');
    const { name: another } = await textPrompt(tenant, 'x');
    const foreign = await tenant.get(`${pathOf(another, '/versions')}?cursor=${page.nextCursor}`);
    problemOf(foreign, 'invalid_cursor');
  });
});

describe('a label', () => {
  it('moves with the tag that it was read with (200), and not with another one (412)', async () => {
    const { name } = await textPrompt(tenant, 'one');
    await saved(tenant, { name, text: 'two' });
    const to = { name, label: 'production', version: 2 };
    const weak = await move(tenant, to, { 'If-Match': 'W/"1-production"' });
    const stale = await move(tenant, to, { 'If-Match': '"9-production"' });
    expect([weak.status, stale.status]).toEqual([412, 412]);
    problemOf(stale, 'precondition_failed');
    const moved = await move(tenant, to, { 'If-Match': '"1-production"' });
    expect([moved.status, moved.headers.get('etag')]).toEqual([200, '"2-production"']);
    expect(jsonOf(moved)).toMatchObject({ version: 2, text: 'two', labels: ['production'] });
    const fresh = await move(tenant, { name, label: 'new', version: 1 }, { 'If-Match': '*' });
    expect(fresh.status).toBe(412);
  });

  it('moves with the tag that it was read with where another label came to the version since (200)', async () => {
    const { name } = await textPrompt(tenant, 'one');
    await saved(tenant, { name, text: 'two' });
    const tag = (await tenant.get(pathOf(name))).headers.get('etag')!;
    await move(tenant, { name, label: 'staging', version: 1 });
    const to = { name, label: 'production', version: 2 };
    expect((await move(tenant, to, { 'If-Match': `"9-x", ${tag}` })).status).toBe(200);
    problemOf(await move(tenant, to, { 'If-Match': tag }), 'precondition_failed');
    const bare = { name, label: 'staging', version: 2 };
    problemOf(await move(tenant, bare, { 'If-Match': '"11"' }), 'precondition_failed');
  });

  it('that many move at once with one tag is moved once (200 and 412)', async () => {
    const { name } = await textPrompt(tenant, 'one');
    for (let version = 2; version <= 9; version++)
      await saved(tenant, { name, text: `${version}` });
    const answers = await Promise.all(
      [2, 3, 4, 5, 6, 7, 8, 9].map((version) =>
        move(tenant, { name, label: 'production', version }, { 'If-Match': '"1-production"' }),
      ),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)]);
    const now = jsonOf(await tenant.get(pathOf(name))) as { version: number };
    expect(jsonOf(won[0]!)).toMatchObject({ version: now.version });
  });

  it('is on one version, whatever saves and moves take it at once (201 and 200)', async () => {
    const { name } = await textPrompt(tenant, 'one');
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        i % 2
          ? save(tenant, { name, text: `${i}`, labels: ['production'] })
          : move(tenant, { name, label: 'production', version: 1 }),
      ),
    );
    const page = jsonOf(
      await tenant.get(`${pathOf(name, '/versions')}?limit=100`),
    ) as PromptVersionList;
    expect(page.data).toHaveLength(11);
    expect(page.data.filter(({ labels }) => labels.includes('production'))).toHaveLength(1);
  });

  it('that is protected is not moved with a key (403 label_protected), and is moved by people who may', async () => {
    const own = await service.tenant();
    const { db } = service.database;
    const prompts = createPrompts({
      store: createPromptStore(db),
      reads: db,
      maxPromptChars: 1_000,
    });
    const caller = { workspace: own.workspace };
    const { name } = await textPrompt(own, 'one');
    await saved(own, { name, text: 'two' });
    expect(await prompts.protectLabel(caller, 'production')).toBe(true);
    expect(await prompts.protectLabel(caller, 'production')).toBe(false);
    const refusals = [
      await move(own, { name, label: 'production', version: 2 }),
      await save(own, { name, text: 'three', labels: ['staging', 'production'] }),
    ];
    for (const answer of refusals) {
      expect(answer.status).toBe(403);
      problemOf(answer, 'label_protected');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="model-run-api"');
    }
    expect((await move(own, { name, label: 'staging', version: 2 })).status).toBe(200);
    expect((await save(tenant, { name, text: 'x', labels: ['production'] })).status).toBe(201);
    const may = { ...caller, movesProtected: true };
    const moved = await prompts.moveLabel(may, { name, label: 'production', version: 2 });
    expect(moved.labels).toEqual(['production', 'staging']);
    await prompts.unprotectLabel(caller, 'production');
    expect((await move(own, { name, label: 'production', version: 1 })).status).toBe(200);
  });

  it('goes to versions that there are (422), of prompts that there are (404), and is not latest (400)', async () => {
    const { name } = await textPrompt(tenant, 'one');
    const beyond = await move(tenant, { name, label: 'production', version: 2 });
    expect(beyond.status).toBe(422);
    expect(problemOf(beyond, 'invalid_prompt').errors).toMatchObject([{ pointer: '#/version' }]);
    expect((await move(tenant, { name: 'none', label: 'a', version: 1 })).status).toBe(404);
    for (const label of ['latest', '2', 'A', 'a b']) {
      const answer = await move(tenant, { name, label: encodeURIComponent(label), version: 1 });
      expect(answer.status, label).toBe(400);
    }
  });

  it('is one of 50 of a prompt at the most (422 prompt_limit_reached)', async () => {
    const { name } = await saved(tenant, { name: unique('prompt'), text: 'one' });
    for (let i = 1; i <= 50; i++) await move(tenant, { name, label: `l${i}`, version: 1 });
    const answer = await move(tenant, { name, label: 'more', version: 1 });
    expect(answer.status).toBe(422);
    problemOf(answer, 'prompt_limit_reached');
    expect((await move(tenant, { name, label: 'l7', version: 1 })).status).toBe(200);
  });
});

describe('a comparison', () => {
  it('distinguishes numbers that differ in their last digit, and lists names in their order (200)', async () => {
    const { name } = await saved(tenant, { name: unique('prompt'), text: 'a' });
    for (const config of ['{"b":1,"7":12345678901234567890}', '{"7":12345678901234567891,"b":1}']) {
      const body = `{"name":"${name}","text":"a","config":${config}}`;
      expect((await tenant.create(body, { path: PROMPTS })).status).toBe(201);
    }
    const diff = jsonOf(await tenant.get(`${pathOf(name, '/diff')}?from=2&to=3`)) as PromptDiff;
    expect(diff.changes.map(({ blocks }) => blocks)).toEqual([
      [
        { kind: 'same', text: '{\n' },
        { kind: 'removed', text: '  "7": 12345678901234567890,\n' },
        { kind: 'added', text: '  "7": 12345678901234567891,\n' },
        { kind: 'same', text: '  "b": 1\n}\n' },
      ],
    ]);
  });

  it('has the lines that were removed and added, of the parts that differ (200)', async () => {
    const { name } = await textPrompt(tenant, 'a\nb\nc', { config: { b: 1, a: 1 } });
    await saved(tenant, { name, text: 'a\nB\nc', config: { a: 1, b: 1 } });
    const messages = [{ role: 'system', content: 'a' }];
    await saved(tenant, { name, messages, config: { a: 2 } });
    const diff = async (from: number, to: number) =>
      (jsonOf(await tenant.get(`${pathOf(name, '/diff')}?from=${from}&to=${to}`)) as PromptDiff)
        .changes;
    expect(await diff(1, 2)).toEqual([
      {
        part: 'content',
        blocks: [
          { kind: 'same', text: '[user]\na\n' },
          { kind: 'removed', text: 'b\n' },
          { kind: 'added', text: 'B\n' },
          { kind: 'same', text: 'c\n' },
        ],
      },
    ]);
    expect((await diff(2, 3)).map(({ part }) => part)).toEqual(['content', 'config']);
    expect(await diff(3, 3)).toEqual([]);
    const none = await tenant.get(`${pathOf(name, '/diff')}?from=1&to=4`);
    expect(none.status).toBe(404);
  });
});

describe('usage', () => {
  it('is what the ledger has charged the runs of each version, before and after hours are closed', async () => {
    const own = await service.tenant();
    const { name } = await textPrompt(own, 'one');
    const create = async (attribution: object, model = 'sandbox/echo') => {
      const made = runOf(await own.create(request(model, { attribution })));
      return own.end(made.id);
    };
    const runs = [
      await create({ promptId: name, promptVersion: '2' }),
      await create({ promptId: name, promptVersion: '2' }),
      await create({ promptId: name, promptVersion: '10' }),
      await create({ promptId: name }),
      await create({ promptId: name, promptVersion: '2' }, 'sandbox/refused'),
    ];
    await create({ promptId: `${name}x`, promptVersion: '2' });
    const read = async () => jsonOf(await own.get(pathOf(name, '/usage'))) as PromptUsage;
    const usage = await read();
    expect(usage.versions.map((one) => [one.version, one.runs, one.completed, one.failed])).toEqual(
      [
        ['10', 1, 1, 0],
        ['2', 3, 2, 1],
        [undefined, 1, 1, 0],
      ],
    );
    const sum = (of: (run: (typeof runs)[number]) => number | undefined) =>
      [0, 1, 4].reduce((total, i) => total + (of(runs[i]!) ?? 0), 0);
    expect(usage.versions[1]).toMatchObject({
      chargedAmount: sum((run) => run.chargedAmount),
      promptTokens: sum((run) => run.usage?.promptTokens),
      completionTokens: sum((run) => run.usage?.completionTokens),
      latencyMs: { p50: expect.any(Number), p95: expect.any(Number), p99: expect.any(Number) },
    });
    const { db } = service.database;
    const hours = "interval '3 hours'";
    await db.query(
      `update run set created_at = created_at - ${hours}, finished_at = finished_at - ${hours},
         id = (lpad(to_hex(((('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint) - 10800000)), 12, '0')
           || right(replace(id::text, '-', ''), 20))::uuid
       where workspace = $1`,
      [own.workspace],
    );
    await db.query('select close_usage(1000)');
    const closed = await db.query(
      `select from usage_hour where workspace = $1 and prompt_id = $2`,
      [own.workspace, name],
    );
    expect(closed.length).toBeGreaterThan(0);
    expect((await read()).versions).toEqual(usage.versions);
  });

  it('is of whole hours in a span that is not too long (400)', async () => {
    const { name } = await textPrompt(tenant, 'one');
    const path = pathOf(name, '/usage');
    const span = await tenant.get(`${path}?from=2026-01-01T00:30:00Z&to=2026-01-02T00:00:01Z`);
    expect(jsonOf(span)).toMatchObject({
      start: '2026-01-01T00:00:00.000Z',
      end: '2026-01-02T01:00:00.000Z',
      versions: [],
    });
    const spans = [
      'from=2024-01-01T00:00:00Z&to=2026-01-01T00:00:00Z',
      'from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z',
      'from=2026-01-01',
    ];
    for (const one of spans) expect((await tenant.get(`${path}?${one}`)).status, one).toBe(400);
  });
});
