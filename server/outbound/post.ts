/** Sends one body to an address of a customer. Redirects are not followed, and an answer is read within bounds. */
import { type Agent, request } from 'undici';
import { isForbiddenHost } from './addresses.ts';

export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
  /** Whether private addresses may be connected to. */
  allowsPrivate: boolean;
  /** From the beginning to the end of the answer. */
  withinMs: number;
  /** Bytes of the answer that are read; the rest is not waited for. */
  readAtMost: number;
  /** Breaks it off. */
  signal?: AbortSignal;
  /** Who is sent to, in the words of a failure. */
  receiver: string;
}

export type Posted =
  | { error: string; status?: undefined }
  | { status: number; headers: Record<string, string | string[] | undefined>; answer: Buffer };

/** Never throws. */
export async function post(agent: Agent, given: Post): Promise<Posted> {
  const { url, headers, body, allowsPrivate, withinMs, readAtMost, signal } = given;
  try {
    // An address in the URL is connected to without being resolved.
    const { hostname, protocol } = new URL(url);
    if (!allowsPrivate && isForbiddenHost(hostname)) {
      return { error: 'The address is private, local or reserved.' };
    }
    // It was made while the deployment allowed that.
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

/** A connection whose answer goes on after that is closed. */
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
