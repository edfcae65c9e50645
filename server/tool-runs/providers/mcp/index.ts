/** The tools of a server that speaks the Model Context Protocol. */
import { ProtocolError } from '@modelcontextprotocol/client';
import { secretsOf } from '../outcomes.ts';
import type { ToolLookUp, ToolProvider } from '../tool-provider.ts';
import { endingOf, type Following, getTask, isFinal, submitCall } from './call.ts';
import { type Connection, createConnections, type McpOptions } from './connection.ts';
import { Lost, NotSent, wordsOf } from './faults.ts';
import { listTools } from './list-tools.ts';

export type { McpOptions } from './connection.ts';
export type { HttpOptions } from './http-transport.ts';
export { hasSandbox, type SandboxRules, type StdioOptions } from './process.ts';
export { RUN_ID } from './requests.ts';

export function createMcpProvider(options: McpOptions): ToolProvider {
  const { name, maxInFlight, connectTimeoutMs, transport } = options;
  const connections = createConnections(options);
  const secrets =
    transport.kind === 'http' ? secretsOf(transport.headers) : Object.values(transport.env);
  const caller = { connections, secrets };

  async function lookUp(reference: string, signal: AbortSignal): Promise<ToolLookUp> {
    const following: Following = { connections, secrets, signal };
    try {
      const task = await getTask(reference, following);
      const ending = await endingOf(task, following);
      return ending ?? { kind: 'under_way', retryAfterMs: task.pollMs };
    } catch (error) {
      // No record of it, or an unreadable one.
      if (isFinal(error)) return { kind: 'not_found' };
      const isExplained = error instanceof NotSent || error instanceof Lost;
      return { kind: 'unavailable', reason: isExplained ? error.message : UNAVAILABLE };
    }
  }

  return {
    name,
    maxInFlight,
    endsEarly: true,
    submit: (call, hooks, signal) => submitCall(caller, call, hooks, signal),
    lookUp,
    async listTools(signal) {
      const list = (connection: Connection) => listTools(connection, connectTimeoutMs, signal);
      return connections.use(list, { signal }).catch((error: unknown) => {
        throw error instanceof ProtocolError ? new Error(refusedToList(error, secrets)) : error;
      });
    },
    onToolsChanged: (listener) => connections.onToolsChanged(listener),
    close: () => connections.close(),
  };
}

/** The server's messages are shown and logged, and may quote what it received. */
function refusedToList(error: ProtocolError, secrets: readonly string[]): string {
  const words = wordsOf(error, secrets) ?? '';
  return `The server answered with the error ${error.code}: ${words}`;
}

const UNAVAILABLE = "The tool's server could not be asked what became of the call.";
