/**
 * The streamable HTTP transport over the project's own exchange, which proves what was not sent. One POST for each
 * message, answered by one JSON text or a stream of them; a stream that the server lets its clients continue is
 * continued where it broke off.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { JSONRPCMessage, JSONRPCRequest, Transport } from '@modelcontextprotocol/client';
import { writeJson } from '../../kernel/exact-json.ts';
import { createConnections, type Ending, exchange, type Head } from '../transport/index.ts';
import { CALL, type CallHooks, type Calls, hooksOf, metaOf } from './call-hooks.ts';
import { createTextReader, type TextReader, TooLong } from './event-stream.ts';
import { CUT_SHORT, GIVEN_UP, Lost, NotSent, TOO_LARGE, TurnedAway, UNREADABLE } from './faults.ts';
import { createInbox } from './inbox.ts';
import type { HttpOptions } from './options.ts';

export interface HttpTransportOptions extends Omit<HttpOptions, 'kind'> {
  connectTimeoutMs: number;
  maxAnswerBytes: number;
}

/** One answer that is read, over one exchange or several. */
interface Reading {
  /** Of the request that is answered. */
  id?: number;
  isHandshake?: boolean;
  hooks?: CallHooks | undefined;
  isAnswered: boolean;
  lastEventId?: string;
  retryMs: number;
  lost?: string;
}

export function createHttpTransport(options: HttpTransportOptions, calls: Calls): Transport {
  const { url, headers, connectTimeoutMs, maxAnswerBytes } = options;
  const dispatcher = createConnections(connectTimeoutMs);
  const closing = new AbortController();
  const inbox = createInbox((message) => transport.onmessage?.(message));
  let version: string | undefined;

  const headersOf = (more: Record<string, string>) => ({
    ...headers,
    ...(transport.sessionId !== undefined && { 'mcp-session-id': transport.sessionId }),
    ...(version !== undefined && { 'mcp-protocol-version': version }),
    ...more,
  });

  async function exchangeFor(
    reading: Reading,
    request: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
    beforeSend?: () => void,
  ): Promise<Ending> {
    const over = reading.hooks?.over;
    const reader = readerFor(reading);
    const ending = await exchange(
      dispatcher,
      {
        ...request,
        url,
        headers: headersOf(request.headers),
        timeoutMs: NO_TIMEOUT_MS,
        maxBytes: Number.POSITIVE_INFINITY,
        signal: over ? AbortSignal.any([closing.signal, over]) : closing.signal,
        ...(beforeSend && { beforeSend }),
      },
      reader,
    );
    if (ending.kind === 'ended') reader.end();
    return ending;
  }

  function readerFor(reading: Reading) {
    let reader: TextReader | undefined;
    const isWanted = (head: Head) => head.status >= 200 && head.status < 300;
    return {
      head(head: Head): 'more' | 'enough' {
        if (!isWanted(head)) return 'enough';
        if (reading.isHandshake) keepSession(head);
        if (head.status !== 200) return 'enough';
        reader = createTextReader(head.header('content-type'), maxAnswerBytes, {
          text(text) {
            if (inbox.take(text) === reading.id) reading.isAnswered = true;
          },
          size: (bytes) => reading.hooks?.onSize(bytes),
          id(id) {
            reading.lastEventId = id;
          },
          retry(ms) {
            reading.retryMs = Math.min(ms, LONGEST_RETRY_MS);
          },
        });
        return 'more';
      },
      data: (chunk: Buffer) => readOn(reading, () => reader?.feed(chunk)),
      end() {
        if (!reading.isAnswered && reading.lost === undefined) readOn(reading, () => reader?.end());
      },
    };
  }

  function keepSession(head: Head): void {
    const id = head.header('mcp-session-id');
    if (id !== undefined && SESSION.test(id)) transport.sessionId = id;
  }

  async function request(message: JSONRPCRequest): Promise<void> {
    const hooks = hooksOf(message, calls);
    const reading: Reading = {
      id: Number(message.id),
      isHandshake: message.method === 'initialize',
      hooks,
      isAnswered: false,
      retryMs: RETRY_MS,
    };
    let ending = await exchangeFor(
      reading,
      { method: 'POST', headers: { ...TALK, ...traceOf(message) }, body: writeJson(message) },
      message.method === CALL ? hooks?.beforeSend : undefined,
    );
    if (ending.kind === 'not_sent') throw new NotSent(ending.reason);
    for (let tries = 0; mayContinue(reading, ending) && tries < MOST_TRIES; tries++) {
      const lastEventId = reading.lastEventId!;
      await pause(reading.retryMs, undefined, { signal: closing.signal }).catch(() => {});
      ending = await exchangeFor(reading, {
        method: 'GET',
        headers: { accept: EVENTS, 'last-event-id': lastEventId },
      });
      if (reading.lastEventId !== lastEventId) tries = -1;
    }
    if (reading.isAnswered) return;
    if (reading.lost !== undefined) throw new Lost(reading.lost);
    const head = 'head' in ending ? ending.head : undefined;
    if (head && (head.status < 200 || head.status > 299)) throw new TurnedAway(head);
    throw new Lost(CUT_SHORT);
  }

  function mayContinue(reading: Reading, ending: Ending): boolean {
    const isOver = closing.signal.aborted || reading.hooks?.over.aborted === true;
    if (isOver || reading.isAnswered || reading.lost !== undefined) return false;
    return reading.lastEventId !== undefined && !isNegative(ending);
  }

  /** What the server says without being asked: that its tools have changed. */
  async function listen(): Promise<void> {
    const reading: Reading = { isAnswered: false, retryMs: LISTEN_AGAIN_MS };
    while (!closing.signal.aborted) {
      const from = reading.lastEventId;
      const ending = await exchangeFor(reading, {
        method: 'GET',
        headers: { accept: EVENTS, ...(from !== undefined && { 'last-event-id': from }) },
      });
      if (isNegative(ending) || reading.lost !== undefined) return;
      await pause(LISTEN_AGAIN_MS, undefined, { signal: closing.signal, ref: false }).catch(
        () => {},
      );
    }
  }

  const transport: Transport = {
    async start() {},
    async send(message) {
      if (closing.signal.aborted) throw new NotSent(GIVEN_UP);
      if ('method' in message && 'id' in message) return request(message);
      if (!('method' in message)) inbox.answered();
      const reading: Reading = { isAnswered: false, retryMs: RETRY_MS };
      const ending = await exchangeFor(reading, {
        method: 'POST',
        headers: TALK,
        body: writeJson(message),
      });
      if (ending.kind !== 'ended') throw new Lost(ending.reason);
      if ('method' in message && message.method === 'notifications/initialized') void listen();
    },
    setProtocolVersion(given) {
      version = given;
    },
    async close() {
      if (closing.signal.aborted) return;
      const ending = endSession();
      closing.abort();
      await ending;
      await dispatcher.destroy();
      transport.onclose?.();
    },
  };

  /** Asked for politely; a server forgets sessions by itself as well. */
  async function endSession(): Promise<void> {
    if (transport.sessionId === undefined) return;
    await dispatcher
      .request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'DELETE',
        headers: headersOf({}),
        signal: AbortSignal.timeout(END_WITHIN_MS),
      })
      .then(({ body }) => body.dump())
      .catch(() => {});
  }
  return transport;
}

/** Goes on reading, unless the text is none or too long. */
function readOn(reading: Reading, read: () => void): 'more' | 'enough' | 'close' {
  try {
    read();
  } catch (error) {
    reading.lost = error instanceof TooLong ? TOO_LARGE : UNREADABLE;
    return 'close';
  }
  return reading.isAnswered ? 'enough' : 'more';
}

function isNegative(ending: Ending): boolean {
  return 'head' in ending && ending.head !== undefined && ending.head.status !== 200;
}

function traceOf(message: JSONRPCMessage): Record<string, string> {
  const traceparent = metaOf(message)?.traceparent;
  return typeof traceparent === 'string' ? { traceparent } : {};
}

const EVENTS = 'text/event-stream';
const TALK = { 'content-type': 'application/json', accept: `application/json, ${EVENTS}` };
/** Visible ASCII, as the protocol has it. */
const SESSION = /^[\x21-\x7e]{1,1024}$/;
/** Whoever waits for an answer bounds it. */
const NO_TIMEOUT_MS = 2_147_483_647;
const RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 10_000;
const LISTEN_AGAIN_MS = 5_000;
const MOST_TRIES = 3;
const END_WITHIN_MS = 1_000;
