import { beforeEach, expect, test } from 'vitest';
import type { Notifier } from '../../server/platform/db/notifications.ts';
import type { RunRow } from '../../server/runs/columns.ts';
import {
  createChanges,
  type EndedRuns,
  type OwnRun,
  type OwnRuns,
} from '../../server/runs/known-runs.ts';
import type { Advance, Advanced } from '../../server/runs/settlement-store.ts';

const STEP = {
  id: 'run-1',
  from_states: ['submitting'],
  to_state: 'completed',
} as unknown as Advance;
const SAVED = { version: 2, savedAt: new Date(), since: new Date() } as unknown as Advanced;
const ENDED: OwnRun = { row: { state: 'completed' } as RunRow, answer: undefined };

let notified: string[];
let woken: (OwnRun | undefined)[];
beforeEach(() => {
  notified = [];
  woken = [];
});

/** `ended` is the run if the process created it and carried it out. */
function changesOf(ended: OwnRun | undefined) {
  return createChanges({
    ownRuns: { take: () => ended } as unknown as OwnRuns,
    endedRuns: { add() {} } as unknown as EndedRuns,
    waiters: { add: () => expect.unreachable(), tell: (_id, run) => void woken.push(run) },
    notifier: {
      notify: (_channel: string, run: string) => void notified.push(run),
    } as unknown as Notifier,
  });
}

test('other processes are notified of the end of a run while there may be any', () => {
  const changes = changesOf(ENDED);
  changes.onAdvanced(STEP, SAVED);
  changes.notifyUnless(() => false);
  changes.onAdvanced(STEP, SAVED);
  expect(notified).toEqual(['run-1', 'run-1']);
});

test('a process that hears no other one notifies nobody of the end of its own run', () => {
  const changes = changesOf(ENDED);
  changes.notifyUnless(() => true);
  changes.onAdvanced(STEP, SAVED);
  expect(notified).toEqual([]);
  expect(woken).toEqual([ENDED]);
});

test('a process that hears no other one still notifies of a run whose state it does not know', () => {
  const changes = changesOf(undefined);
  changes.notifyUnless(() => true);
  changes.onAdvanced(STEP, SAVED);
  expect(notified).toEqual(['run-1']);
  expect(woken).toEqual([undefined]);
});
