/**
 * What follows a saved change of a run, after its commit: those who wait for the run in this process get it, and other
 * processes are notified.
 */
import type { Notifier } from '../db/notifications.ts';
import type { Meter } from '../telemetry/meter.ts';
import type { EndedRuns } from './ended-runs.ts';
import type { OwnRuns } from './own-runs.ts';
import { ownReading } from './run-reading.ts';
import { CHANGED_CHANNEL } from './settlement.ts';
import type { Advance, Advanced } from './store.ts';
import type { Waiters } from './waiters.ts';

export interface Changes {
  onAdvanced(step: Advance, saved: Advanced): void;
  /** From now on, notifies nobody of a run that began and ended in this process while `isAlone` is true. */
  notifyUnless(isAlone: () => boolean): void;
}

interface ChangesOptions {
  ownRuns: OwnRuns;
  endedRuns: EndedRuns;
  waiters: Waiters;
  notifier: Notifier;
  meter?: Meter | undefined;
}

export function createChanges(options: ChangesOptions): Changes {
  const { ownRuns, endedRuns, waiters, notifier, meter } = options;
  let isAlone = () => false;
  return {
    onAdvanced(step, saved) {
      measure(meter, step, saved);
      const ended = ownRuns.take(step, saved);
      if (ended) endedRuns.add(ownReading(ended));
      waiters.tell(step.id, ended);
      if (!ended || !isAlone()) notifier.notify(CHANGED_CHANNEL, step.id);
    },
    notifyUnless(given) {
      isAlone = given;
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
