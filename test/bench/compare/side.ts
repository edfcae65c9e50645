/** One of the two compared versions: its database, and its processes on copies of that, which answer requests. */
import { countsOf } from '../counts.ts';
import { cpuMsBetween, cpuTimesOf } from '../cpu.ts';
import { open, runLoad, unexpected } from '../http-client.ts';
import { createMeter } from '../meter.ts';
import type { BenchDatabase, BenchPostgres, Counters } from '../postgres.ts';
import { type Program, programOf, type Started } from '../program.ts';
import { creates, getRequest, WAIT } from '../requests.ts';

const CREDIT = '1000000';
const RUNS_TO_GET = 1_000;
/** Workspaces that take turns in `wallets`; one wallet pays for all other work. */
export const WALLETS = 8;
/** If the disk stalls for a moment, a hot wallet refuses: that is no answer, but it ends nothing. */
const OVERLOADED = 503;

/**
 * `run` is from the create to the settled answer. The last two run without a worker: they come last, because a worker
 * would first have to carry out the runs that they leave waiting.
 */
export const WORKS = ['run', 'get', 'create', 'wallets'] as const;
export type Work = (typeof WORKS)[number];

/** A version with a database that has workspaces and ended runs. No process uses it. */
export interface Version {
  folder: string;
  database: BenchDatabase;
  keys: string[];
  /** Completed runs of the workspace of the first key. */
  ids: string[];
  [Symbol.asyncDispose](): Promise<void>;
}

export interface Side {
  turn(work: Work, seconds: number): Promise<Turn>;
  /** What the database counts in a turn, per answer. */
  counts(work: Work, seconds: number): Promise<Counters>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface Turn {
  answers: number;
  /** Of the processes and of their PostgreSQL backends; NaN if the system does not report it. */
  cpuMs: number;
}

export async function prepareVersion(folder: string, postgres: BenchPostgres): Promise<Version> {
  await using stack = new AsyncDisposableStack();
  const database = await postgres.createEmptyDatabase();
  stack.defer(() => database.drop());
  const program = programOn(folder, database);
  await program.run('migrate');
  const keys: string[] = [];
  for (let i = 0; i < WALLETS; i++) keys.push(await createTenant(program.run, i));
  const ids = await completedRuns(program, keys[0]!);
  const kept = stack.move();
  return { folder, database, keys, ids, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** Starts processes of the version on a copy of its database. */
export async function openSide(version: Version, connections: number): Promise<Side> {
  const { folder, keys, ids } = version;
  await using stack = new AsyncDisposableStack();
  const database = await version.database.copy();
  stack.defer(() => database.drop());
  const program = programOn(folder, database);
  // A process claims nothing in a copy before an operator has accepted it.
  await program.run('recover', '--force');
  const api = await program.start('serve');
  stack.defer(api.stop);
  let worker: Started | undefined;
  stack.defer(() => worker?.stop());

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

  async function turn(work: Work, seconds: number): Promise<Turn> {
    await withWorker(work === 'run' || work === 'get');
    const own = [api.pid, worker?.pid].filter((pid) => pid !== undefined);
    const cpu = createMeter(
      async () => cpuTimesOf([...own, ...(await database.backends())]),
      cpuMsBetween,
    );
    const load = { port: api.port, connections, seconds, ignored: OVERLOADED };
    const rate = await cpu.during(() => runLoad({ ...load, ...requestsOf(work, keys, ids) }));
    return { answers: rate * seconds, cpuMs: cpu.spent() };
  }

  const kept = stack.move();
  return {
    turn,
    async counts(work, seconds) {
      const counts = countsOf(database);
      const { answers } = await counts.during(() => turn(work, seconds));
      return counts.each(answers);
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

function programOn(folder: string, database: BenchDatabase): Program {
  // A cache would have code of earlier processes for one version, and not for the other.
  const environment = { DATABASE_URL: database.ownerUrl, NODE_DISABLE_COMPILE_CACHE: '1' };
  return programOf({ folder, environment });
}

function requestsOf(work: Work, keys: string[], ids: string[]) {
  switch (work) {
    case 'run':
      return { status: 200, request: creates(keys[0]!, WAIT) };
    case 'get':
      return { status: 200, request: (n: number) => getRequest(keys[0]!, ids[n % ids.length]!) };
    case 'create':
      return { status: 202, request: creates(keys[0]!) };
    case 'wallets': {
      const each = keys.map((key) => creates(key));
      return { status: 202, request: (n: number) => each[n % each.length]!() };
    }
  }
}

async function completedRuns(program: Program, key: string): Promise<string[]> {
  const { port, stop } = await program.start('start');
  const ids: string[] = [];
  const request = creates(key, WAIT);
  const drive = async () => {
    const connection = await open(port);
    while (ids.length < RUNS_TO_GET) {
      const answer = await connection.exchange(request());
      if (answer.status === OVERLOADED) continue;
      if (answer.status !== 200) throw unexpected(answer);
      ids.push((JSON.parse(answer.body) as { id: string }).id);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: 16 }, drive)).finally(stop);
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
