/** The requests of the benchmark as bytes: one ordinary conversation, and the head that every client sends. */
import { randomBytes } from 'node:crypto';

export const PATH = '/v1/developer/model-runs';

/** A prompt of ordinary size, for the sandbox model that answers at once. */
export const BODY = {
  model: 'sandbox/echo',
  messages: [
    { role: 'system' as const, content: 'You answer questions about the opening hours of shops.' },
    {
      role: 'user' as const,
      content:
        'Which bakeries near the central station are open before seven in the morning on a Sunday, and which of them have seats?',
    },
  ],
  maxOutputTokens: 256,
};

const TEXT = JSON.stringify(BODY);

export function createRequest(key: string, requestKey: string, more = ''): string {
  return `POST ${PATH} ${head(key)}Idempotency-Key: ${requestKey}\r\n${more}${content()}`;
}

/** Creates under keys that no other call of this gives. */
export function creates(key: string, more = ''): () => string {
  const prefix = randomBytes(8).toString('hex');
  let count = 0;
  return () => createRequest(key, `${prefix}-${count++}`, more);
}

export function getRequest(key: string, id: string): string {
  return `GET ${PATH}/${id} ${head(key)}\r\n`;
}

/** The same body on a route without the service's own headers. */
export function plainRequest(requestKey: string): string {
  return `POST ${PATH} ${head('none')}Idempotency-Key: ${requestKey}\r\n${content()}`;
}

function head(key: string): string {
  return `HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\nAuthorization: Bearer ${key}\r\n`;
}

function content(): string {
  return `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(TEXT)}\r\n\r\n${TEXT}`;
}
