/**
 * A load that does not wait for answers: its requests are due at fixed times, as from independent callers. A request
 * that is sent late counts from its due time, so that a stall of the server, or of the client, counts for everything
 * that became due meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, open, unexpected } from './http-client.ts';

interface OpenLoad {
  port: number;
  perSecond: number;
  seconds: number;
  request: () => string;
  status: number;
}

/** Milliseconds of each answer from the due time of its request. Resolves when all have arrived. */
export async function runOpenLoad(load: OpenLoad): Promise<number[]> {
  const connections: Connection[] = [];
  const idle: Connection[] = [];
  const times: number[] = [];

  async function connect(): Promise<Connection> {
    const connection = await open(load.port);
    connections.push(connection);
    return connection;
  }

  async function ask(due: number): Promise<void> {
    const connection = idle.pop() ?? (await connect());
    const answer = await connection.exchange(load.request());
    if (answer.status !== load.status) throw unexpected(answer);
    times.push(performance.now() - due);
    idle.push(connection);
  }

  const requests: Promise<void>[] = [];
  const start = performance.now();
  for (let n = 0; n < load.perSecond * load.seconds; n++) {
    const due = start + (n * 1_000) / load.perSecond;
    const pause = Math.ceil(due - performance.now());
    if (pause > 0) await sleep(pause);
    const asking = ask(due);
    // Reported below, with the others.
    asking.catch(() => {});
    requests.push(asking);
  }
  try {
    await Promise.all(requests);
  } finally {
    for (const connection of connections) connection.close();
  }
  return times;
}
