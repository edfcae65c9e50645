/**
 * An upstream is down for a while, and callers still create runs. The test that starts the processes and the database
 * passes them in: an API and two workers, which reach the upstream through a switch.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelRun } from '../../openapi/generated/developer.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import type { Sandbox } from '../../server/sandbox/index.ts';
import type { Switch } from './switch.ts';

export interface OutageFixtures {
  db: Db;
  /** The API as one key uses it: each request repeats until it has an answer. */
  client: {
    create(requestKey: string, content: string): Promise<{ id: string }>;
    end(id: string): Promise<ModelRun>;
  };
  way: Switch;
  sandbox: Pick<Sandbox, 'posts'>;
}

interface Outage {
  seconds: number;
  runs: number;
}

interface Figures {
  /** Attempts that the upstream refused while it was down, and the probes among them. */
  attempts: number;
  probes: number;
  lost: number;
  sentTwice: number;
  /** In seconds, from the return of the upstream to completions. */
  toFirst: number;
  toLast: number;
}

/** In parallel, as callers would. */
const LANES = 20;
const BEFORE = 20;

export async function playOutage(
  fixtures: OutageFixtures,
  { seconds, runs }: Outage,
): Promise<Figures> {
  const { db, client, way, sandbox } = fixtures;
  const before = await create(fixtures, 'before', BEFORE);
  await inLanes(before, (id) => client.end(id));
  await way.off();
  const goneAt = Date.now();
  const waiting = await create(fixtures, 'gone', runs);
  await sleep(goneAt + seconds * 1_000 - Date.now());
  const dead = await attemptsOf(db);
  await way.on();
  const backAt = Date.now();
  const ended = await inLanes(waiting, (id) => client.end(id));
  const finished = ended.map(({ finishedAt = '' }) => (Date.parse(finishedAt) - backAt) / 1_000);
  return {
    ...dead,
    lost: ended.filter(({ state }) => state !== 'completed').length,
    sentTwice: waiting.filter((id) => sandbox.posts(id) > 1).length,
    toFirst: Math.min(...finished),
    toLast: Math.max(...finished),
  };
}

export function printFigures(outage: Outage, figures: Figures): void {
  console.table({
    'seconds that the upstream was gone': outage.seconds,
    'runs that waited': outage.runs,
    'attempts that it did not take': figures.attempts,
    'of these, probes': figures.probes,
    'runs that did not complete': figures.lost,
    'runs that it got twice': figures.sentTwice,
    'seconds from its return to the first completion': figures.toFirst,
    'and to the last': figures.toLast,
  });
}

function create({ client }: OutageFixtures, name: string, count: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, i) => i);
  return inLanes(numbers, async (i) => (await client.create(`${name}-${i}`, `${name} ${i}`)).id);
}

async function inLanes<Item, Result>(
  items: Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const entries = items.entries();
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (const [i, item] of entries) results[i] = await work(item);
    }),
  );
  return results;
}

/** Attempts of runs that have not ended: the upstream accepted none of them. */
async function attemptsOf(db: Db): Promise<Pick<Figures, 'attempts' | 'probes'>> {
  const [row] = await db.query<Pick<Figures, 'attempts' | 'probes'>>(
    `select (select coalesce(sum(attempt), 0) from run where finished_at is null)::integer as attempts,
       (select coalesce(sum(probes), 0) from provider_circuit)::integer as probes`,
  );
  return row!;
}
