import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeStartedDataDir } from '../support/postgres.ts';
import {
  type Client,
  clientOf,
  kill,
  type Outside,
  type Process,
  request,
  sentTooOften,
  startOutside,
  startProcess,
} from '../support/process.ts';
import { json, run, temporaryData } from '../support/program.ts';

const MODELS = ['sandbox/echo', 'sandbox/slow', 'sandbox/busy', 'sandbox/unpriced'];
const RUNS = Array.from({ length: 200 }, (_, i) => ({
  requestKey: `run-${i}`,
  body: request(MODELS[i % MODELS.length]!, `Number ${i}`),
}));

interface Balance {
  available: number;
  held: number;
  spent: number;
  pending: number;
}

describe('a service that is killed in the middle of its work', () => {
  let outside: Outside;
  let dataDir: string;
  beforeAll(async () => {
    outside = await startOutside({ slowMs: 1_500 });
    dataDir = await temporaryData(await makeStartedDataDir());
  });
  afterAll(() => outside.close());

  it('loses no run, sends none twice, and holds nothing in the end', async () => {
    const { sandbox } = outside;
    const environment = { ...outside.environment, DATA_DIR: dataDir };
    const first = await startProcess('start', environment);
    const key = await makeTenant(environment);

    /** Kills it once the provider has received this many runs; returns those that the provider had then. */
    const killAfter = async (service: Process, posts: number): Promise<string[]> => {
      const enough = sandbox.posts() + posts;
      while (sandbox.posts() < enough || sandbox.underWay().length === 0) await sleep(5);
      const hit = sandbox.underWay();
      kill(service, 'SIGKILL');
      await service.ended;
      return hit;
    };
    const killed = killAfter(first, 70);
    const answered = await createAll(clientOf(first, key));
    const hit = await killed;

    const second = await startProcess('start', environment);
    const killedAgain = killAfter(second, 20);
    const answeredAgain = await createAll(clientOf(second, key));
    const hitAgain = await killedAgain;

    const third = await startProcess('start', environment);
    const survivor = clientOf(third, key);
    const saved = await createAll(survivor);
    expect(saved.size).toBe(RUNS.length);
    for (const answers of [answered, answeredAgain]) {
      for (const [requestKey, id] of answers) expect(saved.get(requestKey)).toBe(id);
    }
    const ended = await Promise.all([...saved.values()].map((id) => survivor.end(id)));
    expect(sentTooOften(ended, sandbox)).toEqual([]);
    expect(answered.size).toBeLessThan(RUNS.length);
    for (const runs of [hit, hitAgain]) {
      const lost = ended.filter(({ id, state }) => runs.includes(id) && state === 'failed');
      expect(lost.length, 'runs that were lost by the kill').toBeGreaterThan(0);
    }
    expect(ended.filter(({ state }) => state === 'completed').length).toBeGreaterThan(0);

    const books = await run(['audit'], environment);
    expect(books.code, books.stdout + books.stderr).toBe(0);
    const { accounts } = await json<{ accounts: Balance[] }>(
      ['wallet', 'show', 'acme'],
      environment,
    );
    const spent = ended.reduce((sum, { chargedAmount = 0 }) => sum + chargedAmount, 0);
    const rest = 25_000_000_000 - spent;
    expect(accounts).toMatchObject([{ available: rest, held: 0, spent, pending: 0 }]);

    kill(third, 'SIGTERM');
    expect((await third.ended).code).toBe(0);
  });
});

async function makeTenant(environment: Record<string, string>): Promise<string> {
  await json(['workspaces', 'create', 'acme'], environment);
  const credit = ['--amount', '25', '--reference', 'start'];
  await json(['wallet', 'credit', 'acme', ...credit], environment);
  const rights = ['--name', 'test', '--scope', 'models:read', 'models:run'];
  return (await json<{ key: string }>(['keys', 'create', 'acme', ...rights], environment)).key;
}

/** The runs that the answers named, by request key; leaves out requests without an answer. */
async function createAll(client: Client): Promise<Map<string, string>> {
  const named = new Map<string, string>();
  const waiting = [...RUNS];
  const caller = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const answer = await client.create(next.requestKey, next.body).catch(() => undefined);
      if (answer === undefined) continue;
      expect([200, 202]).toContain(answer.status);
      named.set(next.requestKey, answer.run.id);
    }
  };
  await Promise.all(Array.from({ length: 20 }, caller));
  return named;
}
