/** The exportable data: the columns of each dataset, the same in every format. */

import { KINDS, runIdOf } from '../kinds.ts';
import { type ChargedRun, listChargedRuns } from '../money/index.ts';
import type { Queryable } from '../platform/db/pool.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import type { JsonValue } from '../platform/lib/json.ts';
import { GIVEN, spanIdOf, traceIdOf } from '../runs/index.ts';
import { SCORE_PREFIX } from '../scores/index.ts';
import {
  type ExportedRun,
  type ExportedScore,
  type ExportedSpan,
  type Page,
  selectRuns,
  selectScores,
  selectSpans,
} from './store.ts';

/** `null` and `undefined`: there is no value. */
export type Value = string | number | boolean | Date | JsonValue | null | undefined;

export interface Column {
  name: string;
  type: 'text' | 'integer' | 'number' | 'boolean' | 'time' | 'json';
}

/** In the order of the columns. */
export type Row = readonly Value[];

export interface Dataset {
  columns: readonly Column[];
  /** After the position of the page; `last` is that of the last row, undefined without rows. */
  read: (tx: Queryable, page: Page) => Promise<{ rows: Row[]; last: string | undefined }>;
}

type ColumnOf<Selected> = Column & { of: (row: Selected) => Value };

function dataset<Selected extends { position: string }>(
  select: (tx: Queryable, page: Page) => Promise<Selected[]>,
  columns: readonly ColumnOf<Selected>[],
): Dataset {
  return {
    columns,
    async read(tx, page) {
      const selected = await select(tx, page);
      const rows = selected.map((row) => columns.map((column) => column.of(row)));
      return { rows, last: selected.at(-1)?.position };
    },
  };
}

/** A column for what the runs of each kind are of. */
const subjects = <Selected extends { kind: string; subject: string }>() =>
  KINDS.map(({ kind: name, subject: column }) =>
    text<Selected>(column, ({ kind, subject }) => (kind === name ? subject : null)),
  );

const runs = () =>
  dataset<ExportedRun>(selectRuns, [
    text('id', ({ kind, id }) => runIdOf(kind, id)),
    text('kind', ({ kind }) => kind),
    ...subjects<ExportedRun>(),
    text('state', ({ state }) => state),
    time('createdAt', ({ created_at }) => created_at),
    time('finishedAt', ({ finished_at }) => finished_at),
    text('keyId', ({ api_key }) => uuidToId('key', api_key)),
    text('idempotencyKey', ({ idempotency_key }) => idempotency_key),
    text('provider', ({ provider }) => provider),
    text('currency', ({ currency }) => currency),
    integer('scale', ({ scale }) => scale),
    integer('reservedAmount', ({ reserved_amount }) => reserved_amount),
    integer('chargedAmount', ({ charged_amount }) => charged_amount),
    integer('feeAmount', ({ fee_amount }) => fee_amount),
    integer('inputTokens', ({ usage }) => usage?.promptTokens),
    integer('outputTokens', ({ usage }) => usage?.completionTokens),
    integer('cachedInputTokens', ({ usage }) => usage?.cachedPromptTokens),
    integer('cacheWriteInputTokens', ({ usage }) => usage?.cacheWriteTokens),
    integer('cacheWrite1hInputTokens', ({ usage }) => usage?.cacheWrite1hTokens),
    integer('reasoningTokens', ({ usage }) => usage?.reasoningTokens),
    text('errorCode', ({ error_code }) => error_code),
    text('sessionId', ({ session_id }) => session_id),
    text('endUserId', ({ end_user_id }) => end_user_id),
    text('promptId', ({ prompt_id }) => prompt_id),
    text('promptVersion', ({ prompt_version }) => prompt_version),
    text('parentRunId', ({ parent_run }) => parent_run),
    text('traceId', traceIdOf),
    text('spanId', ({ id }) => spanIdOf(id)),
    text('parentSpanId', ({ parent_span }) => parent_span),
    ...GIVEN.map(
      ({ member, type, column }): ColumnOf<ExportedRun> => ({
        ...{ name: member, type },
        of: (run) => run[column],
      }),
    ),
  ]);

type ExportedCharge = ChargedRun & { position: string };

async function selectCharges(tx: Queryable, page: Page): Promise<ExportedCharge[]> {
  const { workspace, from, to, limit, after = 0, endUser } = page;
  const span = { from, to, limit, after: Number(after), ...(endUser !== null && { endUser }) };
  const { rows } = await listChargedRuns(tx, workspace, span);
  return rows.map((row) => ({ ...row, position: String(row.id) }));
}

const charges = () =>
  dataset<ExportedCharge>(selectCharges, [
    time('chargedAt', ({ at }) => at),
    text('runId', ({ kind, run }) => runIdOf(kind, run)),
    text('kind', ({ kind }) => kind),
    ...subjects<ExportedCharge>(),
    text('keyId', ({ apiKey }) => uuidToId('key', apiKey)),
    text('idempotencyKey', ({ idempotencyKey }) => idempotencyKey),
    text('currency', ({ currency }) => currency),
    integer('scale', ({ scale }) => scale),
    integer('providerAmount', ({ provider }) => provider),
    integer('feeAmount', ({ fee }) => fee),
    integer('chargedAmount', ({ provider, fee }) => provider + fee),
    text('sessionId', ({ session }) => session),
    text('endUserId', ({ endUser }) => endUser),
    text('promptId', ({ prompt }) => prompt),
    text('promptVersion', ({ promptVersion }) => promptVersion),
    { name: 'metadata', type: 'json', of: ({ labels }) => labels && JSON.parse(labels) },
  ]);

const SCORES = dataset<ExportedScore>(selectScores, [
  text('id', ({ id }) => uuidToId(SCORE_PREFIX, id)),
  time('createdAt', ({ created_at }) => created_at),
  text('name', ({ name }) => name),
  text('dataType', dataTypeOf),
  { name: 'numericValue', type: 'number', of: ({ numeric_value }) => numeric_value },
  text('categoricalValue', ({ category }) => category),
  { name: 'booleanValue', type: 'boolean', of: ({ boolean_value }) => boolean_value },
  text('source', ({ source }) => source),
  text('comment', ({ comment }) => comment),
  text('runId', ({ kind, run }) => (run === null ? null : runIdOf(kind, run))),
  text('traceId', ({ trace_id }) => trace_id),
  text('spanId', ({ span_id }) => span_id),
  text('sessionId', ({ session_id, run_session_id }) => session_id ?? run_session_id),
  text('endUserId', ({ end_user_id }) => end_user_id),
  text('promptId', ({ prompt_id }) => prompt_id),
  text('promptVersion', ({ prompt_version }) => prompt_version),
  text('keyId', ({ api_key }) => api_key && uuidToId('key', api_key)),
]);

/** Leaves out the long content of a program's span and its attributes: a page of them could have any size. */
const SPAN_COLUMNS: ColumnOf<ExportedSpan>[] = [
  text('traceId', ({ trace }) => trace.replaceAll('-', '')),
  text('spanId', ({ span }) => span.toString('hex')),
  text('parentSpanId', ({ parent_span }) => parent_span?.toString('hex') ?? null),
  time('startedAt', ({ started_at }) => started_at),
  { name: 'durationMs', type: 'number', of: ({ duration }) => duration / 1e6 },
  text('name', ({ name }) => name),
  text('kind', ({ kind }) => kind),
  text('status', ({ status }) => status),
  text('statusMessage', ({ status_message }) => status_message),
  text('service', ({ service }) => service),
  text('operation', ({ operation }) => operation),
  text('model', ({ model }) => model),
  text('tool', ({ tool }) => tool),
  integer('inputTokens', ({ input_tokens }) => input_tokens),
  integer('outputTokens', ({ output_tokens }) => output_tokens),
  integer('cachedInputTokens', ({ cached_tokens }) => cached_tokens),
  integer('reasoningTokens', ({ reasoning_tokens }) => reasoning_tokens),
  text('reportedCost', ({ reported_cost }) => reported_cost),
  text('sessionId', ({ session_id }) => session_id),
  text('endUserId', ({ end_user_id }) => end_user_id),
];

const DATASETS = {
  runs,
  charges,
  scores: () => SCORES,
  spans: () => dataset<ExportedSpan>(selectSpans, SPAN_COLUMNS),
};
export type DatasetName = keyof typeof DATASETS;
export const DATASET_NAMES = Object.keys(DATASETS) as DatasetName[];
/** Only the page after the last one is empty. */
export type ReadSpans = (page: Page) => Promise<ExportedSpan[]>;

export function datasetOf(name: DatasetName, spans: ReadSpans | undefined): Dataset {
  if (name !== 'spans' || !spans) return DATASETS[name]();
  return dataset<ExportedSpan>((_, page) => spans(page), SPAN_COLUMNS);
}

function dataTypeOf({ numeric_value, category }: ExportedScore): string {
  if (numeric_value !== null) return 'numeric';
  return category === null ? 'boolean' : 'categorical';
}

function text<Selected>(name: string, of: (row: Selected) => string | null): ColumnOf<Selected> {
  return { name, type: 'text', of };
}

function time<Selected>(name: string, of: (row: Selected) => Date | null): ColumnOf<Selected> {
  return { name, type: 'time', of };
}

function integer<Selected>(
  name: string,
  of: (row: Selected) => number | null | undefined,
): ColumnOf<Selected> {
  return { name, type: 'integer', of };
}
