/**
 * What the service promises to callers who repeat with their keys, and the words for a broken promise. Trusts HTTP, the
 * upstream's own count and the ledger, and nothing else.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelRun } from '../../openapi/generated/developer.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { faultsInBooks } from '../support/books.ts';
import type { AnyKind } from '../support/kinds.ts';
import { balances } from '../support/model-runs.ts';
import { type Answer, type Client, type Outside, sentTooOften } from '../support/process.ts';

const AT_ONCE = 200;

export interface Acknowledged {
  requestKey: string;
  body: object;
  id: string;
}

export interface CheckedService {
  db: Db;
  workspace: string;
  client: Client;
  /** Counts how often the runs were sent. */
  sandbox: Pick<Outside['sandbox'], 'posts'>;
  /** Default: model runs. */
  kind?: AnyKind;
}

/** Creates as a client of any kind does: repeats with the same key until there is an answer. */
export async function createForSure(
  client: Client,
  requestKey: string,
  body: object,
  onStatus: (status: number) => void = () => {},
): Promise<Acknowledged> {
  const { run } = await untilAnswered(async () => {
    const answer = await answeredCreate(client, requestKey, body, onStatus);
    if (answer.status >= 400) throw new Refused(`a create was refused with ${answer.status}`);
    return answer;
  });
  return { requestKey, body, id: run.id };
}

/** An answer with a fault of the service does not count as one, and neither does one that asks to wait. */
async function answeredCreate(
  client: Client,
  requestKey: string,
  body: object,
  onStatus: (status: number) => void = () => {},
): Promise<Answer> {
  const answer = await client.create(requestKey, body);
  onStatus(answer.status);
  const { status, headers } = answer;
  if (status === 429) await sleep(Number(headers.get('retry-after')) * 1_000);
  if (status === 429 || status >= 500) throw new Error(`the service answered ${status}`);
  return answer;
}

/** What a kind sells may be unknown until the service has asked its servers. */
export async function untilSold(kind: AnyKind, client: Client): Promise<void> {
  for (const subject of new Set(kind.subjects.load)) {
    const body = kind.request(`sandbox/${subject}`);
    while ((await untilAnswered(() => client.estimate(body))).status !== 200) await sleep(50);
  }
}

/** Cancels as a client of any kind does: repeats until there is an answer. */
export async function cancelForSure(client: Client, id: string): Promise<void> {
  await untilAnswered(async () => {
    const { status } = await client.cancel(id);
    // 200: the run has ended.
    if (status !== 200 && status !== 202) throw new Error(`a cancel was answered with ${status}`);
  });
}

/** Waits for the end of each acknowledged run. */
export function endAll(client: Client, runs: readonly Acknowledged[]): Promise<ModelRun[]> {
  return inTurns(runs, ({ id }) => untilAnswered(() => client.end(id)));
}

/** Broken promises, in words. */
export async function brokenPromises(
  { db, workspace, client, sandbox, kind }: CheckedService,
  runs: readonly Acknowledged[],
  ended: ModelRun[],
): Promise<string[]> {
  return [
    ...(await lostReplays(client, runs, ended)),
    ...sentTooOften(ended, sandbox, kind?.sent).map((excess) => `sent too often: ${excess}`),
    ...ended.filter(isOvercharged).map(({ id }) => `${id} is charged above its hold`),
    ...(await faultsOfMoney(db, workspace)),
  ];
}

/** Counts by `completed`, or the code of the error. */
export function countEndings(runs: ModelRun[]): Record<string, number> {
  const endings: Record<string, number> = {};
  for (const { state, error } of runs) {
    const ending = error?.code ?? state;
    endings[ending] = (endings[ending] ?? 0) + 1;
  }
  return endings;
}

/** A repeat of each create returns the run that was acknowledged, and a read finds it. */
async function lostReplays(
  client: Client,
  runs: readonly Acknowledged[],
  ended: ModelRun[],
): Promise<string[]> {
  const replay = ({ requestKey, body }: Acknowledged): Promise<Answer> =>
    answeredCreate(client, requestKey, body);
  const replays = await inTurns(runs, (run) => untilAnswered(() => replay(run)));
  return replays.flatMap(({ status, run }, i) =>
    status === 200 && run.id === runs[i]!.id && run.id === ended[i]!.id
      ? []
      : [`a replay of ${runs[i]!.id} gave ${status} ${run.id}`],
  );
}

async function faultsOfMoney(db: Db, workspace: string): Promise<string[]> {
  const faults = await faultsInBooks(db, { fromTheStart: true });
  for (const { held, pending } of await balances(db, workspace)) {
    if (held !== 0 || pending !== 0) faults.push(`${held} is held for ${pending} pending runs`);
  }
  return faults;
}

function isOvercharged({ chargedAmount = 0, reservedAmount, state }: ModelRun): boolean {
  return chargedAmount > reservedAmount || (state === 'failed' && chargedAmount > 0);
}

/** Bounds how many run at once: a soak has more runs than a machine has sockets. */
async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(work))));
  }
  return results;
}

class Refused extends Error {}

/** The reason of a client's signal that ends its callers, who otherwise repeat without end. */
export class RoundOver extends Error {}

async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof Refused || error instanceof RoundOver) throw error;
      await sleep(50);
    }
  }
}
