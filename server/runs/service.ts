/** The runs of one resource, as HTTP handlers and operators ask for them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Principal } from '../keys/index.ts';
import type { Notifier } from '../platform/db/notifications.ts';
import type { Db } from '../platform/db/pool.ts';
import { invariant } from '../platform/lib/errors.ts';
import { idToUuid } from '../platform/lib/ids.ts';
import { type JsonValue, parseJsonKeeping } from '../platform/lib/json.ts';

import type { Tracer } from '../platform/telemetry/tracer.ts';
import {
  type AdmissionOptions,
  type CreateInput,
  createAdmission,
  type Estimate,
} from './admission.ts';
import type { Cancelling } from './cancelling.ts';
import type { Reading } from './known-runs.ts';

import { queueName } from './look-up.ts';
import {
  type ListQuery,
  listRuns,
  type Reader,
  type RunHistory,
  type RunPage,
  readHistory,
} from './reading.ts';
import type { Reconciliation } from './reconciliation.ts';
import type { RunResource, RunTypes } from './resource.ts';
import { type Run, toRun } from './run.ts';

import { tracedCreate } from './service-spans.ts';
import { isTerminal } from './states.ts';

/** Notifies workers of new work; its payload names queues. */
export const READY_CHANNEL = 'run_ready';

/** A GET never waits longer than this for the provider's record. */
const RECONCILE_IN_GET_MS = 2_000;

export interface Runs<T extends RunTypes> {
  /** Throws a Problem for every refusal. The body is valid against the contract's schema. */
  create(
    principal: Principal,
    input: CreateInput<T['Request']>,
  ): Promise<{ run: Run<T['Facts']>; replayed: boolean }>;
  /** The hold that a create would take; creates nothing and guarantees nothing. */
  estimate(principal: Principal, body: T['Request']): Promise<Estimate<T>>;
  /**
   * The run; undefined if it belongs to another workspace. If its outcome or price is open, the service looks it up
   * first, unless somebody else is doing so or has just done so.
   */
  get(workspace: string, id: string): Promise<Run<T['Facts']> | undefined>;
  /**
   * The run as soon as `until` holds, or as it is after `ms` or when a signal fires. Looks up like `get`. `until` does
   * not hold for the run that the caller passes.
   */
  wait(
    workspace: string,
    run: Run<T['Facts']>,
    until: (run: Run<T['Facts']>) => boolean,
    ms: number,
    signals: readonly AbortSignal[],
  ): Promise<Run<T['Facts']>>;
  /**
   * Saves the request that the run end early, and returns the run as it is then; undefined if it belongs to another
   * workspace. A repeat changes nothing.
   */
  cancel(workspace: string, id: string): Promise<Run<T['Facts']> | undefined>;
  list(workspace: string, query: ListQuery): Promise<RunPage<T['Facts']>>;
  /** The run as it is saved, its request, and when it reached its states. Asks no provider. */
  history(workspace: string, id: string): Promise<RunHistory<T['Facts']> | undefined>;
}

export interface RunsOptions extends AdmissionOptions {
  db: Db;
  notifier: Pick<Notifier, 'notify'>;
  reader: Reader;
  reconciliation: Pick<Reconciliation, 'reconcileRun'>;
  cancelling: Pick<Cancelling, 'cancel'>;
  tracer?: Tracer | undefined;
}

export function createRuns<T extends RunTypes>(
  resource: RunResource<T>,
  options: RunsOptions,
): Runs<T> {
  const { db, notifier, reader, reconciliation, cancelling } = options;
  const { kind, idPrefix, passedThrough } = resource;
  const admission = createAdmission(resource, options);

  const runOf = createConversion(resource);

  /** Also undefined for a run of another kind. */
  async function read(workspace: string, uuid: string): Promise<Reading | undefined> {
    const reading = await reader.read(workspace, uuid);
    return reading?.row.kind === kind ? reading : undefined;
  }

  function find(workspace: string, id: string): Promise<Reading | undefined> {
    const uuid = idToUuid(idPrefix, id);
    return uuid === undefined ? Promise.resolve(undefined) : read(workspace, uuid);
  }

  async function readRun(workspace: string, uuid: string): Promise<Run<T['Facts']> | undefined> {
    const reading = await read(workspace, uuid);
    return reading && runOf(reading);
  }

  async function get(workspace: string, id: string): Promise<Run<T['Facts']> | undefined> {
    const reading = await find(workspace, id);
    if (!reading || reading.lookUpInMs > 0) return reading && runOf(reading);
    const uuid = reading.row.id;
    await within(RECONCILE_IN_GET_MS, reconciliation.reconcileRun(uuid, reading.row));
    return readRun(workspace, uuid);
  }

  async function cancel(workspace: string, id: string): Promise<Run<T['Facts']> | undefined> {
    const reading = await find(workspace, id);
    if (!reading || isTerminal(reading.row.state)) return reading && runOf(reading);
    await cancelling.cancel(workspace, reading.row.id);
    return readRun(workspace, reading.row.id);
  }

  return {
    create: tracedCreate<T>(
      createCreate(admission, { kind, notifier, read: readRun }),
      kind,
      options.tracer,
    ),
    estimate: admission.estimate,
    get,
    wait: createWait(reader, runOf),
    cancel,
    list: (workspace, query) => listRuns(db, resource, workspace, query),
    async history(workspace, id) {
      const reading = await find(workspace, id);
      return reading && readHistory(db, { workspace, run: runOf(reading) }, passedThrough);
    },
  };
}

function createWait<T extends RunTypes>(
  reader: Pick<Reader, 'wait'>,
  runOf: (reading: Reading) => Run<T['Facts']>,
): Runs<T>['wait'] {
  return async (workspace, run, until, ms, signals) => {
    let current = run;
    const holds = (reading: Reading) => {
      // Nothing that a reader can see has changed, and `until` did not hold for that version.
      if (reading.row.version === current.version) return false;
      current = runOf(reading);
      return until(current);
    };
    await reader.wait({ workspace, uuid: run.uuid }, holds, ms, signals);
    return current;
  };
}

/** Creates a run or finds it; notifies workers of a run that nobody has claimed. */
function createCreate<T extends RunTypes>(
  admission: ReturnType<typeof createAdmission<T>>,
  { kind, notifier, read }: CreateOptions<T>,
): Runs<T>['create'] {
  return async (principal, input) => {
    for (;;) {
      const admitted = await admission.create(principal, input);
      if (admitted.kind === 'created') {
        const { claimed, provider } = admitted;
        if (!claimed) notifier.notify(READY_CHANNEL, queueName({ kind, provider }));
        return { run: admitted.run, replayed: false };
      }
      const run = await read(principal.workspace, admitted.uuid);
      if (run) return { run, replayed: true };
      invariant(admitted.isRemembered, 'a saved run is found by its id');
      admission.forget({ ...input, ...principal });
    }
  };
}

interface CreateOptions<T extends RunTypes> {
  kind: string;
  notifier: RunsOptions['notifier'];
  read: (workspace: string, uuid: string) => Promise<Run<T['Facts']> | undefined>;
}

/** Converts readings to runs, and each reading only once. */
function createConversion<T extends RunTypes>(resource: RunResource<T>) {
  function jsonOf(answer: NonNullable<Reading['answer']>): JsonValue {
    if ('value' in answer) return answer.value;
    return parseJsonKeeping(resource.passedThrough, answer.text) as JsonValue;
  }

  return (reading: Reading): Run<T['Facts']> => {
    const { row, answer } = reading;
    reading.run ??= toRun<T['Facts']>(row, resource, answer && jsonOf(answer)) as Run;
    return reading.run as Run<T['Facts']>;
  };
}

/** Waits for the work at most this long; the work then goes on in the background. */
export async function within(ms: number, work: Promise<void>): Promise<void> {
  const ended = new AbortController();
  const time = sleep(ms, undefined, { signal: ended.signal }).catch(() => {});
  await Promise.race([work, time]).finally(() => ended.abort());
}
