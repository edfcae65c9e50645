/** A GET with a text of bounded size as its answer, for look-ups and catalogs. */
import { TextDecoder } from 'node:util';
import type { Dispatcher } from 'undici';
import { exchange, type Head } from './exchange.ts';

export type Fetched =
  | { kind: 'text'; status: number; header: Head['header']; text: string }
  | { kind: 'failed'; reason: string };

export interface GetText {
  url: URL;
  headers: Record<string, string>;
  timeoutMs: number;
  maxBytes: number;
  signal: AbortSignal;
}

export async function getText(dispatcher: Dispatcher, request: GetText): Promise<Fetched> {
  const chunks: Buffer[] = [];
  const ending = await exchange(
    dispatcher,
    { method: 'GET', ...request },
    {
      head: (head) => (head.status === 200 ? 'more' : 'enough'),
      data(chunk) {
        chunks.push(chunk);
        return 'more';
      },
    },
  );
  if (ending.kind !== 'ended') return { kind: 'failed', reason: ending.reason };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
    return { kind: 'text', ...ending.head, text };
  } catch {
    return { kind: 'failed', reason: 'The answer of the provider is not readable text.' };
  }
}
