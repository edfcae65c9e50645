/**
 * The life of a run of the mock: the examples that it goes through, the current one, and the run in that state. It
 * advances one step each time it is read by its id, and every five seconds. A request that waits gets its end.
 */
import { idToUuid } from '../../server/platform/lib/ids.ts';
import { CANCELLED, type Create, type Kind, type Run } from './kinds.ts';
import type { Saved } from './store.ts';

export const STEP_MS = 5_000;

export interface Life extends Saved {
  body: Create;
  idempotencyKey: string;
  createdAt: number;
  traceId: string | undefined;
  /** The names of the examples that the run goes through. */
  course: readonly string[];
  /** The index of the current example. */
  step: number;
  /** When the run reached the current example. */
  changedAt: number;
  /** When the run begins to advance with time; never, if infinite. */
  since: number;
  version: number;
  cancelRequestedAt?: number;
}

export type Lives = ReturnType<typeof createLives>;

export function createLives(kind: Kind, examples: ReadonlyMap<string, Run>) {
  const exampleAt = ({ course, step }: Life): Run => examples.get(course[step]!)!;
  const hasEnded = (life: Life): boolean => exampleAt(life).finishedAt !== undefined;

  function bring(life: Life, step: number, at: number): void {
    const reached = Math.min(step, life.course.length - 1);
    if (reached <= life.step) return;
    life.version += reached - life.step;
    life.step = reached;
    life.changedAt = Math.max(life.createdAt, at);
  }

  /** Advances a run by the time that has passed. */
  function pass(life: Life): void {
    const due = Math.floor((Date.now() - life.since) / STEP_MS);
    const at = life.since + Math.min(due, life.course.length - 1) * STEP_MS;
    if (due > life.step) bring(life, due, at);
  }

  /** Advances a run because somebody reads it by its id, and may wait for its end. */
  function look(life: Life, waits: boolean): void {
    pass(life);
    bring(life, waits ? life.course.length : life.step + 1, Date.now());
  }

  /** Cancels a run. A run that was not sent ends; reconciliation goes on unchanged. */
  function cancel(life: Life): void {
    pass(life);
    if (hasEnded(life) || life.cancelRequestedAt !== undefined) return;
    const { state } = exampleAt(life);
    const next = examples.get(life.course[life.step + 1] ?? '')?.state ?? state;
    const now = Date.now();
    life.cancelRequestedAt = now;
    life.version += 1;
    life.changedAt = now;
    if (WITH_PROVIDER.has(state) || (state === 'reserved' && WITH_PROVIDER.has(next))) {
      life.course = ['run-cancelling', kind.cancelledEndOf(life.body)];
    } else if (UNSENT.has(state)) life.course = [CANCELLED];
    else return;
    life.step = 0;
    life.since = now;
  }

  function present(life: Life): Run {
    const { id, idempotencyKey, traceId, body, cancelRequestedAt } = life;
    const { cancelRequestedAt: _, ...run } = atItsTime(exampleAt(life), life);
    const own: Run = {
      ...{ ...run, id, idempotencyKey, ...(traceId !== undefined && { traceId }) },
      ...(cancelRequestedAt !== undefined && {
        cancelRequestedAt: new Date(cancelRequestedAt).toISOString(),
      }),
      ...(life.requestKey !== undefined && referenceOf(kind, run, id)),
    };
    return withRequest(kind, own, body, life.requestKey !== undefined);
  }

  return { pass, look, cancel, present, hasEnded, at: ({ course, step }: Life) => course[step]! };
}

const WITH_PROVIDER: ReadonlySet<string> = new Set(['submitting', 'running']);
const UNSENT: ReadonlySet<string> = new Set(['reserved', 'queued']);

/**
 * Returns the example as if it had been created when this run was. Past times of the example are moved between the
 * creation and the last change; future times keep their distance from the last change.
 */
function atItsTime(example: Run, { createdAt, changedAt }: Life): Run {
  const from = Date.parse(example.createdAt);
  const until = Date.parse(example.updatedAt);
  const scale = until > from ? (changedAt - createdAt) / (until - from) : 0;
  const moved = (at: number) =>
    at > until ? changedAt + at - until : Math.round(createdAt + (at - from) * scale);
  return JSON.parse(JSON.stringify(example), (name, value: unknown) =>
    /At$|^deadline$/.test(name) && typeof value === 'string'
      ? new Date(moved(Date.parse(value))).toISOString()
      : value,
  ) as Run;
}

/** Makes a provider reference that is as unique as the run. */
function referenceOf({ prefix }: Kind, { providerReference: canned }: Run, id: string) {
  if (canned === undefined) return {};
  return { providerReference: canned.replace(/^(gen-)?.*$/, `$1${idToUuid(prefix, id)}`) };
}

/** Copies labels, attribution and parent from the request to the run. */
export function withRequest(kind: Kind, run: Run, create: Create, isOwn: boolean): Run {
  const result: Run = { ...run };
  for (const member of ECHOED) {
    const members = Object.entries(create[member] ?? {}).filter(([, value]) => value !== null);
    if (members.length > 0) result[member] = Object.fromEntries(members);
    else if (isOwn) delete result[member];
  }
  return kind.withRequest(result, create, isOwn);
}

const ECHOED = ['metadata', 'attribution', 'parent'] as const;
