/**
 * Saves the progress of runs as their providers report it: at most once a second for each run, so that no provider
 * makes the service write more. Of the reports in between, it keeps only the last.
 */
import type { Notifier } from '../platform/db/notifications.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Progress } from '../providers/provider.ts';
import { CHANGED_CHANNEL } from './changed-channel.ts';
import type { OwnRuns } from './own-runs.ts';
import { type ClaimedRun, type ReportedProgress, saveProgress } from './store.ts';

const SAVE_EVERY_MS = 1_000;

export interface ProgressKeeper {
  tell(run: ClaimedRun, progress: Progress): void;
  /** Saves no more reports of this run. */
  end(run: string): void;
}

export interface ProgressOptions {
  db: Db;
  notifier: Notifier;
  ownRuns: OwnRuns;
  log: Log;
}

export function createProgressKeeper({
  db,
  notifier,
  ownRuns,
  log,
}: ProgressOptions): ProgressKeeper {
  const waiting = new Map<string, ReportedProgress>();
  let timer: NodeJS.Timeout | undefined;

  async function save(): Promise<void> {
    timer = undefined;
    const reports = [...waiting.values()];
    waiting.clear();
    for (const id of await saveProgress(db, reports)) {
      // The copy of the run in this process lacks its progress.
      ownRuns.forget(id);
      notifier.notify(CHANGED_CHANNEL, id);
    }
  }

  return {
    tell({ workspace, id, attempt }, progress) {
      waiting.set(id, { workspace, id, attempt, progress });
      timer ??= setTimeout(() => {
        save().catch((error: unknown) => log.warn({ err: error }, 'progress was not saved'));
      }, SAVE_EVERY_MS);
    },
    end(run) {
      waiting.delete(run);
      if (waiting.size > 0) return;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
