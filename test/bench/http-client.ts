/**
 * The load: requests over persistent connections, one after the other on each, from a client that does as little as
 * possible. It shares the machine with what it measures, so its own cost must be small; that is why it uses no library.
 * It checks every status: an unexpected answer ends the benchmark.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Answer {
  status: number;
  /** The status line and the headers. */
  head: string;
  body: string;
}

export interface Connection {
  /** Exchanges one request at a time. */
  exchange(request: string): Promise<Answer>;
  close(): void;
}

export interface Load {
  port: number;
  connections: number;
  seconds: number;
  /** Stops early after this many answers. */
  atMost?: number;
  /** The bytes of the n-th request. */
  request: (n: number) => string;
  status: number;
  /** Answers with this status are not counted. */
  ignored?: number;
}

/** Answers per second, with requests always under way on every connection. */
export async function runLoad(load: Load): Promise<number> {
  const { port, atMost = Number.POSITIVE_INFINITY, request, status } = load;
  const connections = await Promise.all(Array.from({ length: load.connections }, () => open(port)));
  const start = performance.now();
  const end = start + load.seconds * 1_000;
  let requestCount = 0;
  let answered = 0;
  let last = start;

  async function drive(connection: Connection): Promise<void> {
    while (requestCount < atMost && performance.now() < end) {
      const answer = await connection.exchange(request(requestCount++));
      if (answer.status === load.ignored) continue;
      if (answer.status !== status) throw unexpected(answer);
      const now = performance.now();
      if (now > end) return;
      answered += 1;
      last = now;
    }
  }

  try {
    await Promise.all(connections.map(drive));
  } finally {
    for (const connection of connections) connection.close();
  }
  const until = requestCount < atMost ? end : last;
  return answered / ((until - start) / 1_000);
}

export function unexpected({ status, body }: Pick<Answer, 'status' | 'body'>): Error {
  return new Error(`the server under test answered ${status}: ${body.slice(0, 500)}`);
}

const NOT_MODIFIED = 304;
const NOTHING = Buffer.alloc(0);

export async function open(port: number): Promise<Connection> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  await once(socket, 'connect');
  return speakOver(socket);
}

function speakOver(socket: Socket): Connection {
  let waiting: PromiseWithResolvers<Answer> | undefined;
  let received: Buffer = NOTHING;

  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const answer = parse(received);
    if (answer === undefined) return;
    received = NOTHING;
    waiting?.resolve(answer);
  });
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('the server closed the connection')));

  return {
    exchange(request) {
      waiting = Promise.withResolvers();
      socket.write(request, 'latin1');
      return waiting.promise;
    },
    close() {
      waiting = undefined;
      socket.destroy();
    },
  };
}

/** Undefined until the response is complete. Responses of the service with a body always carry their length. */
function parse(bytes: Buffer): Answer | undefined {
  const endOfHead = bytes.indexOf('\r\n\r\n');
  if (endOfHead < 0) return undefined;
  const head = bytes.toString('latin1', 0, endOfHead);
  const status = Number(head.slice(9, 12));
  const length = status === NOT_MODIFIED ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
  if (!Number.isInteger(length)) throw new Error(`a response without a length: ${head}`);
  const start = endOfHead + 4;
  if (bytes.length < start + length) return undefined;
  return { status, head, body: bytes.toString('utf8', start, start + length) };
}

export function headerOf({ head }: Answer, name: string): string | undefined {
  return new RegExp(`\\r\\n${name}: ([^\\r]*)`, 'i').exec(head)?.[1];
}
