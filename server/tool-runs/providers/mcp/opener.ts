/** Opens a connection to a server: its transport, and the handshake over it. */
import {
  Client,
  type ClientOptions,
  SdkError,
  SdkErrorCode,
  type Transport,
} from '@modelcontextprotocol/client';
import type { Calls } from './call-hooks.ts';
import { Lost, NotSent, TurnedAway } from './faults.ts';
import { createHttpTransport } from './http-transport.ts';
import { launchOf } from './launch.ts';
import type { McpOptions } from './options.ts';
import { createStdioTransport } from './stdio-transport.ts';

export interface Connection {
  client: Client;
  calls: Calls;
  /** How many requests are in progress over it. */
  requests: number;
}

export function createOpener(options: McpOptions, onToolsChanged: () => void) {
  let hasWarned = false;

  async function transportFor(calls: Calls): Promise<Transport> {
    const { transport, name, connectTimeoutMs, maxAnswerBytes, log } = options;
    if (transport.kind === 'http') {
      return createHttpTransport({ ...transport, connectTimeoutMs, maxAnswerBytes }, calls);
    }
    const launch = await launchOf(transport);
    if (!launch.isSandboxed && !hasWarned) log.warn({ provider: name }, NOT_ISOLATED);
    hasWarned = true;
    return createStdioTransport(launch, maxAnswerBytes, calls);
  }

  async function connect(era: Era, onClose: () => void): Promise<Connection> {
    const calls: Calls = new Map();
    const client = new Client(US, { capabilities: {}, ...OPTIONS_OF[era] });
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
      throw error;
    }
    return { client, calls, requests: 0 };
  }

  /** The protocol version of the last connection. */
  let era: Era = 'sessions';

  return {
    /** Throws NotSent. Calls `onClose` for each connection that ended, or was not established. */
    async open(onClose: () => void): Promise<Connection> {
      const other: Era = era === 'sessions' ? 'stateless' : 'sessions';
      try {
        return await connect(era, onClose).catch(async (error: unknown) => {
          if (!mayBeOfAnotherEra(causeOf(error))) throw error;
          const connection = await connect(other, onClose);
          era = other;
          return connection;
        });
      } catch (error) {
        const cause = causeOf(error);
        throw cause instanceof NotSent ? cause : new NotSent(reasonOf(cause));
      }
    },
  };
}

/**
 * The protocol until 2025-11-25 begins with a handshake. Since 2026-07-28 it has none: each request contains all
 * necessary information, and the client asks once beforehand which versions the server supports. Most servers support
 * the former, many both.
 */
type Era = 'sessions' | 'stateless';

const OPTIONS_OF: Record<Era, ClientOptions> = {
  sessions: {},
  stateless: {
    versionNegotiation: { mode: { pin: '2026-07-28' } },
    // A question of the server for a person ends the call.
    inputRequired: { autoFulfill: false },
  },
};

/** The library reports a failed exchange in its own error. */
function causeOf(error: unknown): unknown {
  const isWrapped = error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed;
  return isWrapped && error.cause !== undefined ? error.cause : error;
}

/** Whether the server answered, and not with an error that any conversation would get. */
function mayBeOfAnotherEra(error: unknown): boolean {
  if (error instanceof NotSent || error instanceof Lost) return false;
  if (error instanceof SdkError) return error.code === SdkErrorCode.EraNegotiationFailed;
  if (!(error instanceof TurnedAway)) return true;
  const { status } = error.head;
  return status >= 400 && status < 500 && !ABOUT_WHO_ASKS.has(status);
}

const ABOUT_WHO_ASKS: ReadonlySet<number> = new Set([401, 402, 403, 407, 408, 429]);

function reasonOf(error: unknown): string {
  if (error instanceof TurnedAway && !mayBeOfAnotherEra(error)) {
    return `The tool's server answered the begin of the conversation with the status ${error.head.status}.`;
  }
  if (!(error instanceof SdkError)) return NO_HANDSHAKE;
  if (error.code === SdkErrorCode.RequestTimeout) return TOO_SLOW;
  return error.code === SdkErrorCode.ConnectionClosed ? ENDED : NO_HANDSHAKE;
}

const US = { name: 'model-run-api', version: '1' };

const ENDED = "The tool's server ended before it was ready.";
const TOO_SLOW = "The tool's server was not ready in time.";
const NO_HANDSHAKE =
  "The tool's server speaks no version of the Model Context Protocol that is known here: 2024-10-07 to 2025-11-25, and 2026-07-28.";
const NOT_ISOLATED =
  'The process of these tools runs without a sandbox: it can read the files of this user and reach the network. Its environment holds only what is named, and it ends with this process.';
