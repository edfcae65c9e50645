/** What one workspace feels of a hostile one: the times of its echoes alone, and then beside the other. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { request } from '../support/process.ts';

const HOSTILE = fileURLToPath(new URL('hostile.ts', import.meta.url));
/** How many times slower the slowest hundredth may be. */
const MOST_TIMES = 2;
const WARM_UP_SECONDS = 5;

export interface Neighbor {
  url: string;
  key: string;
}

/** Starts it; the returned function ends it, and returns what it was answered. */
export async function startHostile({
  url,
  key,
}: Neighbor): Promise<() => Promise<Record<string, number>>> {
  const child: ChildProcess = spawn(process.execPath, [HOSTILE, url, key], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const printed = text(child.stdout!);
  await once(child, 'message');
  return async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    return JSON.parse(await printed) as Record<string, number>;
  };
}

/** Sends this many echoes a second, whatever their answers; each counts from the time when it was due. */
async function timesOfEchoes({ url, key }: Neighbor, seconds: number, perSecond: number) {
  const times: number[] = [];
  const sent: Promise<void>[] = [];
  const began = performance.now();
  for (let i = 0; i < seconds * perSecond; i++) {
    const due = began + (i * 1_000) / perSecond;
    await sleep(Math.max(0, due - performance.now()));
    sent.push(
      echo(url, key).then(() => {
        times.push(performance.now() - due);
      }),
    );
  }
  await Promise.all(sent);
  return times.sort((a, b) => a - b);
}

async function echo(url: string, key: string): Promise<void> {
  const response = await fetch(`${url}/v1/developer/model-runs`, {
    method: 'POST',
    headers: {
      ...{ Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...{ 'Idempotency-Key': randomUUID(), Prefer: 'wait=30' },
    },
    body: JSON.stringify(request('sandbox/echo')),
  });
  const run = (await response.json()) as { state?: string };
  if (run.state !== 'completed') throw new Error(`an echo was ${response.status} ${run.state}`);
}

const at = (times: readonly number[], share: number) =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))]!;

/** Prints the times, and returns the fault if the hostile workspace makes them longer than promised. */
export async function compareNeighbors(
  honest: Neighbor,
  hostile: Neighbor,
  { seconds, perSecond }: { seconds: number; perSecond: number },
): Promise<string[]> {
  await timesOfEchoes(honest, WARM_UP_SECONDS, perSecond);
  const alone = await timesOfEchoes(honest, seconds, perSecond);
  const stop = await startHostile(hostile);
  await timesOfEchoes(honest, WARM_UP_SECONDS, perSecond);
  const beside = await timesOfEchoes(honest, seconds, perSecond);
  const answered = await stop();
  const row = (times: readonly number[]) => ({
    echoes: times.length,
    'p50 ms': Math.round(at(times, 0.5)),
    'p99 ms': Math.round(at(times, 0.99)),
    'longest ms': Math.round(times.at(-1)!),
  });
  console.table({ alone: row(alone), 'beside a hostile workspace': row(beside) });
  console.log('what the hostile workspace was answered:', answered);
  const times = at(beside, 0.99) / at(alone, 0.99);
  console.log(`p99 of an echo beside it: ${times.toFixed(1)} times the p99 alone\n`);
  if (times <= MOST_TIMES) return [];
  return [`the p99 of an echo is ${times.toFixed(1)} times as long beside a hostile workspace`];
}
