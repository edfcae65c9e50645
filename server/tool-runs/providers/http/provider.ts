/**
 * Tools at plain HTTP addresses. A call is a POST of `{runId, tool, input}`, signed as in Standard Webhooks, so that
 * its receiver knows who sent it and when; the run's id is its `Idempotency-Key`. There is no record to look up.
 */

import { createConnections } from '../../../providers/transport/index.ts';
import type { ToolProvider } from '../tool-provider.ts';
import { submitCall } from './call.ts';
import type { HttpToolsOptions } from './options.ts';

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
    listTools: async () => ({
      ...{ tools: tools.map(({ definition }) => definition), leftOut: [], isWhole: true },
    }),
    close: () => dispatcher.destroy(),
  };
}

const NO_SUCH_TOOL = 'There is no such tool any more.';
