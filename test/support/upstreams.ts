/** The sandboxes with their real adapters; the process under test sees them as outside. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createOpenRouterProvider,
  type Provider,
} from '../../server/model-runs/providers/index.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { SERVED_BY, startSandbox } from '../../server/sandbox/index.ts';
import { startToolSandbox } from '../../server/sandbox/tools/index.ts';
import { createMcpProvider } from '../../server/tool-runs/providers/mcp/index.ts';
import type { ToolProvider } from '../../server/tool-runs/providers/tool-provider.ts';

export interface Upstream {
  sandbox: {
    url: string;
    /** How often it received or carried out something: for all runs, or for one. */
    posts(runId?: string): number;
    underWay(): string[];
    close(): Promise<void>;
  };
  /** Typed as for model runs: a test of every kind only passes on what it gets. */
  provider: Provider;
}

const SLOW_MS = 300;
const KEY = 'secret';

/** `slowMs` is how long its slow models take. */
export async function openModelUpstream(slowMs = SLOW_MS): Promise<Upstream> {
  const sandbox = await startSandbox({ port: 0, apiKey: KEY, slowMs });
  const provider = createOpenRouterProvider({
    name: 'sandbox',
    baseUrl: sandbox.url,
    apiKey: KEY,
    endingWithConnection: [SERVED_BY],
    connectTimeoutMs: 10_000,
    requestTimeoutMs: 60_000,
    maxInFlight: 64,
    maxAnswerBytes: 1_000_000,
  });
  return { sandbox, provider };
}

/** The text of a call that is refused at first, for lack of capacity. */
export const BUSY = 'busy';
/** The text of a task whose answer is lost: its submission is given up once the task has a name. */
export const UNHEARD = 'unheard';

export async function openToolUpstream(): Promise<Upstream> {
  const sandbox = await startToolSandbox({ port: 0, apiKey: KEY, slowMs: SLOW_MS });
  const headers = { authorization: `Bearer ${KEY}` };
  const provider = createMcpProvider({
    name: 'outside',
    ...{ maxInFlight: 64, connectTimeoutMs: 10_000, maxAnswerBytes: 1_000_000 },
    transport: { kind: 'http', url: new URL(sandbox.url), headers },
    log: createLog({ level: 'silent' }),
  });
  return {
    sandbox: { ...sandbox, posts: sandbox.executions },
    provider: losingAnswers(busyAtFirst(provider)) as unknown as Provider,
  };
}

function busyAtFirst(provider: ToolProvider): ToolProvider {
  const turnedAway = new Set<string>();
  return {
    ...provider,
    async submit(call, hooks, signal) {
      if (call.input.text !== BUSY || turnedAway.has(call.runId)) {
        return provider.submit(call, hooks, signal);
      }
      turnedAway.add(call.runId);
      hooks.beforeSend();
      const reason = 'There is no capacity.';
      return { kind: 'refused_for_now', reason, providerStatus: 429, retryAfterMs: 0 };
    },
  };
}

function losingAnswers(provider: ToolProvider): ToolProvider {
  return {
    ...provider,
    async submit(call, hooks, signal) {
      if (call.input.text !== UNHEARD) return provider.submit(call, hooks, signal);
      const lost = new AbortController();
      const onReference = (reference: string) => {
        hooks.onReference(reference);
        lost.abort('The answer is lost.');
      };
      const both = AbortSignal.any([signal, lost.signal]);
      const outcome = await provider.submit(call, { ...hooks, onReference }, both);
      if (outcome.kind === 'unknown') await untilDone(provider, outcome.reference!);
      return outcome;
    },
  };
}

async function untilDone({ lookUp }: ToolProvider, reference: string): Promise<void> {
  const { signal } = new AbortController();
  while ((await lookUp!(reference, signal)).kind === 'under_way') await sleep(20);
}
