/** What runs of every kind share over HTTP: the filters of their list, their row in it, and their details. */
import type { RunRow, StateChange } from '../../../openapi/generated/dashboard.ts';
import { idToUuid, runUuidOf } from '../../kernel/ids.ts';
import { toDate } from '../../kernel/moment.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Ledger } from '../../ledger/index.ts';
import { toLabel } from '../../resources/model-runs/index.ts';
import type { ListQuery, Run, RunFacts, RunHistory, RunState } from '../../runs/index.ts';
import type { EntryView } from '../wallet/entry.ts';
import { toEntry } from '../wallet/entry.ts';

/** As in the contract, except for the subject of the runs. */
export interface RunFilters {
  state?: RunState[];
  keyId?: string;
  createdAfter?: string;
  createdBefore?: string;
  metadata?: string[];
  search?: string;
}

/** Undefined if nothing can match: a malformed id does not exist. */
export function toFilter({
  state: states,
  keyId,
  createdAfter,
  createdBefore,
  metadata,
  search,
}: RunFilters): Omit<ListQuery, 'limit'> | undefined {
  const apiKey = keyId === undefined ? undefined : idToUuid('key', keyId);
  if (keyId !== undefined && apiKey === undefined) return undefined;
  return {
    ...(search !== undefined && { search }),
    ...(states !== undefined && { states }),
    ...(apiKey !== undefined && { apiKey }),
    ...(createdAfter !== undefined && { createdAfter: toDate('createdAfter', createdAfter) }),
    ...(createdBefore !== undefined && { createdBefore: toDate('createdBefore', createdBefore) }),
    ...(metadata !== undefined && { labels: metadata.map(toLabel) }),
  };
}

export function toRow(run: Run): RunRow & { errorCode?: string } {
  const { attribution, finishedAt, chargedAmount } = run;
  return {
    state: run.state,
    keyId: run.keyId,
    idempotencyKey: run.idempotencyKey,
    createdAt: run.createdAt.toISOString(),
    updatedAt: run.updatedAt.toISOString(),
    ...(finishedAt && {
      finishedAt: finishedAt.toISOString(),
      durationMs: Math.max(0, finishedAt.getTime() - run.createdAt.getTime()),
    }),
    reservedAmount: run.reservedAmount,
    ...(chargedAmount !== undefined && { chargedAmount }),
    ...(run.error && { errorCode: run.error.code }),
    ...(attribution?.sessionId !== undefined && { sessionId: attribution.sessionId }),
    ...(attribution?.endUserId !== undefined && { endUserId: attribution.endUserId }),
  };
}

export interface Detail<Facts extends RunFacts> {
  found: RunHistory<Facts>;
  history: StateChange[];
  entries: EntryView[];
}

/** Throws if the workspace has no such run. */
export async function readDetail<Facts extends RunFacts>(
  runs: { history(workspace: string, id: string): Promise<RunHistory<Facts> | undefined> },
  ledger: Pick<Ledger, 'entriesOfRun'>,
  workspace: string,
  id: string,
): Promise<Detail<Facts>> {
  const found = await runs.history(workspace, id);
  const uuid = runUuidOf(id);
  if (!found || uuid === undefined) {
    throw new Problem('not_found', 'There is no such run in this workspace.');
  }
  const entries = await ledger.entriesOfRun(workspace, uuid);
  return {
    found,
    history: found.states.map(({ state, at }) => ({ state, at: at.toISOString() })),
    entries: entries.map(toEntry),
  };
}
