/** All model runs that match a filter, as one file. */
import type { Unit } from '../../kernel/money.ts';
import { decimalOf } from '../../kernel/money-text.ts';
import type { ModelRunFacts, ModelRuns } from '../../resources/model-runs/index.ts';
import type { ListQuery, Run } from '../../runs/index.ts';
import { csvLines, type Lines } from '../csv-files.ts';

const PAGE = 1_000;

/** Without a query, nothing can match. */
export function runLines(
  { runs, unit }: { runs: Pick<ModelRuns, 'list'>; unit: Unit },
  workspace: string,
  query: Omit<ListQuery, 'limit'> | undefined,
): Lines {
  return csvLines<string>(COLUMNS, async (before) => {
    if (!query) return { rows: [], next: null };
    const page = { ...query, limit: PAGE, ...(before !== undefined && { before }) };
    const { runs: found, next } = await runs.list(workspace, page);
    return { rows: found.map((run) => cellsOf(run, unit)), next };
  });
}

const COLUMNS = [
  ...['id', 'created_at', 'finished_at', 'duration_ms', 'state', 'error', 'model', 'key'],
  ...['session', 'end_user', 'prompt', 'prompt_version', 'prompt_tokens', 'completion_tokens'],
  ...['charged', 'currency', 'units', 'request_key', 'metadata'],
];

function cellsOf(run: Run<ModelRunFacts>, unit: Unit) {
  const { createdAt, finishedAt, chargedAmount, attribution = {}, metadata } = run;
  const { promptTokens, completionTokens } = run.facts?.usage ?? {};
  const { sessionId, endUserId, promptId, promptVersion } = attribution;
  return [
    ...[run.id, createdAt.toISOString(), finishedAt?.toISOString()],
    finishedAt && Math.max(0, finishedAt.getTime() - createdAt.getTime()),
    ...[run.state, run.error?.code, run.subject, run.keyId],
    ...[sessionId, endUserId, promptId, promptVersion, promptTokens, completionTokens],
    chargedAmount === undefined ? undefined : decimalOf(chargedAmount, unit),
    ...[unit.currency, chargedAmount, run.idempotencyKey],
    metadata && JSON.stringify(metadata),
  ];
}
