/**
 * The rows of runs that this process has created and is carrying out: a request that waits here for a run's end reads
 * nothing. The process keeps a row from the start of its run until the run's next change or the end of its execution.
 */
import type { Notifications } from '../platform/db/notifications.ts';
import type { JsonValue } from '../platform/lib/json.ts';
import { CHANGED_CHANNEL } from './changed-channel.ts';
import type { RunRow } from './run-row.ts';
import { isTerminal } from './states.ts';
import type { Advance, Advanced } from './store.ts';

/** A row as a read would return it, with what is stored of the answer. */
export interface OwnRun {
  row: RunRow;
  answer: JsonValue | undefined;
}

export interface OwnRuns {
  add(row: RunRow): void;
  get(workspace: string, uuid: string): OwnRun | undefined;
  /** The run as it is now, if that follows from what is known; the process no longer keeps it. */
  take(step: Advance, saved: Advanced): OwnRun | undefined;
  forget(uuid: string): void;
}

export function createOwnRuns(notifications: Notifications): OwnRuns {
  const rows = new Map<string, RunRow>();
  // This process takes its own changes before it notifies: this change came from another one.
  notifications.listen(CHANGED_CHANNEL, (payload) => {
    for (const uuid of payload.split(',')) rows.delete(uuid);
  });
  notifications.onReconnect(() => rows.clear());
  return {
    add: (row) => void rows.set(row.id, row),
    get(workspace, uuid) {
      const row = rows.get(uuid);
      return row?.workspace === workspace ? { row, answer: undefined } : undefined;
    },
    take(step, saved) {
      const row = rows.get(step.id);
      rows.delete(step.id);
      // Another process has changed the run in between, or only the database knows the result.
      if (row?.version !== saved.version - 1 || !isTerminal(step.to_state)) return undefined;
      return { row: endedRow(row, step, saved), answer: step.answer };
    },
    forget: (uuid) => void rows.delete(uuid),
  };
}

/** As `advance_runs` saves it. */
function endedRow(row: RunRow, step: Advance, { version, savedAt }: Advanced): RunRow {
  return {
    ...row,
    ...{ state: step.to_state, version, updated_at: savedAt, finished_at: savedAt },
    provider_amount: step.provider_amount ?? null,
    list_amount: step.list_amount ?? null,
    fee_amount: step.fee_amount ?? null,
    charged_amount: step.charged_amount ?? null,
    absorbed_amount: step.absorbed_amount ?? null,
    facts: step.facts ?? null,
    error: step.error ?? null,
    provider_reference: step.provider_reference ?? null,
    unknown_reason: step.unknown_reason ?? null,
    queue_reason: step.queue_reason ?? null,
  };
}
