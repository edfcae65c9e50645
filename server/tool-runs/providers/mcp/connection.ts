/**
 * The one connection to a server: opened on first use, with the handshake of the protocol version that the server speaks,
 * shared by all calls, and reopened after a loss. A process that keeps dying is restarted at growing intervals.
 */
import {
  Client,
  type ClientOptions,
  SdkError,
  SdkErrorCode,
  type Transport,
} from '@modelcontextprotocol/client';
import { unlessAborted } from '../../../platform/lib/on-abort.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import { GIVEN_UP } from '../outcomes.ts';
import { Lost, NotSent, TurnedAway } from './faults.ts';
import { createHttpTransport, type HttpOptions } from './http-transport.ts';
import { launchOf, type StdioOptions } from './process.ts';
import type { Calls } from './requests.ts';
import { createStdioTransport } from './stdio-transport.ts';

export interface Connections {
  /**
   * Makes a request over the connection; throws NotSent if there is none. If the server does not know the session any
   * more, it has executed nothing, so the request is made once more in a new session. If that is refused as well, the
   * refusal is about the request.
   */
  use<T>(request: (connection: Connection) => Promise<T>, options: UseOptions): Promise<T>;
  onToolsChanged(listener: () => void): void;
  close(): Promise<void>;
}

interface UseOptions {
  signal: AbortSignal;
  beforeRepeat?: () => void;
}

export function createConnections(options: McpOptions): Connections {
  const listeners: (() => void)[] = [];
  const rest = createRest();
  const opener = createOpener(options, () => {
    for (const listener of listeners) listener();
  });
  let current: Connection | undefined;
  let connecting: Promise<Connection> | undefined;
  let isClosed = false;

  async function open(): Promise<Connection> {
    if (isClosed) throw new NotSent(GIVEN_UP);
    if (rest.isOn()) throw new NotSent(RESTING);
    const startedAt = Date.now();
    const connection = await opener.open(() => {
      if (current?.client.transport === undefined) current = undefined;
      if (!isClosed && options.transport.kind === 'stdio') rest.begin(startedAt);
    });
    if (isClosed) {
      await connection.client.close();
      throw new NotSent(GIVEN_UP);
    }
    current = connection;
    return connection;
  }

  async function get(signal: AbortSignal): Promise<Connection> {
    if (signal.aborted) throw new NotSent(GIVEN_UP);
    if (current?.client.transport) return current;
    connecting ??= open().finally(() => {
      connecting = undefined;
    });
    return unlessAborted(signal, connecting, () => new NotSent(GIVEN_UP));
  }

  /** Others may have dropped it already. */
  function drop(connection: Connection): void {
    if (current !== connection) return;
    current = undefined;
    closeWhenIdle(connection);
  }

  return {
    async use(request, { signal, beforeRepeat }) {
      const connection = await get(signal);
      try {
        return await make(request, connection);
      } catch (error) {
        if (!(error instanceof TurnedAway) || !error.isSessionGone) throw error;
        drop(connection);
      }
      beforeRepeat?.();
      return make(request, await get(signal));
    },
    onToolsChanged: (listener) => void listeners.push(listener),
    async close() {
      isClosed = true;
      await connecting?.catch(() => {});
      await current?.client.close();
    },
  };
}

async function make<T>(
  request: (connection: Connection) => Promise<T>,
  connection: Connection,
): Promise<T> {
  connection.requests += 1;
  try {
    return await request(connection);
  } finally {
    connection.requests -= 1;
  }
}

/** Doubles each time a process dies soon after its start. */
function createRest() {
  let deaths = 0;
  let until = 0;
  return {
    isOn: () => Date.now() < until,
    begin(startedAt: number): void {
      deaths = Date.now() - startedAt > STEADY_MS ? 1 : deaths + 1;
      until = Date.now() + Math.min(FIRST_REST_MS * 2 ** (deaths - 1), LONGEST_REST_MS);
    },
  };
}

/** Calls and requests in progress over it end by themselves. */
function closeWhenIdle(connection: Connection): void {
  const timer = setInterval(() => {
    if (connection.calls.size > 0 || connection.requests > 0) return;
    clearInterval(timer);
    void connection.client.close();
  }, CLEAR_UP_EVERY_MS);
  timer.unref();
}

const RESTING = "The process of the tool's server ended, and is started again shortly.";
const STEADY_MS = 10_000;
const FIRST_REST_MS = 250;
const LONGEST_REST_MS = 30_000;
const CLEAR_UP_EVERY_MS = 1_000;

export interface McpOptions {
  /** The provider's name in the registry. */
  name: string;
  maxInFlight: number;
  /** Limits the start of a server and its handshake. */
  connectTimeoutMs: number;
  /** The maximum size of one answer, as text. */
  maxAnswerBytes: number;
  transport: StdioOptions | HttpOptions;
  log: Log;
}

export interface Connection {
  client: Client;
  calls: Calls;
  /** How many requests are in progress over it. */
  requests: number;
}

function createOpener(options: McpOptions, onToolsChanged: () => void) {
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
