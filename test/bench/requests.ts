/** The requests of the benchmark as bytes: one ordinary conversation, and the head that every client sends. */
import { randomBytes } from 'node:crypto';

export const PATH = '/v1/developer/model-runs';
export const TOOL_PATH = '/v1/developer/tool-runs';

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

export const TEXT = JSON.stringify(BODY);

/** Asks the service to answer only when the run has ended. */
export const WAIT = 'Prefer: wait=30\r\n';

/** `more` are further headers, each with its line end; `text` is the body. */
export function createRequest(
  key: string,
  requestKey: string,
  more = '',
  text = TEXT,
  path = PATH,
): string {
  return `POST ${path} ${head(key)}Idempotency-Key: ${requestKey}\r\n${more}${content(text)}`;
}

/** Creates, under keys that no other call of this function returns. */
export function creates(key: string, more = '', text = TEXT, path = PATH): () => string {
  const prefix = randomBytes(8).toString('hex');
  let count = 0;
  return () => createRequest(key, `${prefix}-${count++}`, more, text, path);
}

export function getRequest(key: string, id: string, more = ''): string {
  return `GET ${PATH}/${id} ${head(key)}${more}\r\n`;
}

/** The first page, of the default length. */
export function listRequest(key: string): string {
  return `GET ${PATH} ${head(key)}\r\n`;
}

export function getFrom(key: string, path: string): string {
  return `GET ${path} ${head(key)}\r\n`;
}

export function postTo(key: string, path: string, text: string): string {
  return `POST ${path} ${head(key)}${content(text)}`;
}

/** The same body on a route without the service's own headers. */
export function plainRequest(requestKey: string, text = TEXT): string {
  return `POST ${PATH} ${head('none')}Idempotency-Key: ${requestKey}\r\n${content(text)}`;
}

function head(key: string): string {
  return `HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\nAuthorization: Bearer ${key}\r\n`;
}

function content(text: string): string {
  return `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
