/**
 * The streamable HTTP transport over the project's own exchange, which proves what was not sent. One POST per message,
 * answered by one JSON text or a stream of them; if the server allows it, an interrupted stream is resumed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type {
  JSONRPCMessage,
  JSONRPCRequest,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client';
import { writeJson } from '../../../platform/lib/json.ts';
import {
  createConnections,
  type Ending,
  exchange,
  type Head,
} from '../../../providers/transport.ts';
import { GIVEN_UP } from '../outcomes.ts';
import { CUT_SHORT, Lost, NotSent, TurnedAway } from './faults.ts';
import { createExchangeReader, type Reading } from './http-reading.ts';
import { createInbox, createPace, type Inbox } from './inbox.ts';
import { CALL, type Calls, headersOf, hooksOf } from './requests.ts';

export function createHttpTransport(options: PeerOptions, calls: Calls): Transport {
  const inbox = createInbox((message) => transport.onmessage?.(message));
  const peer = createPeer(options, inbox);
  /** Requests that wait for their answers, by their ids. */
  const open = new Map<unknown, AbortController>();
  const transport: Transport = {
    // Aborting a request closes the connection of its answer.
    hasPerRequestStream: true,
    async start() {},
    async send(message, options) {
      if (peer.closing.aborted) throw new NotSent(GIVEN_UP);
      if ('method' in message && 'id' in message) {
        const givenUp = new AbortController();
        open.set(message.id, givenUp);
        try {
          await request(peer, message, calls, { givenUp: givenUp.signal, ...options });
        } finally {
          open.delete(message.id);
        }
        transport.sessionId = peer.session();
        return;
      }
      if (!('method' in message)) inbox.answered();
      else if (message.method === CANCELLED) open.get(message.params?.requestId)?.abort();
      await post(peer, message);
      if ('method' in message && message.method === 'notifications/initialized') void listen(peer);
    },
    setProtocolVersion: peer.setVersion,
    async close() {
      if (peer.closing.aborted) return;
      await peer.close();
      transport.onclose?.();
    },
  };
  return transport;
}

async function request(
  peer: Peer,
  message: JSONRPCRequest,
  calls: Calls,
  { givenUp, requestSignal, headers }: TransportSendOptions & { givenUp: AbortSignal },
): Promise<void> {
  const hooks = hooksOf(message, calls);
  const isCall = message.method === CALL && hooks !== undefined;
  const signal = AbortSignal.any(requestSignal ? [givenUp, requestSignal] : [givenUp]);
  const reading: Reading = {
    id: message.id,
    isHandshake: message.method === 'initialize',
    hooks,
    isAnswered: false,
    retryMs: RETRY_MS,
  };
  const ending = await peer.exchange(reading, {
    method: 'POST',
    headers: { ...TALK, ...headersOf(message), ...headers },
    body: writeJson(message),
    timeoutMs: isCall ? NO_TIMEOUT_MS : REQUEST_TIMEOUT_MS,
    ...(isCall && { beforeSend: hooks.beforeSend }),
    signal,
  });
  if (ending.kind === 'not_sent') throw new NotSent(ending.reason);
  if (ending.head && isRefusal(ending.head.status)) {
    const text = reading.refusal?.text() ?? '';
    throw new TurnedAway(ending.head, text, peer.session() !== undefined);
  }
  await continueReading(peer, reading, signal);
  if (!reading.isAnswered) throw reading.lost ?? new Lost(CUT_SHORT);
}

/** If the server names the events of its stream, the client can request the rest of an interrupted one. */
async function continueReading(peer: Peer, reading: Reading, signal: AbortSignal): Promise<void> {
  const over = AbortSignal.any([peer.closing, signal]);
  for (let tries = 0; tries < MOST_TRIES && mayContinue(reading, over); tries++) {
    const from = reading.lastEventId!;
    await pause(reading.retryMs, undefined, { signal: over }).catch(() => {});
    const ending = await peer.exchange(reading, {
      method: 'GET',
      headers: { accept: EVENTS, 'last-event-id': from },
      timeoutMs: NO_TIMEOUT_MS,
      signal,
    });
    if (isNegative(ending)) return;
    if (reading.lastEventId !== from) tries = -1;
  }
}

function mayContinue(
  { hooks, isAnswered, lost, lastEventId }: Reading,
  over: AbortSignal,
): boolean {
  const isOver = over.aborted || hooks?.over.aborted === true;
  return !isOver && !isAnswered && lost === undefined && lastEventId !== undefined;
}

async function post(peer: Peer, message: JSONRPCMessage): Promise<void> {
  const ending = await peer.exchange(
    { isAnswered: false, retryMs: RETRY_MS },
    { method: 'POST', headers: TALK, body: writeJson(message), timeoutMs: REQUEST_TIMEOUT_MS },
  );
  if (ending.kind !== 'ended') throw new Lost(ending.reason);
}

/** Listens to unsolicited messages of the server: its tools have changed. */
async function listen(peer: Peer): Promise<void> {
  const reading: Reading = { isAnswered: false, retryMs: LISTEN_AGAIN_MS };
  while (!peer.closing.aborted) {
    const from = reading.lastEventId;
    const ending = await peer.exchange(reading, {
      method: 'GET',
      headers: { accept: EVENTS, ...(from !== undefined && { 'last-event-id': from }) },
      timeoutMs: NO_TIMEOUT_MS,
    });
    if (isNegative(ending) || reading.lost !== undefined) return;
    const again = { signal: peer.closing, ref: false };
    await pause(LISTEN_AGAIN_MS, undefined, again).catch(() => {});
  }
}

function isNegative(ending: Ending): boolean {
  return 'head' in ending && ending.head !== undefined && ending.head.status !== 200;
}

function isRefusal(status: number): boolean {
  return status < 200 || status > 299;
}

/** This is how the library says that nobody waits for the answer to a request any more. */
const CANCELLED = 'notifications/cancelled';
const EVENTS = 'text/event-stream';
const TALK = { 'content-type': 'application/json', accept: `application/json, ${EVENTS}` };
/** The caller that waits for an answer limits the time. */
const NO_TIMEOUT_MS = 2_147_483_647;
const REQUEST_TIMEOUT_MS = 60_000;
const RETRY_MS = 1_000;
const LISTEN_AGAIN_MS = 5_000;
const MOST_TRIES = 3;

export interface HttpOptions {
  kind: 'http';
  url: URL;
  /** Sent with each request; their values are never logged or quoted. */
  headers: Record<string, string>;
}

interface PeerOptions extends Omit<HttpOptions, 'kind'> {
  connectTimeoutMs: number;
  maxAnswerBytes: number;
}

interface PeerRequest {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  timeoutMs: number;
  beforeSend?: () => void;
  /** Ends the exchange. */
  signal?: AbortSignal;
}

type Peer = ReturnType<typeof createPeer>;

function createPeer(options: PeerOptions, inbox: Inbox) {
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
