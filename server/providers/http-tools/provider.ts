/**
 * Tools behind plain HTTP addresses. A call is a POST of `{runId, tool, input}`, signed after Standard Webhooks, so that
 * its receiver knows who sent it and when; the run's id is its `Idempotency-Key`. There is no record to look up.
 */
import type { ToolDefinition, ToolProvider } from '../tool-provider.ts';
import { createConnections } from '../transport/index.ts';
import { submitCall } from './call.ts';

export interface HttpToolsOptions {
  /** The provider's name in the registry. */
  name: string;
  maxInFlight: number;
  connectTimeoutMs: number;
  maxAnswerBytes: number;
  tools: HttpTool[];
  /** Of the signature (`whsec_...`): two of them while they change. */
  signingSecrets: readonly string[];
  /** Sent with each call, such as `authorization`; their values are never logged or quoted. */
  headers?: Record<string, string>;
}

export interface HttpTool {
  definition: ToolDefinition;
  url: URL;
  /** Whether its server carries a call with the same `Idempotency-Key` out once. */
  isIdempotent: boolean;
}

export function createHttpToolsProvider(options: HttpToolsOptions): ToolProvider {
  const { name, maxInFlight, connectTimeoutMs, tools } = options;
  const dispatcher = createConnections(connectTimeoutMs);
  const byName = new Map(tools.map((tool) => [tool.definition.name, tool]));
  return {
    name,
    maxInFlight,
    endsEarly: true,
    async submit(call, hooks, signal) {
      const tool = byName.get(call.definition.name);
      if (!tool) return { kind: 'refused', reason: NO_SUCH_TOOL, providerStatus: 404 };
      return submitCall({ ...options, dispatcher, tool }, call, hooks, signal);
    },
    listTools: async () => tools.map(({ definition }): ToolDefinition => definition),
    close: () => dispatcher.destroy(),
  };
}

const NO_SUCH_TOOL = 'There is no such tool any more.';
