/**
 * Tool runs while their workers are killed: a server of tools outside of them counts what it carries out. No call is
 * carried out twice, but for a tool that the operator calls idempotent; each run ends, and the books are right.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { audit } from '../../server/ledger/index.ts';
import { startToolSandbox, type ToolSandbox } from '../../server/sandbox/index.ts';
import { balances } from '../support/model-runs.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import {
  clientOf,
  kill,
  type Outside,
  type Process,
  startOutside,
  startProcess,
} from '../support/process.ts';
import { cancelForSure, createForSure, endAll } from './promises.ts';
import { makeTenant } from './tenant.ts';

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 1) * 3;
/** What each round calls; `slow` may be carried out twice. */
const CALLS = [
  ['echo', { text: 'Hello' }],
  ['counts', {}],
  ['slow', {}],
  ['task', { text: 'Later' }],
  ['fails', {}],
  ['breaks', {}],
  ['counts', {}],
  ['lost-task', {}],
] as const;
const IDEMPOTENT = 'slow';
const SLOW_MS = 600;
const MUCH = 1_000_000_000_000;

let database: TestDatabase;
let outside: Outside;
let tools: ToolSandbox;
let folder: string;
let environment: Record<string, string>;
let serve: Process;
let work: Process;
beforeAll(async () => {
  database = await createTestDatabase();
  outside = await startOutside({ slowMs: 300 });
  tools = await startToolSandbox({ port: 0, apiKey: 'secret', slowMs: SLOW_MS });
  folder = await mkdtemp(join(tmpdir(), 'model-run-tools-'));
  const TOOLS_FILE = join(folder, 'tools.json');
  const terms = { pricing: { perCall: '0.001' }, maxTimeoutSeconds: 20 };
  const server = {
    ...{ kind: 'mcp-http', url: tools.url, headers: { authorization: { env: 'TOOLS_KEY' } } },
    ...{ everyTool: terms, tools: { [IDEMPOTENT]: { ...terms, idempotent: true } } },
  };
  await writeFile(TOOLS_FILE, JSON.stringify({ servers: { outside: server } }));
  environment = {
    ...{ ...outside.environment, DATABASE_URL: database.url, TOOLS_FILE },
    ...{ TOOLS_KEY: 'Bearer secret', RECONCILE_DEADLINE_MS: '10000' },
  };
  work = await startProcess('work', environment);
  serve = await startProcess('serve', environment);
});
afterAll(async () => {
  for (const each of [serve, work]) if (each) kill(each, 'SIGKILL');
  await tools.close();
  await outside.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

it('no call is carried out twice, and what is not known costs nothing', async () => {
  const { key, workspace } = await makeTenant(database.db, MUCH);
  const client = clientOf(serve, key, 'tool-runs');
  const endings: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round++) {
    const creating = CALLS.map(async ([tool, input], i) => {
      const body = { tool: `outside/${tool}`, input };
      const created = await createForSure(client, `round-${round}-${i}`, body);
      if (round % 3 === 2 && tool === 'counts') await cancelForSure(client, created.id);
      return { ...created, tool };
    });
    // Within the calls of this round, at another moment each time.
    while (tools.underWay().length === 0) await sleep(2);
    await sleep((SLOW_MS / ROUNDS) * round);
    kill(work, 'SIGKILL');
    await work.ended;
    work = await startProcess('work', environment);
    const runs = await Promise.all(creating);
    const ended = await endAll(client, runs);
    for (const [i, { id, state, error }] of ended.entries()) {
      const executions = tools.executions(id);
      if (runs[i]!.tool !== IDEMPOTENT) expect(executions, id).toBeLessThanOrEqual(1);
      if (state === 'completed') expect(executions, id).toBeGreaterThan(0);
      const ending = `${runs[i]!.tool} ${error?.code ?? state}`;
      endings[ending] = (endings[ending] ?? 0) + 1;
    }
  }
  console.table(endings);
  // Never sent, or sent again: an idempotent tool is always answered, and so is a task that is looked up.
  expect(endings[`${IDEMPOTENT} completed`]).toBe(ROUNDS);
  expect(endings['task completed']).toBeGreaterThan(0);
  const faults: string[] = [];
  for await (const check of audit(database.db, { fromTheStart: true }))
    faults.push(...check.faults);
  expect(faults).toEqual([]);
  for (const { held, pending } of await balances(database.db, workspace)) {
    expect({ held, pending }).toEqual({ held: 0, pending: 0 });
  }
});
