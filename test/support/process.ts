/**
 * The service as real processes on one database, with the sandbox outside of them: what it was sent is still
 * known when they are killed. The outcome of a kill is read over HTTP and from the ledger, never from memory.
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
  /** For processes that are to send to this sandbox, with times of a second instead of minutes. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

/** The sandbox as OpenRouter: its models keep their names and are sent to this process. */
export async function startOutside({
  slowMs,
  apiKey = 'secret',
  busyUrl,
}: {
  slowMs: number;
  apiKey?: string;
  /** Who is asked first, and takes nothing; the sandbox is behind it then. */
  busyUrl?: string;
}): Promise<Outside> {
  const sandbox = await startSandbox({ port: 0, apiKey, slowMs, servedBy: 'OpenAI' });
  const folder = await mkdtemp(join(tmpdir(), 'model-run-models-'));
  const path = join(folder, 'models.json');
  // The last version, which reads this file in the test of upgrades, knows no parameters and no inputs.
  const models = sandboxModels.map(({ capabilities, ...named }) => {
    const { supportedParameters: _, inputModalities: __, maxImageTokens: ___, ...model } = named;
    return {
      ...model,
      provider: 'openrouter',
      tools: capabilities.tools,
      ...(busyUrl && { provider: 'busy', fallbacks: [{ provider: 'openrouter' }] }),
    };
  });
  const busy = { kind: 'openai-compatible', baseUrl: busyUrl, reasoning: 'reasoning_details' };
  await writeFile(path, JSON.stringify({ ...(busyUrl && { providers: { busy } }), models }));
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
  /** Where its API is; empty for a worker. */
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

/** The API of a process for one kind of run, as one key uses it. */
export function clientOf({ url }: Pick<Process, 'url'>, key: string, runs = 'model-runs') {
  const path = `${url}/v1/developer/${runs}`;

  async function call(input: string, init: RequestInit = {}): Promise<Answer> {
    const headers = { Authorization: `Bearer ${key}`, ...init.headers };
    const response = await fetch(input, { ...init, headers });
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
    /** The run once it has ended. */
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

/** Runs that were sent more often than they may be, or completed and were not. */
export function sentTooOften(
  runs: ModelRun[],
  { posts }: Pick<Sandbox, 'posts'>,
  sent: AnyKind['sent'] = postsOf,
): string[] {
  return runs
    .filter((run) => {
      const { least, most } = sent(subjectOf(run));
      return posts(run.id) > most || (run.state === 'completed' && posts(run.id) < least);
    })
    .map((run) => `${run.id} ${subjectOf(run)} ${run.state}: ${posts(run.id)} times`);
}

/** Its name at the sandbox. */
export function subjectOf(run: ModelRun | ToolRun | ComputeJob): string {
  if ('environment' in run) return run.environment;
  return ('tool' in run ? run.tool : run.model).replace(/^.*\//, '');
}
