/**
 * The one connection to a server: opened on first use, shared by all calls, and reopened after a loss. A process that
 * keeps dying is restarted at growing intervals.
 */
import { onAbort } from '../../../platform/lib/on-abort.ts';
import { GIVEN_UP, NotSent, TurnedAway } from './faults.ts';
import { type Connection, createOpener } from './opener.ts';
import type { McpOptions } from './options.ts';

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

export interface UseOptions {
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
    return until(connecting, signal);
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

/** The promise, unless the signal fires first. */
function until<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = onAbort(signal, () => reject(new NotSent(GIVEN_UP)));
    promise.then(resolve, reject).finally(stop);
  });
}

const RESTING = "The process of the tool's server ended, and is started again shortly.";
const STEADY_MS = 10_000;
const FIRST_REST_MS = 250;
const LONGEST_REST_MS = 30_000;
const CLEAR_UP_EVERY_MS = 1_000;
