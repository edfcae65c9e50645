/**
 * Runs as the spans of traces. Each read makes the span from the saved run, so it agrees with the run and the ledger.
 */
import type { Queryable } from '../platform/db/pool.ts';
import { invariant } from '../platform/lib/errors.ts';
import { earliestIdOf, HIGHEST_UUID, LOWEST_UUID, latestIdOf } from '../platform/lib/ids.ts';
import { type JsonValue, parseJson } from '../platform/lib/json.ts';

import { decryptWords } from './content-store.ts';
import type { AnyResource, SpanContent } from './resource.ts';
import { type Run, spanIdOf, toRun } from './run.ts';

import {
  type ContentRow,
  contentOfRuns,
  type KeysFrom,
  keysFrom,
  runOfSpan,
  runsByIds,
  runsOfTrace,
  type SpanFilter,
  type SpanGroup,
  type SpanRow,
  type SpanSums,
  scanSpans,
  sumsOfEndUsers,
  sumsOfSessions,
  sumsOfTraces,
} from './span-store.ts';

/** A run with its position in its trace. */
export interface RunSpan {
  uuid: string;
  kind: string;
  spanId: string;
  parentSpanId?: string;
  run: Run;
}

interface RunSpanQuery {
  filter: SpanFilter;
  /** The `next` of the page before. */
  before?: string | undefined;
  limit: number;
}

export interface RunSpans {
  /** Newest first, from a bounded number of rows: `next` is null at the end. */
  list(workspace: string, query: RunSpanQuery): Promise<{ spans: RunSpan[]; next: string | null }>;
  /** The first runs of the trace with this UUID. */
  ofTrace(workspace: string, trace: string, atMost: number): Promise<RunSpan[]>;
  get(workspace: string, trace: string, spanId: string): Promise<RunSpan | undefined>;
  /** The existing runs among these UUIDs. */
  byIds(workspace: string, uuids: readonly string[]): Promise<RunSpan[]>;
  /** The content of runs, by UUID: the texts that have at most `mostBytes`. */
  contents(
    workspace: string,
    uuids: readonly string[],
    mostBytes: number,
  ): Promise<Map<string, SpanContent>>;
  /** The sums of runs by these keys: over the newest `atMost` of each, or over all if it is null. */
  sums(
    by: SpanGroup,
    workspace: string,
    keys: readonly string[],
    atMost: number | null,
  ): Promise<SpanSums[]>;
  keysFrom(by: SpanGroup, query: KeysFrom): Promise<string[]>;
  /** How the resource of a kind shows its runs as spans. */
  tellerOf(kind: string): AnyResource['span'];
  /** All kinds of runs, with how each is shown. */
  tellers(): ReadonlyMap<string, AnyResource['span']>;
}

/** Rows that one page reads while it filters. */
const SCANNED_ROWS = 1_000;

export function createRunSpans(
  db: Queryable,
  resources: ReadonlyMap<string, AnyResource>,
): RunSpans {
  function toSpan(row: SpanRow): RunSpan {
    return {
      uuid: row.id,
      kind: row.kind,
      spanId: spanIdOf(row.id),
      ...(row.parent_span !== null && { parentSpanId: row.parent_span }),
      run: toRun(row, resourceOf(row.kind)),
    };
  }

  const toSpans = async (rows: SpanRow[]) => (await decryptWords(db.cipher, rows)).map(toSpan);

  function resourceOf(kind: string): AnyResource {
    const resource = resources.get(kind);
    invariant(resource, `there are runs of the kind ${kind}`);
    return resource;
  }

  return {
    async list(workspace, { filter, before = HIGHEST_UUID, limit }) {
      const { startedAfter, startedBefore } = filter;
      const latest = startedBefore ? latestIdOf(startedBefore) : before;
      const found = filter.trace ?? filter.sessionId ?? filter.endUserId;
      const isNarrowed = Object.keys(filter).length > (found === undefined ? 0 : 1);
      // The rows that an index finds need no further filter.
      const scanAtMost = isNarrowed ? SCANNED_ROWS : limit + 1;
      const rows = await scanSpans(db, {
        ...{ workspace, filter, scanAtMost, takeAtMost: limit + 1 },
        before: latest < before ? latest : before,
        after: startedAfter ? earliestIdOf(startedAfter) : LOWEST_UUID,
      });
      const matching = rows.filter((row) => row.id !== null);
      const page = matching.slice(0, limit);
      const { scanned, last_id } = rows[0]!;
      const atEdge = scanned === scanAtMost ? last_id : null;
      return {
        spans: await toSpans(page),
        next: matching.length > page.length ? page.at(-1)!.id : atEdge,
      };
    },
    async ofTrace(workspace, trace, atMost) {
      return toSpans(await runsOfTrace(db, workspace, trace, atMost));
    },
    async get(workspace, trace, span) {
      const row = await runOfSpan(db, { workspace, trace, span });
      return row && (await toSpans([row]))[0];
    },
    async byIds(workspace, uuids) {
      return toSpans(await runsByIds(db, workspace, uuids));
    },
    async contents(workspace, uuids, mostBytes) {
      const rows = await contentOfRuns(db, workspace, uuids, mostBytes);
      return new Map(rows.map((row) => [row.run, contentOf(row)]));
    },
    sums(by, workspace, keys, atMost) {
      if (by === 'trace') return sumsOfTraces(db, workspace, keys, atMost);
      invariant(atMost !== null, 'only the sums of a trace are of all its runs');
      const sumsOf = by === 'session' ? sumsOfSessions : sumsOfEndUsers;
      return sumsOf(db, workspace, keys, atMost);
    },
    keysFrom: (by, query) => keysFrom(db, by, query),
    tellerOf: (kind) => resourceOf(kind).span,
    tellers: () => new Map([...resources].map(([kind, { span }]) => [kind, span])),
  };
}

function contentOf({ request, response, is_cut }: ContentRow): SpanContent {
  return {
    ...(is_cut && { isCut: true }),
    ...(request !== null && { request: parseJson(request) as JsonValue }),
    ...(response !== null && { answer: parseJson(response) as JsonValue }),
  };
}
