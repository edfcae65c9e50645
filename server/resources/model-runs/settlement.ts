/**
 * Moves runs on, many at a time: the one way by which a run's state and money change after its creation.
 * Every advance is conditional, so a repeat changes nothing; it is therefore repeated until the database
 * has answered. Readers are told after the commit.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionLost } from '../../db/errors.ts';
import type { Notifier } from '../../db/notifications.ts';
import type { Db } from '../../db/pool.ts';
import { weightOf } from '../../kernel/json-weight.ts';
import { createBatcher } from '../../kernel/micro-batcher.ts';
import type { Log } from '../../telemetry/log.ts';
import { isolateFaults } from './batch.ts';
import { type Advance, advance, saveReferences } from './store.ts';

export const CHANGED_CHANNEL = 'model_run_changed';

const REPEAT_EVERY_MS = 250;

export interface Reference {
  workspace: string;
  id: string;
  attempt: number;
  reference: string;
}

export type Settlement = ReturnType<typeof createSettlement>;

export function createSettlement(options: { db: Db; notifier: Notifier; log: Log }) {
  const { db, notifier, log } = options;
  const advances = createBatcher<Advance, boolean>({
    run: advanceBatch,
    lanes: 2,
    maxItems: 64,
    maxBytes: 8_000_000,
    sizeOf: ({ answer }) => weightOf(answer),
    maxQueued: Number.POSITIVE_INFINITY,
    onFull: () => new Error('unbounded'),
  });
  const references = createBatcher<Reference, void>({
    run: (batch) =>
      isolateFaults(batch, async (part) => {
        await saveReferences(db, part);
        return part.map(() => undefined);
      }),
    lanes: 1,
    maxItems: 64,
    maxQueued: Number.POSITIVE_INFINITY,
    onFull: () => new Error('unbounded'),
  });

  async function advanceBatch(batch: Advance[]): Promise<(boolean | Error)[]> {
    const results = await isolateFaults(batch, (part) => untilAnswered(part));
    const changed = batch.filter((_, i) => results[i] === true).map(({ id }) => id);
    for (const id of changed) notifier.notify(CHANGED_CHANNEL, id);
    return results;
  }

  async function untilAnswered(part: Advance[]): Promise<boolean[]> {
    for (;;) {
      try {
        return await advance(db, part);
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        log.warn(
          { err: error, runs: part.length },
          'the database is not reached; the settlement is repeated',
        );
        await sleep(REPEAT_EVERY_MS);
      }
    }
  }

  return {
    /** Whether the run was in the state, and the attempt, that the advance expects. */
    advance: (step: Advance): Promise<boolean> => advances.submit(step),
    /**
     * Saves the provider's reference, unless the signal tells first that the outcome is known, which
     * carries it too. A failure is therefore only logged.
     */
    saveReference(reference: Reference, settled: AbortSignal): void {
      references.submit(reference, settled).catch((error: unknown) => {
        if (settled.aborted) return;
        log.warn({ err: error, run: reference.id }, 'the reference of a submission was not saved');
      });
    },
    async idle(): Promise<void> {
      await Promise.all([advances.idle(), references.idle()]);
    },
  };
}
