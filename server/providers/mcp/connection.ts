/**
 * The one connection to a server: made when it is first needed, shared by all calls, made anew when it is gone. A
 * process that keeps dying is started ever more seldom.
 */
import { Client, SdkError, SdkErrorCode, type Transport } from '@modelcontextprotocol/client';
import { onAbort } from '../../kernel/on-abort.ts';
import type { Calls } from './call-hooks.ts';
import { GIVEN_UP, NotSent } from './faults.ts';
import { createHttpTransport } from './http-transport.ts';
import { launchOf } from './launch.ts';
import type { McpOptions } from './options.ts';
import { createStdioTransport } from './stdio-transport.ts';

export interface Connection {
  client: Client;
  calls: Calls;
  /** Whether nothing was answered over it yet but the handshake. */
  isFresh: boolean;
}

export interface Connections {
  /** Throws NotSent where there is none. */
  get(signal: AbortSignal): Promise<Connection>;
  /** The server does not know this connection any more. */
  drop(connection: Connection): void;
  onToolsChanged(listener: () => void): void;
  close(): Promise<void>;
}

export function createConnections(options: McpOptions): Connections {
  const listeners: (() => void)[] = [];
  const isProcess = options.transport.kind === 'stdio';
  let current: Connection | undefined;
  let connecting: Promise<Connection> | undefined;
  let isClosed = false;
  let deaths = 0;
  let startAfter = 0;
  let hasToldIsolation = false;

  async function open(): Promise<Connection> {
    if (isClosed) throw new NotSent(GIVEN_UP);
    if (Date.now() < startAfter) throw new NotSent(RESTING);
    const calls: Calls = new Map();
    const client = new Client(US, { capabilities: {} });
    const connection: Connection = { client, calls, isFresh: true };
    const startedAt = Date.now();
    client.onclose = () => {
      if (current === connection) current = undefined;
      if (!isClosed && isProcess) rest(startedAt);
    };
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      for (const listener of listeners) listener();
    });
    client.setNotificationHandler('notifications/progress', ({ params }) => {
      calls.get(String(params.progressToken))?.onProgress(params);
    });
    await shakeHands(client, await transportFor(calls));
    if (isClosed) {
      await client.close();
      throw new NotSent(GIVEN_UP);
    }
    current = connection;
    return connection;
  }

  async function shakeHands(client: Client, transport: Transport): Promise<void> {
    try {
      await client.connect(transport, { timeout: options.connectTimeoutMs });
    } catch (error) {
      await transport.close();
      throw error instanceof NotSent ? error : new NotSent(reasonOf(error));
    }
  }

  async function transportFor(calls: Calls): Promise<Transport> {
    const { transport, name, connectTimeoutMs, maxAnswerBytes, log } = options;
    if (transport.kind === 'http') {
      return createHttpTransport({ ...transport, connectTimeoutMs, maxAnswerBytes }, calls);
    }
    const launch = await launchOf(transport);
    if (!launch.isSandboxed && !hasToldIsolation) {
      log.warn({ provider: name }, NOT_ISOLATED);
      hasToldIsolation = true;
    }
    return createStdioTransport(launch, maxAnswerBytes, calls);
  }

  function rest(startedAt: number): void {
    deaths = Date.now() - startedAt > STEADY_MS ? 1 : deaths + 1;
    startAfter = Date.now() + Math.min(FIRST_REST_MS * 2 ** (deaths - 1), LONGEST_REST_MS);
  }

  return {
    async get(signal) {
      if (signal.aborted) throw new NotSent(GIVEN_UP);
      if (current) return current;
      connecting ??= open().finally(() => {
        connecting = undefined;
      });
      return until(connecting, signal);
    },
    drop(connection) {
      if (current === connection) current = undefined;
      // Calls that are under way end by themselves; the rest of it is closed behind them.
      const closing = setInterval(() => {
        if (connection.calls.size > 0 && !isClosed) return;
        clearInterval(closing);
        void connection.client.close();
      }, CLEAR_UP_EVERY_MS);
      closing.unref();
    },
    onToolsChanged: (listener) => void listeners.push(listener),
    async close() {
      isClosed = true;
      await connecting?.catch(() => {});
      await current?.client.close();
    },
  };
}

/** The promise, unless the signal fires first. */
function until<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = onAbort(signal, () => reject(new NotSent(GIVEN_UP)));
    promise.then(resolve, reject).finally(stop);
  });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof SdkError)) return NO_HANDSHAKE;
  if (error.code === SdkErrorCode.RequestTimeout) return TOO_SLOW;
  return error.code === SdkErrorCode.ConnectionClosed ? ENDED : NO_HANDSHAKE;
}

const US = { name: 'model-run-api', version: '1' };

const RESTING = "The process of the tool's server ended, and is started again shortly.";
const ENDED = "The tool's server ended before it was ready.";
const TOO_SLOW = "The tool's server was not ready in time.";
const NO_HANDSHAKE = "The tool's server did not begin a conversation as the protocol has it.";
const NOT_ISOLATED =
  "The process of this tools' server runs without a sandbox: it can read the files of this user and reach the network. Its environment holds only what is named, and it ends with this process.";

const STEADY_MS = 10_000;
const FIRST_REST_MS = 250;
const LONGEST_REST_MS = 30_000;
const CLEAR_UP_EVERY_MS = 1_000;
