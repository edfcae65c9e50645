/**
 * The service as real processes on one database, with the sandbox outside of them, so that it still knows what it
 * received when they are killed. Tests read the outcome of a kill over HTTP and from the ledger, never from memory.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ComputeJob, ModelRun, ToolRun } from '../../openapi/generated/developer.ts';
import { type Sandbox, sandboxModels, startSandbox } from '../../server/sandbox/index.ts';
import { type AnyKind, postsOf } from './kinds.ts';
import { launch, type Running } from './program.ts';

export interface Outside {
  sandbox: Sandbox;
  /** For processes that send to this sandbox, with times of a second instead of minutes. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

/** The sandbox as OpenRouter: its models keep their names, and their runs go to this process. */
/** As a models file names it. */
export interface TestProvider {
  kind: 'openai-compatible' | 'anthropic';
  baseUrl: string;
  apiKeyEnv: string;
  /** The member for reasoning, which only the first kind has. */
  reasoning?: 'reasoning_details';
}

export async function startOutside({
  slowMs,
  apiKey = 'secret',
  behind,
}: {
  slowMs: number;
  apiKey?: string;
  /** A provider that comes first and accepts nothing; the sandbox, or the named provider, is its fallback. */
  behind?: { busy: TestProvider; next?: TestProvider };
}): Promise<Outside> {
  const sandbox = await startSandbox({ port: 0, apiKey, slowMs, servedBy: 'OpenAI' });
  const folder = await mkdtemp(join(tmpdir(), 'model-run-models-'));
  const path = join(folder, 'models.json');
  const models = sandboxModels.map(({ capabilities, ...model }) => ({
    ...model,
    provider: 'openrouter',
    tools: capabilities.tools,
    ...(behind && {
      provider: 'busy',
      fallbacks: [{ provider: behind.next ? 'next' : 'openrouter' }],
      // What the APIs of both have.
      ...{ supportedParameters: [], inputModalities: ['text'] },
    }),
  }));
  await writeFile(path, JSON.stringify({ ...(behind && { providers: behind }), models }));
  return {
    sandbox,
    environment: {
      PORT: '0',
      SANDBOX: 'off',
      MODELS_FILE: path,
      OPENROUTER_API_KEY: apiKey,
      OPENROUTER_BASE_URL: sandbox.url,
      LEASE_MS: '1000',
      CONNECT_TIMEOUT_MS: '900',
      SWEEP_INTERVAL_MS: '150',
      RECONCILE_GRACE_MS: '300',
      RECONCILE_DEADLINE_MS: '2000',
      PRICE_DEADLINE_MS: '2000',
      REQUEST_TIMEOUT_MS: '20000',
      DRAIN_MS: '20000',
      RATE_LIMIT_PER_MINUTE: '1000000',
      RATE_LIMIT_BYTES_PER_MINUTE: '9999999999',
      LOG_LEVEL: 'warn',
    },
    async close() {
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface Process extends Running {
  /** The address of its API; empty for a worker. */
  url: string;
}

/** Resolves once the process says that it is ready. */
export async function startProcess(
  command: 'start' | 'serve' | 'work',
  environment: Record<string, string>,
  main?: string,
): Promise<Process> {
  const running = launch([command], environment, main);
  const screen = await running.until(/Ctrl-C stops/);
  return { ...running, url: /(http:\S+)\/v1\//.exec(screen)?.[1] ?? '' };
}

export function kill({ process }: Process, signal: NodeJS.Signals): void {
  process.kill(signal);
}

export interface Answer {
  status: number;
  headers: Headers;
  run: ModelRun;
}

export type Client = ReturnType<typeof clientOf>;

/** The API of a process for one kind of run, with one key. */
export function clientOf(
  { url }: Pick<Process, 'url'>,
  key: string,
  runs = 'model-runs',
  signal?: AbortSignal,
) {
  const path = `${url}/v1/developer/${runs}`;

  async function call(input: string, init: RequestInit = {}): Promise<Answer> {
    const headers = { Authorization: `Bearer ${key}`, ...init.headers };
    const response = await fetch(input, { ...init, headers, ...(signal && { signal }) });
    const { status } = response;
    return { status, headers: response.headers, run: (await response.json()) as ModelRun };
  }

  return {
    create: (requestKey: string, body: object) =>
      call(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': requestKey },
        body: JSON.stringify(body),
      }),
    estimate: (body: object) =>
      call(`${path}/estimate`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    get: (id: string) => call(`${path}/${id}`),
    cancel: (id: string) => call(`${path}/${id}/cancel`, { method: 'POST' }),
    /** Waits for the end of the run. */
    async end(id: string): Promise<ModelRun> {
      for (;;) {
        const { status, run } = await call(`${path}/${id}`, { headers: { Prefer: 'wait=5' } });
        if (status !== 200) throw new Error(`reading a run gave ${status}`);
        if (run.state === 'completed' || run.state === 'failed') return run;
      }
    },
  };
}

export function request(model: string, content = 'Hello') {
  return { model, messages: [{ role: 'user' as const, content }], maxOutputTokens: 50 };
}

/**
 * Runs that were sent too often, or that completed without being sent. A job that was cancelled while its engine loaded
 * has begun no code.
 */
export function sentTooOften(
  runs: ModelRun[],
  { posts }: Pick<Sandbox, 'posts'>,
  sent: AnyKind['sent'] = postsOf,
): string[] {
  return runs
    .filter((run) => {
      const { least, most } = sent(subjectOf(run));
      const mustHaveBegun = run.state === 'completed' && !wasCutShort(run);
      return posts(run.id) > most || (mustHaveBegun && posts(run.id) < least);
    })
    .map((run) => `${run.id} ${subjectOf(run)} ${run.state}: ${posts(run.id)} times`);
}

function wasCutShort(run: ModelRun | ComputeJob): boolean {
  return 'result' in run && run.result === 'cancelled';
}

/** The name of its subject at the sandbox. */
export function subjectOf(run: ModelRun | ToolRun | ComputeJob | { toy: string }): string {
  if ('environment' in run) return run.environment;
  if ('toy' in run) return run.toy.replace(/^.*\//, '');
  return ('tool' in run ? run.tool : run.model).replace(/^.*\//, '');
}
