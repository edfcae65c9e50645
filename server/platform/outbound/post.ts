/** Sends one body to an address of a customer. Does not follow redirects, and reads an answer within bounds. */
import { type Agent, request } from 'undici';
import { isForbiddenHost } from './addresses.ts';

export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
  /** Whether connections to private addresses are allowed. */
  allowsPrivate: boolean;
  /** From the beginning to the end of the answer. */
  withinMs: number;
  /** The maximum bytes of the answer that are read; the rest is ignored. */
  readAtMost: number;
  /** Aborts it. */
  signal?: AbortSignal;
  /** The receiver, as an error message names it. */
  receiver: string;
}

export type Posted =
  | { error: string; status?: undefined }
  | { status: number; headers: Record<string, string | string[] | undefined>; answer: Buffer };

/** Never throws. */
export async function post(agent: Agent, given: Post): Promise<Posted> {
  const { url, headers, body, allowsPrivate, withinMs, readAtMost, signal } = given;
  try {
    // An address in the URL is used without resolving it.
    const { hostname, protocol } = new URL(url);
    if (!allowsPrivate && isForbiddenHost(hostname)) {
      return { error: 'The address is private, local or reserved.' };
    }
    // It was created while the deployment allowed that.
    if (!allowsPrivate && protocol !== 'https:') {
      return { error: 'The address is without TLS, which is not allowed any more.' };
    }
    const timeIsUp = AbortSignal.timeout(withinMs);
    const answer = await request(url, {
      ...{ dispatcher: agent, method: 'POST', body, headers },
      signal: signal ? AbortSignal.any([timeIsUp, signal]) : timeIsUp,
    });
    return {
      ...{ status: answer.statusCode, headers: answer.headers },
      answer: await beginningOf(answer.body, readAtMost),
    };
  } catch (error) {
    return { error: wordsOf(error, given.receiver) };
  }
}

/** Closes a connection whose answer continues beyond that. */
async function beginningOf(body: AsyncIterable<Buffer>, atMost: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= atMost) break;
  }
  return Buffer.concat(chunks).subarray(0, atMost);
}

function wordsOf(error: unknown, receiver: string): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `${receiver} did not answer in time.`;
  }
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return `${receiver} could not be reached${code}.`;
}
