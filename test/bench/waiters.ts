/**
 * Requests that wait for their runs, each on its own connection: a create that waits, and, once its time is over, reads
 * that wait. After the end of its run, a connection waits for the next one, so that their number stays the same.
 */
import { randomBytes } from 'node:crypto';
import type { ModelRun } from '../../openapi/generated/developer.ts';
import { sharedNow } from './clock.ts';
import { type Connection, open, unexpected } from './http-client.ts';
import { BODY, createRequest, getRequest, WAIT } from './requests.ts';

interface Waiters {
  /** Adds one. The last message of its request names its run. */
  add(): Promise<void>;
  /** How many have been added. */
  count(): number;
  /** The name of the run with the longest wait; returns each once. */
  oldest(): string | undefined;
  /** The moment at which the answer with the end of this run arrived. */
  arrivalOf(name: string): Promise<number>;
  /** Rejects on an unexpected answer. */
  failed: Promise<never>;
  /** Resolves when all have their answers. */
  stop(): Promise<void>;
}

export function createWaiters({ port, key }: { port: number; key: string }): Waiters {
  const prefix = randomBytes(8).toString('hex');
  const arrivals = new Map<string, PromiseWithResolvers<number>>();
  const names: string[] = [];
  const loops: Promise<void>[] = [];
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  let runs = 0;
  let isStopping = false;

  async function keepWaiting(connection: Connection): Promise<void> {
    while (!isStopping) {
      const name = `${prefix}-${++runs}`;
      const arrival = Promise.withResolvers<number>();
      arrivals.set(name, arrival);
      names.push(name);
      arrival.resolve(await endOf(connection, name));
    }
    connection.close();
  }

  async function endOf(connection: Connection, name: string): Promise<number> {
    const [system] = BODY.messages;
    const body = { ...BODY, messages: [system, { role: 'user', content: name }] };
    let request = createRequest(key, name, WAIT, JSON.stringify(body));
    for (;;) {
      const answer = await connection.exchange(request);
      const arrivedAt = sharedNow();
      if (answer.status !== 200 && answer.status !== 202) throw unexpected(answer);
      const run = JSON.parse(answer.body) as ModelRun;
      if (run.state === 'completed') return arrivedAt;
      if (run.state === 'failed') throw unexpected(answer);
      request = getRequest(key, run.id, WAIT);
    }
  }

  return {
    async add() {
      const loop = keepWaiting(await open(port));
      loop.catch(failed.reject);
      loops.push(loop);
    },
    count: () => loops.length,
    oldest: () => names.shift(),
    async arrivalOf(name) {
      const arrived = await arrivals.get(name)!.promise;
      arrivals.delete(name);
      return arrived;
    },
    failed: failed.promise,
    async stop() {
      isStopping = true;
      await Promise.all(loops);
    },
  };
}
