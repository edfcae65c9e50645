/** Asks about every run that waits for a look-up, due or not, for an operator. The due times stay as they are. */
import { LOWEST_UUID } from '../platform/lib/ids.ts';
import { afterLookUp } from './after-look-up.ts';
import type { Found } from './look-up.ts';
import { type DueLookUp, openLookUps } from './look-up-store.ts';
import { bookLateLookUp, type ReconciliationOptions } from './reconciliation.ts';
import type { RunState } from './states.ts';

const BATCH = 32;

/** What the provider said about an open run, and what follows from it. */
export interface Reconciled {
  workspace: string;
  id: string;
  kind: string;
  state: RunState;
  /** Undefined if there was nothing to ask for. */
  found: Found | undefined;
  next: RunState;
  /** Whether it was written: not in a dry run, nor if somebody else was first. */
  applied: boolean;
}

export interface OpenQuery {
  onlyRun?: string | undefined;
  /** Asks without writing anything. */
  dryRun: boolean;
}

export async function* reconcileOpen(
  options: ReconciliationOptions,
  { onlyRun, dryRun }: OpenQuery,
): AsyncGenerator<Reconciled> {
  const kinds = [...options.resources.keys()];
  const queues = options.slots.queues();
  for (let after = LOWEST_UUID; ; ) {
    const open = await openLookUps(options.db, { after, atMost: BATCH, onlyRun, kinds, queues });
    yield* await Promise.all(open.map((run) => reconcileNow(options, run, dryRun)));
    if (open.length < BATCH) return;
    after = open.at(-1)!.id;
  }
}

/** Writes only what decides the run: the service keeps its own due times. */
async function reconcileNow(
  options: ReconciliationOptions,
  run: DueLookUp,
  dryRun: boolean,
): Promise<Reconciled> {
  const { ask, resources, settlement } = options;
  const { workspace, id, kind, state } = run;
  const resource = resources.get(kind)!;
  if (!resource.providers.get(run.provider)) {
    // Nobody was asked, so nothing follows: the operator's shell may lack settings that the service has.
    const reason = `The provider ${run.provider} is not configured here.`;
    const found: Found = { kind: 'unavailable', reason };
    return { workspace, id, kind, state, found, next: state, applied: false };
  }
  const found = await ask(run);
  const step = afterLookUp(resource, found, run);
  const isDecided = step.to_state !== state;
  const applied = isDecided && !dryRun && (await settlement.advance(step));
  if (isDecided && !dryRun && !applied) await bookLateLookUp(options, run, found);
  return { workspace, id, kind, state, found, next: step.to_state, applied };
}
