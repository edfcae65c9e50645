/**
 * The sandbox of tools as a server like any other: its tools are known at once; the first call loads and starts the
 * code that carries them out.
 */

import type { Log } from '../platform/telemetry/log.ts';
import { sandboxTools } from '../sandbox/tools/definitions.ts';
import type { ToolServer, ToolTerms } from '../tool-runs/catalog.ts';

import { readDefinition } from '../tool-runs/providers/answer.ts';
import type { ToolDefinition, ToolProvider } from '../tool-runs/providers/tool-provider.ts';

const NAME = 'sandbox';
/** The sandbox is on loopback and has one caller. */
const KEY = 'sandbox';

export interface SandboxToolsOptions {
  maxInFlight: number;
  connectTimeoutMs: number;
  maxAnswerBytes: number;
  log: Log;
}

export const sandboxServer: ToolServer = {
  name: NAME,
  termsOf: ({ name }) => ({ ...TERMS, ...TERMS_OF[name] }),
};

const TERMS: ToolTerms = {
  ...{ pricing: { perCall: '0.001' }, maxTimeoutSeconds: 60 },
  ...{ isIdempotent: false, errorsAreAnswers: false },
};

const TERMS_OF: Record<string, Partial<ToolTerms> | undefined> = {
  slow: { pricing: { perCall: '0.001', perSecond: '0.0001' } },
  hangs: { maxTimeoutSeconds: 5 },
  counts: {
    pricing: {
      perCall: '0.001',
      perUnit: { name: 'execution', price: '0.002', max: 10, at: '/executions' },
    },
  },
};

export function createSandboxProvider(options: SandboxToolsOptions): ToolProvider {
  let loading: ReturnType<typeof load> | undefined;
  const loaded = () => (loading ??= load(options));
  return {
    ...{ name: NAME, maxInFlight: options.maxInFlight, endsEarly: true },
    submit: async (call, hooks, signal) => (await loaded()).provider.submit(call, hooks, signal),
    lookUp: async (reference, signal) => (await loaded()).provider.lookUp!(reference, signal),
    listTools: async () => ({ tools: definitions, leftOut: [], isWhole: true }),
    async close() {
      const { provider, sandbox } = (await loading) ?? {};
      await provider?.close();
      await sandbox?.close();
    },
  };
}

const definitions = sandboxTools.map(
  (tool): ToolDefinition => ({
    ...readDefinition(tool),
    ...(tool.execution && { tasks: tool.execution.taskSupport }),
  }),
);

async function load({ log, ...limits }: SandboxToolsOptions) {
  const [{ startToolSandbox }, { createMcpProvider }] = await Promise.all([
    import('../sandbox/tools/index.ts'),
    import('../tool-runs/providers/mcp/index.ts'),
  ]);
  const sandbox = await startToolSandbox({ port: 0, apiKey: KEY });
  const transport = {
    ...{ kind: 'http' as const, url: new URL(sandbox.url) },
    headers: { authorization: `Bearer ${KEY}` },
  };
  return { sandbox, provider: createMcpProvider({ ...limits, name: NAME, transport, log }) };
}
