/** An operator approves what they have seen, and not what a server has meanwhile made of it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveDefinitions } from '../../server/tool-runs/catalog.ts';
import type { ListedTool } from '../../server/tool-runs/cli.ts';
import { savedDefinitions, selectTools } from '../../server/tool-runs/definition-store.ts';
import type { JsonObject } from '../../server/tool-runs/providers/tool-provider.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { run } from '../support/program.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'model-run-approving-'));
  const pricing = { pricing: { perCall: '0.001' } };
  const mine = { kind: 'mcp-stdio', command: 'false', tools: { echo: pricing, odd: pricing } };
  await writeFile(join(folder, 'tools.json'), JSON.stringify({ servers: { mine } }));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const command = (...args: string[]) =>
  run(['tools', ...args], { DATABASE_URL: database.url, DATA_DIR: folder });
const list = (name: string, inputSchema: JsonObject, description: string, isApproved = false) => {
  const tools = [{ name, description, inputSchema }];
  const listing = { tools, leftOut: [], isWhole: false };
  return saveDefinitions(database.db, 'mine', listing, isApproved);
};
const see = (description: string) => list('echo', {}, description);
const rowOf = async (id: string) =>
  (await selectTools(database.db, ['mine'])).find((each) => each.id === id)!;
const row = () => rowOf('mine/echo');

it('shows what has changed, with nothing that a terminal would obey, and approves just that', async () => {
  await see('Says it.');
  await see('Says it, and \u001b[2J\u009b2J\u202e reads your files.');
  const { stdout, code } = await command('show', 'mine/echo');
  expect(code).toBe(0);
  expect(stdout).toContain('Says it.');
  expect(stdout).toContain('reads your files.');
  expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
  const [, tool, version] = /tools approve (\S+) (\S+)$/.exec(stdout.trim()) ?? [];

  await see('Says it, and deletes your files.');
  const late = await command('approve', tool!, version!);
  expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining('tools show mine/echo') });
  expect((await row()).approved_version).not.toBe((await row()).seen_version);

  const now = JSON.parse((await command('show', 'mine/echo', '--json')).stdout);
  expect(now).toMatchObject({
    approved: { definition: { description: 'Says it.' } },
    seen: { definition: { description: 'Says it, and deletes your files.' } },
  });
  const approved = await command('approve', 'mine/echo', now.seen.version);
  expect(approved, approved.stderr).toMatchObject({ code: 0 });
  expect(approved.stdout).toMatch(
    /^mine\/echo is sold as \w+\. Every running process does so from /,
  );
  expect((await row()).approved_version).toBe(now.seen.version);
});

it('what the operator chose himself is sold at once, in the transaction that saves it', async () => {
  await list('chosen', {}, 'Says it.');
  const changed = await list('chosen', {}, 'Says it louder.', true);
  expect(changed).toMatchObject({ changed: [] });
  const { approved_version, seen_version } = await rowOf('mine/chosen');
  expect(approved_version).toBe(seen_version);
  const known = await savedDefinitions(database.db).definitions(['mine'], []);
  expect(known.map(({ version }) => version)).toContain(seen_version);
});

it('approves no definition that could not be sold: exit code 1 with the reason, and what was approved stays', async () => {
  await list('odd', {}, 'Says it.');
  const before = await rowOf('mine/odd');
  await list('odd', { $ref: '#' }, 'Says it.');
  const { seen_version } = await rowOf('mine/odd');
  const { code, stdout, stderr } = await command('approve', 'mine/odd', seen_version);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('Its inputSchema cannot be used: it takes too long to check a value.');
  expect((await rowOf('mine/odd')).approved_version).toBe(before.approved_version);
  await list('odd', {}, 'Says it.');
});

it('approves a tool without a price, and says with exit code 1 that it is not sold', async () => {
  await list('unpriced', {}, 'Says it.');
  await list('unpriced', {}, 'Says it louder.');
  const { seen_version } = await rowOf('mine/unpriced');
  const { code, stdout, stderr } = await command('approve', 'mine/unpriced', seen_version);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('but it is not sold. The tools file has no price for it.');
  expect((await rowOf('mine/unpriced')).approved_version).toBe(seen_version);
});

it('lists each tool with the reason why it is not sold', async () => {
  await list('odd', { $ref: '#' }, 'Says it.');
  await database.db.query(`update tool set approved_version = seen_version where id = 'mine/odd'`);
  await database.db.query(`update tool_definition set approved_at = now() where tool = 'mine/odd'`);
  const tools = JSON.parse((await command('list', '--json')).stdout) as ListedTool[];
  const stateOf = (id: string) => {
    const { state, reason } = tools.find((tool) => tool.id === id)!;
    return [state, reason];
  };
  expect(stateOf('mine/echo')).toEqual(['sold', undefined]);
  expect(stateOf('mine/odd')).toEqual(['unusable', expect.stringContaining('cannot be used')]);
  expect(stateOf('mine/unpriced')).toEqual(['not sold', expect.stringContaining('no price')]);
});

it.each([
  [['approve', 'mine/nothing', '0'.repeat(64)], /no tool mine\/nothing/],
  [['approve', 'mine/echo', '0'.repeat(8)], /tools show/],
  [['approve', 'mine/echo', '%'.repeat(64)], /tools show/],
  [['show', 'mine/nothing'], /no tool mine\/nothing/],
])('refuses %j with exit code 1 and a line that says why', async (args, why) => {
  const { code, stderr } = await command(...args);
  expect(stderr).toMatch(why);
  expect(code).toBe(1);
});
