/** Begins a conversation with a server: its transport, and the handshake over that. */
import { Client, SdkError, SdkErrorCode, type Transport } from '@modelcontextprotocol/client';
import type { Calls } from './call-hooks.ts';
import { NotSent } from './faults.ts';
import { createHttpTransport } from './http-transport.ts';
import { launchOf } from './launch.ts';
import type { McpOptions } from './options.ts';
import { createStdioTransport } from './stdio-transport.ts';

export interface Connection {
  client: Client;
  calls: Calls;
  /** Whether no call was answered over it yet. */
  isFresh: boolean;
}

export function createOpener(options: McpOptions, onToolsChanged: () => void) {
  let hasToldIsolation = false;

  async function transportFor(calls: Calls): Promise<Transport> {
    const { transport, name, connectTimeoutMs, maxAnswerBytes, log } = options;
    if (transport.kind === 'http') {
      return createHttpTransport({ ...transport, connectTimeoutMs, maxAnswerBytes }, calls);
    }
    const launch = await launchOf(transport);
    if (!launch.isSandboxed && !hasToldIsolation) log.warn({ provider: name }, NOT_ISOLATED);
    hasToldIsolation = true;
    return createStdioTransport(launch, maxAnswerBytes, calls);
  }

  return {
    /** Throws NotSent. `onClose` is called once, of a connection that did not come about as well. */
    async open(onClose: () => void): Promise<Connection> {
      const calls: Calls = new Map();
      const client = new Client(US, { capabilities: {} });
      client.onclose = onClose;
      client.setNotificationHandler('notifications/tools/list_changed', onToolsChanged);
      client.setNotificationHandler('notifications/progress', ({ params }) => {
        calls.get(String(params.progressToken))?.onProgress(params);
      });
      const transport = await transportFor(calls);
      try {
        await client.connect(transport, { timeout: options.connectTimeoutMs });
      } catch (error) {
        await transport.close();
        throw error instanceof NotSent ? error : new NotSent(reasonOf(error));
      }
      return { client, calls, isFresh: true };
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof SdkError)) return NO_HANDSHAKE;
  if (error.code === SdkErrorCode.RequestTimeout) return TOO_SLOW;
  return error.code === SdkErrorCode.ConnectionClosed ? ENDED : NO_HANDSHAKE;
}

const US = { name: 'model-run-api', version: '1' };

const ENDED = "The tool's server ended before it was ready.";
const TOO_SLOW = "The tool's server was not ready in time.";
const NO_HANDSHAKE = "The tool's server did not begin a conversation as the protocol has it.";
const NOT_ISOLATED =
  'The process of these tools runs without a sandbox: it can read the files of this user and reach the network. Its environment holds only what is named, and it ends with this process.';
