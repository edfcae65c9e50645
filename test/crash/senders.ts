/** Processes that send while runs end: they are killed with something under way, and others go on. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase } from '../support/postgres.ts';
import {
  type Client,
  kill,
  type Process,
  request,
  startOutside,
  startProcess,
} from '../support/process.ts';
import { createForSure } from './promises.ts';

export type Senders = Awaited<ReturnType<typeof openSenders>>;

/** `received` counts what has arrived. `more` is of the environment of each process. */
export async function openSenders(received: () => number, more: Record<string, string> = {}) {
  const [outside, database] = await Promise.all([
    startOutside({ slowMs: 1_000 }),
    createTestDatabase(),
  ]);
  const running: Process[] = [];
  return {
    db: database.db,
    async start(command: 'serve' | 'work') {
      const environment = { ...outside.environment, DATABASE_URL: database.url, ...more };
      const started = await startProcess(command, environment);
      running.push(started);
      return started;
    },
    /** Kills the process once this much has arrived and more is under way. */
    async killAt(service: Process, count: number) {
      while (received() < count) await sleep(5);
      kill(service, 'SIGKILL');
      await service.ended;
    },
    async close() {
      for (const one of running) kill(one, 'SIGKILL');
      await Promise.all(running.map(({ ended }) => ended));
      await outside.close();
      await database.drop();
    },
  };
}

/** Runs of these models, one after another. */
export async function endMany(client: Client, count: number, models: string[]): Promise<void> {
  const end = async (_: unknown, i: number) => {
    const { id } = await createForSure(client, `run-${i}`, request(models[i % models.length]!));
    await client.end(id);
  };
  await Promise.all(Array.from({ length: count }, end));
}
