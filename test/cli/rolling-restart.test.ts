/** Processes behind a balancer, replaced one after another while callers go on: no request is refused. */
import { Agent, request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey, SCOPES } from '../../server/keys/index.ts';
import { createLedger } from '../../server/money/index.ts';
import { createWorkspace } from '../../server/workspaces/index.ts';
import { freePort } from '../support/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import {
  type Outside,
  type Process,
  request,
  startOutside,
  startProcess,
} from '../support/process.ts';
import { run, temporaryData } from '../support/program.ts';
import { type Backend, type Balancer, openBalancer } from './balancer.ts';

const CALLERS = 4;
let database: TestDatabase;
let outside: Outside;
let environment: Record<string, string>;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  outside = await startOutside({ slowMs: 1_000 });
  environment = {
    ...outside.environment,
    DATABASE_URL: database.url,
    PROBE_PORT: '0',
    LAME_DUCK_MS: '6000',
    DRAIN_MS: '30000',
  };
  const { id: workspace } = await createWorkspace(database.db, { name: 'acme' });
  await createLedger({ db: database.db }).topUp({ workspace, amount: 1e12, reference: 'a' });
  ({ key } = await createKey(database.db, { workspace, name: 'k', scopes: [...SCOPES] }));
});
afterAll(async () => {
  await outside.close();
  await database.drop();
});
// Registered after the hook above, so it runs before it: what a failed test leaves running ends first.
await temporaryData();

interface Member extends Backend {
  process: Process;
}

async function startMember(port: number): Promise<Member> {
  const process = await startProcess('start', { ...environment, PORT: String(port) });
  const probes = /Probes +(http:\S+)/.exec(await process.until(/Probes/))![1]!;
  return { port, probes, process };
}

/** The state of a run that the caller waited for, or the error. */
function buy(url: string, requestKey: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const body = JSON.stringify(request('sandbox/echo'));
    const outgoing = send(`${url}/v1/developer/model-runs`, {
      method: 'POST',
      agent,
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'Idempotency-Key': requestKey,
        Prefer: 'wait=20',
      },
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    outgoing.on('response', async (response) => {
      const { state } = JSON.parse(await text(response)) as { state?: string };
      resolve(state ?? String(response.statusCode));
    });
    outgoing.end(body);
  });
}

/** Half of them on a new connection for each request, half on persistent connections. */
function callers({ url }: Balancer) {
  const outcomes: Record<string, number> = {};
  let isOver = false;
  const all = Array.from({ length: CALLERS }, async (_, i) => {
    const agent = new Agent({ keepAlive: i % 2 === 0, maxSockets: 1 });
    for (let n = 0; !isOver; n += 1) {
      const outcome = await buy(url, `rolling-${i}-${n}`, agent);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
    agent.destroy();
  });
  return {
    async end() {
      isOver = true;
      await Promise.all(all);
      return outcomes;
    },
  };
}

test('two processes are replaced one after the other: no connection is refused, and every run ends', async () => {
  const members = await Promise.all([startMember(await freePort()), startMember(await freePort())]);
  await using stack = new AsyncDisposableStack();
  const balancer = await openBalancer(members);
  stack.defer(balancer.close);
  for (const member of members) await balancer.sees(member, true);
  const calling = callers(balancer);
  for (const member of members) {
    const { process } = member;
    process.process.kill('SIGTERM');
    await balancer.sees(member, false);
    member.probes = undefined;
    expect((await process.ended).code).toBe(0);
    Object.assign(member, await startMember(member.port));
    await balancer.sees(member, true);
  }
  const outcomes = await calling.end();
  expect(balancer.refused()).toBe(0);
  expect(Object.keys(outcomes)).toEqual(['completed']);
  for (const { process } of members) {
    process.process.kill('SIGTERM');
    expect((await process.ended).code).toBe(0);
  }
  expect((await run(['audit'], environment)).code).toBe(0);
});
