/**
 * What follows an advance, after its commit: the process counts it, keeps a run that ended for the next reads, passes it
 * to the callers that wait for it here, and notifies other processes.
 */
import type { Notifier } from '../platform/db/notifications.ts';
import type { Meter } from '../platform/telemetry/meter.ts';
import { CHANGED_CHANNEL } from './changed-channel.ts';
import type { EndedRuns } from './ended-runs.ts';
import type { OwnRuns } from './own-runs.ts';
import { ownReading } from './run-reading.ts';
import type { Advance, Advanced } from './store.ts';
import type { Waiters } from './waiters.ts';

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
