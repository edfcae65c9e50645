/** One of the two compared versions: its processes on a database of its own, and the requests to them. */
import { randomBytes } from 'node:crypto';
import { cpuMsOf } from '../cpu.ts';
import { open, runLoad, unexpected } from '../http-client.ts';
import type { BenchPostgres } from '../postgres.ts';
import { type Program, programOf, type Started } from '../program.ts';
import { createRequest, getRequest } from '../requests.ts';

const CREDIT = '1000000';
const RUNS_TO_GET = 1_000;
/** If the disk stalls for a moment, a hot wallet refuses: that is no answer, but it ends nothing. */
const OVERLOADED = 503;

export type Work = (typeof WORKS)[number];
/**
 * `run` is from the create to the settled answer. The last two run without a worker: they come last, because a worker
 * would first have to carry out the runs that they leave waiting.
 */
export const WORKS = ['run', 'get', 'create', 'wallets'] as const;

export interface Costs {
  commits: number;
  statements: number;
  walBytes: number;
  /** Of its processes and of its PostgreSQL backends; undefined if the system does not report it. */
  cpuMs: number | undefined;
}

export interface Side {
  /** Answers per second. */
  rate(work: Work, seconds: number): Promise<number>;
  /** What the side has used so far. */
  costs(): Promise<Costs>;
  /** Adds this many ended runs to begin with. */
  addOldRuns(count: number, onStep: (step: string) => void): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface SideOptions {
  folder: string;
  postgres: BenchPostgres;
  connections: number;
  /** Workspaces that take turns in `wallets`; one wallet pays for all other work. */
  wallets: number;
}

export async function openSide(options: SideOptions): Promise<Side> {
  await using stack = new AsyncDisposableStack();
  const database = await options.postgres.createEmptyDatabase();
  stack.defer(() => database.drop());
  const { folder } = options;
  const program = programOf({ folder, environment: { DATABASE_URL: database.ownerUrl } });
  await program.run('migrate');
  const keys: string[] = [];
  for (let i = 0; i < options.wallets; i++) keys.push(await createTenant(program.run, i));

  const api = await program.start('serve');
  stack.defer(api.stop);
  let worker: Started | undefined;
  stack.defer(() => worker?.stop());
  let ids: string[] = [];

  /** A worker runs with the API only for work that needs one. */
  async function withWorker(wanted: boolean): Promise<void> {
    if (wanted === (worker !== undefined)) return;
    if (wanted) {
      worker = await program.start('work');
    } else {
      await worker?.stop();
      worker = undefined;
    }
  }

  async function someCompletedRuns(): Promise<string[]> {
    await withWorker(true);
    if (ids.length === 0) ids = await completedRuns(api.port, keys[0]!);
    return ids;
  }

  const kept = stack.move();
  return {
    async costs() {
      const counters = await database.counters();
      const backends = await database.backends();
      const own = [api.pid, worker?.pid].filter((pid) => pid !== undefined);
      return { ...counters, cpuMs: await cpuMsOf([...own, ...backends]) };
    },
    async addOldRuns(count, onStep) {
      await someCompletedRuns();
      await withWorker(false);
      await database.addOldRuns({ count }, onStep);
    },
    async rate(work, seconds) {
      await withWorker(work === 'run' || work === 'get');
      if (work === 'get') await someCompletedRuns();
      const load = { port: api.port, connections: options.connections, seconds };
      return runLoad({ ...load, ignored: OVERLOADED, ...requestsOf(work, keys, ids) });
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

function requestsOf(work: Work, keys: string[], ids: string[]) {
  const prefix = randomBytes(8).toString('hex');
  let count = 0;
  const create = (key: string, more?: string) => createRequest(key, `${prefix}-${count++}`, more);
  switch (work) {
    case 'create':
      return { status: 202, request: () => create(keys[0]!) };
    case 'wallets':
      return { status: 202, request: (n: number) => create(keys[n % keys.length]!) };
    case 'run':
      return { status: 200, request: () => create(keys[0]!, 'Prefer: wait=30\r\n') };
    case 'get':
      return { status: 200, request: (n: number) => getRequest(keys[0]!, ids[n % ids.length]!) };
  }
}

async function completedRuns(port: number, key: string): Promise<string[]> {
  const ids: string[] = [];
  const drive = async () => {
    const connection = await open(port);
    while (ids.length < RUNS_TO_GET) {
      const requestKey = randomBytes(8).toString('hex');
      const request = createRequest(key, requestKey, 'Prefer: wait=30\r\n');
      const answer = await connection.exchange(request);
      if (answer.status === OVERLOADED) continue;
      if (answer.status !== 200) throw unexpected(answer);
      ids.push((JSON.parse(answer.body) as { id: string }).id);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: 16 }, drive));
  return ids;
}

/** The key of a new workspace that cannot run out of money. */
async function createTenant(command: Program['run'], n: number): Promise<string> {
  const name = `bench-${n}`;
  await command('workspaces', 'create', name);
  await command('wallet', 'credit', name, '--amount', CREDIT, '--reference', `bench-${n}`);
  const scopes = ['--scope', 'models:read', 'models:run'];
  const created = await command('keys', 'create', name, '--name', 'bench', ...scopes, '--json');
  return (JSON.parse(created) as { key: string }).key;
}
