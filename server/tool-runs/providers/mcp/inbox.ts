/**
 * Checks a server's messages before the protocol library sees them: texts are bounded and parsed without loss, answers
 * are well formed and belong to our requests, and requests of the server cannot pile up. An answer that breaks these
 * rules becomes an error of its request, so that nobody waits for it. A server that sends too much is read more slowly.
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { threadMs } from '../../../platform/lib/within-time.ts';
import { isJsonObject, readModest } from '../answer.ts';
import type { JsonObject } from '../tool-provider.ts';
import { Lost, UNREADABLE, Unusable } from './faults.ts';

export interface Inbox {
  /** Accepts a text from the server; returns the id of the request that it answers. */
  take(text: string): number | string | undefined;
  /** Ends the wait for an answer that cannot arrive, or cannot be used. */
  lose(id: number, lost: Lost): void;
  /** The service answered a request of the server. */
  answered(): void;
}

export function createInbox(deliver: (message: JSONRPCMessage) => void): Inbox {
  let unanswered = 0;

  function lose(id: number | string, lost: Lost): void {
    const error = { code: INTERNAL_ERROR, message: lost.message, data: lost };
    deliver({ jsonrpc: '2.0', id, error });
  }

  function takeRequest(message: JsonObject): void {
    const { id, method, params } = message;
    if (params !== undefined && !isJsonObject(params)) return;
    const request = { jsonrpc: '2.0', method, ...(params && { params }) };
    // A server that asks faster than it reads would fill the memory with our answers.
    if (id !== undefined && unanswered >= MOST_UNANSWERED) return;
    if (id !== undefined) unanswered += 1;
    deliver({ ...request, ...(id !== undefined && { id }) } as JSONRPCMessage);
  }

  function takeAnswer(id: number | string, { result, error }: JsonObject, text: string): void {
    if (isJsonObject(result)) {
      // Nothing uses it, and a malformed one would make the library drop the answer.
      const { _meta, ...rest } = result;
      deliver({ jsonrpc: '2.0', id, result: rest });
    } else if (isError(error)) {
      deliver({ jsonrpc: '2.0', id, error: { code: error.code, message: error.message } });
    } else {
      const isResult = result !== undefined;
      lose(id, isResult ? new Unusable('Its result is no object.', text) : new Lost(UNREADABLE));
    }
  }

  return {
    lose,
    answered() {
      unanswered = Math.max(0, unanswered - 1);
    },
    take(text) {
      const read = readModest(text);
      if ('fault' in read) {
        const start = text.slice(0, ENDS);
        const id = idOf(start, text.slice(-ENDS));
        if (id === undefined) return undefined;
        lose(id, isResult(start) ? new Unusable(read.fault, text) : new Lost(UNREADABLE));
        return id;
      }
      const message = read.value;
      if (!isJsonObject(message)) return undefined;
      if (typeof message.method === 'string') {
        takeRequest(message);
        return undefined;
      }
      const { id } = message;
      if (!isIdOfOurs(id)) return undefined;
      takeAnswer(id, message, text);
      return id;
    },
  };
}

/**
 * The library would convert an id that is null or any text to a number, and it uses such texts as ids when it asks for
 * versions.
 */
function isIdOfOurs(id: unknown): id is number | string {
  return typeof id === 'string' ? VERSIONS_ID.test(id) : Number.isSafeInteger(id);
}

const VERSIONS_ID = /^server-discover-probe-\d{1,9}$/;

function isError(value: unknown): value is { code: number; message: string } {
  return (
    isJsonObject(value) && Number.isSafeInteger(value.code) && typeof value.message === 'string'
  );
}

/** The id of an answer from its first or last bytes: there it is next to the outermost brace. */
export function idOf(start: string, end: string): number | undefined {
  const found = AT_START.exec(start) ?? AT_END.exec(end);
  return found ? Number(found[1]) : undefined;
}

/** Whether a message is the result of a request, by its first bytes: no error, and no request of the server. */
export function isResult(start: string): boolean {
  return RESULT_AT_START.test(start);
}

const RESULT_AT_START =
  /^\s{0,8}\{\s{0,8}(?:"(?:jsonrpc"\s?:\s?"2\.0"|id"\s?:\s?\d{1,15})\s?,\s{0,8}){0,2}"result"\s?:/;

/** The input of `idOf`. */
export const ENDS = 256;

const AT_START = /^\s{0,8}\{\s{0,8}(?:"jsonrpc"\s?:\s?"2\.0"\s?,\s?)?"id"\s?:\s?(\d{1,15})\s?,/;
const AT_END =
  /[}\]",]\s?,?\s?"id"\s?:\s?(\d{1,15})\s?(?:,\s?"jsonrpc"\s?:\s?"2\.0"\s?)?\}\s{0,8}$/;

const MOST_UNANSWERED = 16;
const INTERNAL_ERROR = -32_603;

export type Pace = ReturnType<typeof createPace>;

export function createPace() {
  let spentMs = 0;
  let lastAt = performance.now();
  return {
    /** Does the work, and returns for how many milliseconds to pause reading: 0 to continue. */
    take(work: () => void): number {
      spentMs = Math.max(0, spentMs - (performance.now() - lastAt) * SHARE);
      const before = threadMs();
      work();
      spentMs += threadMs() - before;
      lastAt = performance.now();
      return spentMs > AT_ONCE_MS ? REST_MS : 0;
    },
  };
}

const SHARE = 0.25;
const AT_ONCE_MS = 250;
/** Restores as much as a few chunks take. */
const REST_MS = 100;
