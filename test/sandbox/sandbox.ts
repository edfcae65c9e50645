/** A separate sandbox with the real adapter. */
import { onTestFinished } from 'vitest';
import {
  type Answer,
  createOpenRouterProvider,
  type Outcome,
  type Provider,
} from '../../server/model-runs/providers/index.ts';
import {
  type Sandbox,
  type SandboxOptions,
  SERVED_BY,
  startSandbox,
} from '../../server/sandbox/index.ts';

export const SANDBOX_KEY = 'sandbox-key';

export async function openSandbox(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ port: 0, apiKey: SANDBOX_KEY, slowMs: 50, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

export function sandboxProvider(sandbox: Sandbox, requestTimeoutMs = 20_000): Provider {
  const provider = createOpenRouterProvider({
    name: 'sandbox',
    baseUrl: sandbox.url,
    apiKey: SANDBOX_KEY,
    endingWithConnection: [SERVED_BY],
    connectTimeoutMs: 2_000,
    requestTimeoutMs,
    maxInFlight: 8,
    maxAnswerBytes: 10_000_000,
  });
  onTestFinished(() => provider.close());
  return provider;
}

export function answerOf(outcome: Outcome): Answer {
  if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
  return outcome.answer;
}
