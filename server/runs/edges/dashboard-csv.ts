/** All runs of a kind that match a filter, as one file. */

import { csvLines, type Lines } from '../../platform/http/downloads.ts';
import { decimalOf, type Unit } from '../../platform/lib/money.ts';

import type { ListQuery, Run } from '../index.ts';
import type { OfferedKind } from './index.ts';

const PAGE = 1_000;

/** Without a query, nothing can match. */
export function runLines(
  { runs, subject, columns = [], cells }: OfferedKind,
  unit: Unit,
  workspace: string,
  query: Omit<ListQuery, 'limit'> | undefined,
): Lines {
  return csvLines<string>(columnsOf(subject, columns), async (before) => {
    if (!query) return { rows: [], next: null };
    const page = { ...query, limit: PAGE, ...(before !== undefined && { before }) };
    const { runs: found, next } = await runs.list(workspace, page);
    return { rows: found.map((run) => cellsOf(run, unit, cells?.(run) ?? [])), next };
  });
}

function columnsOf(subject: string, own: readonly string[]): string[] {
  return [
    ...['id', 'created_at', 'finished_at', 'duration_ms', 'state', 'error', subject, 'key'],
    ...['session', 'end_user', 'prompt', 'prompt_version', ...own],
    ...['charged', 'currency', 'units', 'request_key', 'metadata'],
  ];
}

type Cells = ReturnType<NonNullable<OfferedKind['cells']>>;

function cellsOf(run: Run, unit: Unit, own: Cells) {
  const { createdAt, finishedAt, chargedAmount, attribution = {}, metadata } = run;
  const { sessionId, endUserId, promptId, promptVersion } = attribution;
  return [
    ...[run.id, createdAt.toISOString(), finishedAt?.toISOString()],
    finishedAt && Math.max(0, finishedAt.getTime() - createdAt.getTime()),
    ...[run.state, run.error?.code, run.subject, run.keyId],
    ...[sessionId, endUserId, promptId, promptVersion, ...own],
    chargedAmount === undefined ? undefined : decimalOf(chargedAmount, unit),
    ...[unit.currency, chargedAmount, run.idempotencyKey],
    metadata && JSON.stringify(metadata),
  ];
}
