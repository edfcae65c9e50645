/**
 * A connection on which a test writes any bytes, where an HTTP client could not: half a request, repeated headers, a
 * body that never ends. Checks every final answer against the contract.
 */
import { connect, type Socket } from 'node:net';
import { type Answer, contract, type TestService } from '../support/service.ts';

export interface Connection {
  write(...parts: (string | Uint8Array)[]): void;
  /** The next final answer, taken as that to this request. Rejects if the connection ends before. */
  answer(method: string, target: string): Promise<Answer>;
  /** Resolves when the server asks for the body. */
  continued: Promise<void>;
  /** Resolves when the connection has ended, whoever ended it. */
  closed: Promise<void>;
  /** Whether the test can send bytes without buffering them here. */
  socket: Socket;
  destroy(): void;
}

export type Field = readonly [name: string, value: string | number];

export function open({ port, publicUrl }: Pick<TestService, 'port' | 'publicUrl'>): Connection {
  const socket = connect({ port, host: '127.0.0.1' });
  const continued = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  let received = '';
  let isOver = false;
  let wake = () => {};

  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    received += chunk;
    wake();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    isOver = true;
    closed.resolve();
    wake();
  });

  function take(method: string): Answer | undefined {
    for (;;) {
      const message = messageAt(received, method);
      if (!message) return undefined;
      received = received.slice(message.length);
      if (message.status >= 200) return message;
      continued.resolve();
    }
  }

  return {
    ...{ socket, continued: continued.promise, closed: closed.promise },
    write(...parts) {
      for (const part of parts) socket.write(part);
    },
    async answer(method, target) {
      for (;;) {
        const woken = Promise.withResolvers<void>();
        wake = woken.resolve;
        const answer = take(method);
        if (answer) {
          contract.check({ ...answer, method, target, publicUrl });
          return answer;
        }
        if (isOver) throw new Error(`closed after ${JSON.stringify(received)}`);
        await woken.promise;
        if (/^HTTP\/1\.1 100 /.test(received)) continued.resolve();
      }
    },
    destroy: () => socket.destroy(),
  };
}

/** The head of a request, with the fields in this order, repeated ones included. */
export function head(method: string, target: string, fields: readonly Field[] = []): string {
  const all: Field[] = fields.some(([name]) => name.toLowerCase() === 'host')
    ? [...fields]
    : [['Host', 'localhost'], ...fields];
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

interface RawRequest {
  method?: string;
  target: string;
  fields?: readonly Field[];
  /** Sent after the head, unchanged. */
  body?: readonly (string | Uint8Array)[];
}

/** Sends one request on its own connection, and cuts that once the answer is there. */
export async function exchange(
  service: Pick<TestService, 'port' | 'publicUrl'>,
  { method = 'GET', target, fields = [], body = [] }: RawRequest,
): Promise<Answer> {
  const connection = open(service);
  connection.write(head(method, target, fields), ...body);
  try {
    return await connection.answer(method, target);
  } finally {
    connection.destroy();
  }
}

/** The first message received, once it is complete. */
function messageAt(received: string, method: string): (Answer & { length: number }) | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = received.slice(0, end).split('\r\n');
  const status = Number(first.split(' ')[1]);
  const headers = new Headers(
    lines.map((line) => line.split(/: ?(.*)/s).slice(0, 2) as [string, string]),
  );
  const hasBody = method !== 'HEAD' && status >= 200 && status !== 304;
  const length = end + 4 + (hasBody ? Number(headers.get('content-length') ?? 0) : 0);
  if (received.length < length) return undefined;
  const text = Buffer.from(received.slice(end + 4, length), 'latin1').toString('utf8');
  return { status, headers, text, length };
}
