/** The server side of the HTTP transport: its address, the session with it, and single exchanges in that session. */
import {
  createConnections,
  type Ending,
  exchange,
  type Head,
} from '../../../providers/transport/index.ts';
import { createExchangeReader, type Reading } from './http-reading.ts';
import type { Inbox } from './inbox.ts';
import type { HttpOptions } from './options.ts';
import { createPace } from './pace.ts';

export interface PeerOptions extends Omit<HttpOptions, 'kind'> {
  connectTimeoutMs: number;
  maxAnswerBytes: number;
}

export interface PeerRequest {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  timeoutMs: number;
  beforeSend?: () => void;
  /** Ends the exchange. */
  signal?: AbortSignal;
}

export type Peer = ReturnType<typeof createPeer>;

export function createPeer(options: PeerOptions, inbox: Inbox) {
  const { url, headers, connectTimeoutMs, maxAnswerBytes } = options;
  const dispatcher = createConnections(connectTimeoutMs);
  const closing = new AbortController();
  const pace = createPace();
  let session: string | undefined;
  let version: string | undefined;

  const headersOf = (more: Record<string, string>) => ({
    ...headers,
    ...(session !== undefined && { 'mcp-session-id': session }),
    ...(version !== undefined && { 'mcp-protocol-version': version }),
    ...more,
  });

  function keepSession(head: Head): void {
    const id = head.header('mcp-session-id');
    if (id !== undefined && SESSION.test(id)) session = id;
  }

  /** A polite request: a server also forgets sessions by itself. */
  async function endSession(): Promise<void> {
    if (session === undefined) return;
    const { origin, pathname, search } = url;
    const signal = AbortSignal.timeout(END_WITHIN_MS);
    await dispatcher
      .request({
        origin,
        path: pathname + search,
        method: 'DELETE',
        headers: headersOf({}),
        signal,
      })
      .then(({ body }) => body.dump())
      .catch(() => {});
  }

  return {
    closing: closing.signal,
    session: () => session,
    setVersion(given: string): void {
      version = given;
    },
    async exchange(reading: Reading, request: PeerRequest): Promise<Ending> {
      const ends = [closing.signal, reading.hooks?.over, request.signal];
      const reader = createExchangeReader(reading, { inbox, pace, maxAnswerBytes }, keepSession);
      const ending = await exchange(
        dispatcher,
        {
          ...request,
          url,
          headers: headersOf(request.headers),
          // Each text in it is limited instead.
          maxBytes: Number.POSITIVE_INFINITY,
          signal: AbortSignal.any(ends.filter((signal) => signal !== undefined)),
        },
        reader,
      );
      if (ending.kind === 'ended') reader.end();
      return ending;
    },
    async close(): Promise<void> {
      const ending = endSession();
      closing.abort();
      await ending;
      await dispatcher.destroy();
    },
  };
}

/** Visible ASCII, as the protocol requires. */
const SESSION = /^[\x21-\x7e]{1,1024}$/;
const END_WITHIN_MS = 1_000;
