/**
 * What this process knows about runs without reading them: those that it created and carries out, those that ended a
 * moment ago, and the callers that wait for a change. Every saved change goes through `onAdvanced`, which keeps all three
 * right and notifies other processes. A lost connection to the database clears them: the next one may lead to an earlier
 * state.
 */
import type { Notifications, Notifier } from '../platform/db/notifications.ts';
import { createCache } from '../platform/lib/cache.ts';
import { type JsonValue, weightOf } from '../platform/lib/json.ts';
import type { Meter } from '../platform/telemetry/meter.ts';
import type { RunRow } from './columns.ts';
import type { ReadRow } from './reading-store.ts';
import type { Run } from './run.ts';
import type { Advance, Advanced } from './settlement-store.ts';
import { isTerminal } from './states.ts';

export interface Changes {
  onAdvanced(step: Advance, saved: Advanced): void;
  /**
   * From now on, while `hearsNoOther` is true, notifies nobody of the end of a run that this process created and carried
   * out.
   */
  notifyUnless(hearsNoOther: () => boolean): void;
}

interface ChangesOptions {
  ownRuns: OwnRuns;
  endedRuns: EndedRuns;
  waiters: Waiters;
  notifier: Notifier;
  meter?: Meter | undefined;
}

/** What follows an advance, after its commit. */
export function createChanges(options: ChangesOptions): Changes {
  const { ownRuns, endedRuns, waiters, notifier, meter } = options;
  let hearsNoOther = () => false;
  return {
    onAdvanced(step, saved) {
      measure(meter, step, saved);
      const ended = ownRuns.take(step, saved);
      if (ended) endedRuns.add(ownReading(ended));
      waiters.tell(step.id, ended);
      if (!ended || !hearsNoOther()) notifier.notify(CHANGED_CHANNEL, step.id);
    },
    notifyUnless(given) {
      hearsNoOther = given;
    },
  };
}

function measure(meter: Meter | undefined, step: Advance, saved: Advanced): void {
  const { from_states, to_state, charged_amount: charged, loss_amount: lost } = step;
  meter?.advanced(to_state, { charged, lost });
  if (from_states.includes(to_state)) return;
  const { kind, left: state, since, savedAt } = saved;
  meter?.left({ kind, state }, (savedAt.getTime() - since.getTime()) / 1_000);
}

/** Notifies processes of changes of runs; its payload names the runs. */
export const CHANGED_CHANNEL = 'run_changed';

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

/**
 * Keeps a row from the start of its run until the run's next change or the end of its execution: a request that waits here
 * for the run's end reads nothing.
 */
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
      return { row: advancedRow(row, step, saved), answer: step.answer };
    },
    forget: (uuid) => void rows.delete(uuid),
  };
}

/** As `advance_runs` saves it. */
export function advancedRow(
  row: RunRow,
  step: Advance,
  { version, savedAt }: Pick<Advanced, 'version' | 'savedAt'>,
): RunRow {
  const isEnd = isTerminal(step.to_state);
  const due = step.next_step && after(savedAt, step.due_in_ms);
  const isSentNext = step.next_step === 'submit';
  return {
    ...row,
    ...{ state: step.to_state, version, updated_at: savedAt, finished_at: isEnd ? savedAt : null },
    provider: step.provider ?? row.provider,
    provider_amount: step.provider_amount ?? row.provider_amount,
    list_amount: step.list_amount ?? row.list_amount,
    fee_amount: step.fee_amount ?? row.fee_amount,
    charged_amount: step.charged_amount ?? row.charged_amount,
    absorbed_amount: step.absorbed_amount ?? row.absorbed_amount,
    facts: step.facts ?? row.facts,
    error: step.error ?? null,
    progress: isEnd ? null : row.progress,
    provider_reference: step.provider_reference ?? row.provider_reference,
    unknown_reason: step.unknown_reason ?? row.unknown_reason,
    queue_reason: step.queue_reason ?? row.queue_reason,
    look_ups: row.look_ups + (step.looked_up ? 1 : 0),
    last_looked_up_at: step.looked_up ? savedAt : row.last_looked_up_at,
    settle_deadline: after(savedAt, step.settle_deadline_ms) ?? row.settle_deadline,
    next_check_at: (!isSentNext && due) || null,
    next_attempt_at: (isSentNext && due) || null,
  };
}

function after(moment: Date, ms: number | undefined): Date | null {
  return ms === undefined ? null : new Date(moment.getTime() + ms);
}

const KEPT_MS = 10_000;
const MOST_BYTES = 16_000_000;
/** The bytes of what every run has: its row, and what is made of that. */
const ROW_BYTES = 4_000;

export type EndedRuns = ReturnType<typeof createEndedRuns>;

/** Ended runs never change, so the next read gets them from memory. After a moment, it asks the database again. */
export function createEndedRuns(notifications: Notifications) {
  const readings = createCache<Reading>(MOST_BYTES, { ttl: KEPT_MS, sizeOf });
  notifications.onLost(() => readings.clear());
  notifications.onReconnect(() => readings.clear());
  return {
    get(workspace: string, uuid: string): Reading | undefined {
      // `peek` does not note the use, which would take longer than the look-up: the oldest leave first.
      const reading = readings.peek(uuid);
      return reading?.row.workspace === workspace ? reading : undefined;
    },
    /** Keeps nothing of a run that goes on. */
    add(reading: Reading): void {
      if (isTerminal(reading.row.state)) readings.set(reading.row.id, reading);
    },
  };
}

/** In bytes, an estimate: the saved text of an answer, the values, and the text of the body that contains them. */
function sizeOf({ row: { metadata, facts, error }, answer }: Reading): number {
  const values = weightOf(metadata) + weightOf(facts) + weightOf(error);
  const bytes = ROW_BYTES + 2 * values;
  if (answer === undefined) return bytes;
  return bytes + ('text' in answer ? 6 * answer.text.length : 2 * weightOf(answer.value));
}

interface Waiter {
  wake(): void;
  /** Resolves at the next change, with the run if this process knows it, or when something else wakes the waiter. */
  untilWoken(): Promise<OwnRun | undefined>;
  stop(): void;
}

export interface Waiters {
  add(uuid: string): Waiter;
  /** The run has changed; `run` is its present state. */
  tell(uuid: string, run: OwnRun | undefined): void;
}

/** Code that makes a change in this process, or a notification, wakes those who wait for it. */
export function createWaiters(notifications: Notifications): Waiters {
  /** What wakes each waiter, by the id of the run. */
  const waiters = new Map<string, Set<(run?: OwnRun) => void>>();

  notifications.listen(CHANGED_CHANNEL, (payload) => {
    for (const uuid of payload.split(',')) tell(uuid);
  });
  // Notifications sent while the connection was down are lost: every waiter reads again.
  notifications.onReconnect(() => {
    for (const uuid of [...waiters.keys()]) tell(uuid);
  });

  function tell(uuid: string, run?: OwnRun): void {
    for (const wake of waiters.get(uuid) ?? []) wake(run);
  }

  function add(uuid: string): Waiter {
    let resolve = (_run?: OwnRun) => {};
    const wake = (run?: OwnRun) => resolve(run);
    const ofRun = waiters.get(uuid) ?? new Set();
    waiters.set(uuid, ofRun.add(wake));
    return {
      wake: () => wake(),
      untilWoken() {
        const woken = Promise.withResolvers<OwnRun | undefined>();
        resolve = woken.resolve;
        return woken.promise;
      },
      stop() {
        ofRun.delete(wake);
        if (ofRun.size === 0 && waiters.get(uuid) === ofRun) waiters.delete(uuid);
      },
    };
  }

  return { add, tell };
}

/** A run as it is known at one time, from the database or from memory. */
export interface Reading {
  row: RunRow;
  /** What is stored of the answer: as JSON text if it was read from the database. */
  answer: { text: string } | { value: JsonValue } | undefined;
  /** How long until this reader may have the run looked up; infinite if there is nothing to look up. */
  lookUpInMs: number;
  /** The run that its resource makes of it, from the first time on. */
  run: Run | undefined;
}

export function readingOf({ response, ...row }: ReadRow): Reading {
  return {
    row,
    answer: response === null ? undefined : { text: response },
    lookUpInMs: lookUpInMs(row),
    run: undefined,
  };
}

/** The reading of a run whose row this process knows without a read. */
export function ownReading({ row, answer }: OwnRun): Reading {
  return {
    row,
    answer: answer === undefined ? undefined : { value: answer },
    lookUpInMs: Number.POSITIVE_INFINITY,
    run: undefined,
  };
}

function lookUpInMs({
  look_up_due_in_ms: due,
  look_up_open_in_ms: open,
}: Omit<ReadRow, 'response'>): number {
  return Math.min(due ?? Number.POSITIVE_INFINITY, open ?? Number.POSITIVE_INFINITY);
}
