/**
 * The service in two real processes, each with its own tap to one database and with taps to the upstreams, which run
 * outside of them and remember what they received. Both processes serve runs of every kind that the tests know.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startEmbeddedPostgres } from '../../../server/platform/db/embedded/index.ts';
import { createDb, type Db } from '../../../server/platform/db/pool.ts';
import { bringUpToDate } from '../../../server/platform/db/schema.ts';
import { freePort } from '../../support/free-port.ts';
import { openJobs } from '../../support/jobs.ts';
import {
  type AnyKind,
  COMPUTE_JOBS,
  KINDS_OF_PROCESSES,
  MODEL_RUNS,
  TOOL_RUNS,
  TOY_RUNS,
} from '../../support/kinds.ts';
import { startOutsideTools } from '../../support/outside-tools.ts';
import { createTestDatabase, makeStartedDataDir } from '../../support/postgres.ts';
import { removeDataDir } from '../../support/postgres-folder.ts';
import {
  type Client,
  clientOf,
  kill,
  type Outside,
  type Process,
  startOutside,
  startProcess,
  type TestProvider,
} from '../../support/process.ts';
import { killPostgres } from '../database-faults.ts';
import { RoundOver, untilSold } from '../promises.ts';
import { makeTenant } from '../tenant.ts';
import { NAMED_MODEL_RUNS, openClaude } from './claude.ts';
import { type DatabaseTap, openDatabaseTap } from './database-tap.ts';
import { openProviderTap, purposeAtBusy, purposeAtModels, purposeAtTools } from './provider-tap.ts';
import type { Seam } from './seams.ts';

const MUCH = 1_000_000_000_000;
const SLOW_MS = 300;

export interface Harness {
  db: Db;
  workspace: string;
  /** One for each kind of run. */
  clients: KindClient[];
  processes: Record<Seam['of'], Process>;
  /** Starts another process in place of one that has ended. */
  restart(which: Seam['of']): Promise<void>;
  /** `seed`, from 0 to 1, selects the time if the seam is any moment. */
  arm(seam: Seam, seed: number, fire: () => void): void;
  /** What was armed and not met must not hold up a process that is started later. */
  disarm(): void;
  /** How often the upstreams received any run. */
  posts(): number;
  /** Resolves when it is back. Works only with a database of the harness's own. */
  killDatabase(): Promise<void>;
  /** Ends the callers and processes of a round that is still under way, too. */
  close(): Promise<void>;
}

export interface KindClient {
  kind: AnyKind;
  client: Client;
  sandbox: Pick<Outside['sandbox'], 'posts'>;
}

export interface HarnessOptions {
  /** Settings of the API. */
  settings: Record<string, string>;
  /** Whether the harness has a PostgreSQL of its own. */
  ownDatabase: boolean;
  /** Model runs go first to an upstream with the API of one kind, which accepts nothing, and then to one with the other. */
  goesFrom?: 'anthropic' | 'openai-compatible';
}

export async function openHarness(options: HarnessOptions): Promise<Harness> {
  const { settings, ownDatabase, goesFrom } = options;
  await using stack = new AsyncDisposableStack();
  const over = new AbortController();
  const upstreams = stack.use(await openUpstreams(goesFrom));
  const database = stack.use(await openDatabase(ownDatabase));
  const taps: Record<Seam['of'], DatabaseTap> = {
    serve: await openDatabaseTap(database.url),
    work: await openDatabaseTap(database.url),
  };
  stack.defer(async () => {
    await Promise.all([taps.serve.close(), taps.work.close()]);
  });
  const port = String(await freePort());
  const shared = { ...upstreams.environment, RECONCILE_DEADLINE_MS: '1500' };
  const environments = {
    serve: { ...shared, PORT: port, ...settings, DATABASE_URL: taps.serve.url },
    work: { ...shared, DATABASE_URL: taps.work.url },
  };
  const [work, serve] = await Promise.all([
    startForSure('work', environments.work),
    startForSure('serve', environments.serve),
  ]);
  const processes = { serve, work };
  stack.defer(async () => {
    const both = Object.values(processes);
    for (const each of both) kill(each, 'SIGKILL');
    await Promise.all(both.map(({ ended }) => ended));
  });
  const { workspace, key } = await makeTenant(database.db, MUCH);
  const clients = KINDS_OF_PROCESSES.map((kind): KindClient => {
    const url = `http://127.0.0.1:${port}`;
    const client = clientOf({ url }, key, kind.path, over.signal);
    const { claude, jobs, models, tools } = upstreams;
    if (kind.kind === COMPUTE_JOBS.kind)
      return { kind, sandbox: jobs, client: jobs.knowing(client) };
    return claude && kind === MODEL_RUNS
      ? { kind: NAMED_MODEL_RUNS, sandbox: claude, client: claude.knowing(client) }
      : { kind, sandbox: kind.kind === TOOL_RUNS.kind ? tools : models, client };
  });
  await Promise.all(clients.map(({ kind, client }) => untilSold(kind, client)));

  let timer: NodeJS.Timeout | undefined;
  const disarm = (): void => {
    clearTimeout(timer);
    for (const tap of [taps.serve, taps.work, ...upstreams.taps]) tap.disarm();
  };
  stack.defer(async () => {
    disarm();
    over.abort(new RoundOver('the round is over'));
  });

  const kept = stack.move();
  return {
    ...{ db: database.db, workspace, processes, clients },
    async restart(which) {
      over.signal.throwIfAborted();
      const started = await startForSure(which, environments[which]);
      processes[which] = started;
      if (over.signal.aborted) kill(started, 'SIGKILL');
    },
    arm({ of, at }, seed, fire) {
      disarm();
      if ('withinMs' in at) timer = setTimeout(fire, seed * at.withinMs);
      else if ('statement' in at) taps[of].arm(at, fire);
      else {
        // Only the first process that meets the seam dies: one that meets it later must live.
        const fireOnce = () => {
          disarm();
          fire();
        };
        for (const tap of upstreams.taps) tap.arm(at, fireOnce);
      }
    },
    disarm,
    posts: () =>
      [upstreams.models, upstreams.tools, upstreams.jobs, upstreams.claude].reduce(
        (sum, each) => sum + (each?.posts() ?? 0),
        0,
      ),
    killDatabase: database.kill,
    close: () => kept.disposeAsync(),
  };
}

/** Tries again if a busy machine or a taken port ends the process at once, as an operator would. */
async function startForSure(
  which: Seam['of'],
  environment: Record<string, string>,
  tries = 5,
): Promise<Process> {
  return startProcess(which, environment, TOY_RUNS.main).catch((error: unknown) => {
    if (tries === 1) throw error;
    return startForSure(which, environment, tries - 1);
  });
}

async function openUpstreams(goesFrom: HarnessOptions['goesFrom']) {
  await using stack = new AsyncDisposableStack();
  const claude =
    goesFrom === 'openai-compatible' ? stack.use(await openClaude({ slowMs: SLOW_MS })) : undefined;
  const further = [
    ...(goesFrom ? [await openProviderTap(stack.use(await openBusy()).url, purposeAtBusy)] : []),
    ...(claude ? [await openProviderTap(claude.url, purposeAtModels)] : []),
  ];
  const [busy, next] = further;
  const outside = await startOutside({
    slowMs: SLOW_MS,
    ...(busy && {
      behind: {
        busy: providerAt(busy.url, goesFrom!),
        ...(next && { next: providerAt(next.url, 'anthropic') }),
      },
    }),
  });
  stack.defer(() => outside.close());
  const tools = await startOutsideTools({ slowMs: SLOW_MS });
  stack.defer(() => tools.close());
  const jobs = stack.use(await openJobs());
  const ownTaps = await Promise.all([
    openProviderTap(outside.sandbox.url, purposeAtModels),
    openProviderTap(tools.url, purposeAtTools),
  ]);
  const taps = [...ownTaps, ...further];
  stack.defer(async () => {
    await Promise.all(taps.map((tap) => tap.close()));
  });
  const environment = {
    ...outside.environment,
    ...jobs.environment,
    OPENROUTER_BASE_URL: ownTaps[0].url,
    ...(await tools.environmentFor(ownTaps[1].url)),
  };
  const kept = stack.move();
  return {
    ...{ taps, environment, jobs, claude, models: outside.sandbox },
    tools: { posts: tools.executions },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

function providerAt(baseUrl: string, kind: TestProvider['kind']): TestProvider {
  return {
    ...{ kind, baseUrl, apiKeyEnv: 'OPENROUTER_API_KEY' },
    ...(kind === 'openai-compatible' && { reasoning: 'reasoning_details' }),
  };
}

/** An upstream that answers everything with 429. */
async function openBusy() {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(429).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function openDatabase(isOwn: boolean) {
  if (!isOwn) {
    const { db, url, drop } = await createTestDatabase();
    const kill = () => Promise.reject(new Error('others are at this database'));
    return { db, url, kill, [Symbol.asyncDispose]: drop };
  }
  const dataDir = await makeStartedDataDir();
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  await bringUpToDate(postgres);
  const db = createDb({ url: postgres.url, max: 2, applicationName: 'test' });
  const { url, superuserUrl } = postgres;
  return {
    ...{ db, url, kill: () => killPostgres({ dataDir, superuserUrl }) },
    async [Symbol.asyncDispose]() {
      await db.close();
      await postgres.stop();
      await removeDataDir(dataDir);
    },
  };
}
