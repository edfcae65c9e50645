/**
 * Exports: all rows of a dataset that are of a time range, as one file. The process reads each page once the
 * client has taken the page before it, so that a large export needs no more memory than a small one. All pages are from
 * one snapshot, except spans of programs in ClickHouse: each appears once, and spans that arrive meanwhile may appear.
 */
import type { Db, Queryable } from '../platform/db/pool.ts';
import { toDate } from '../platform/lib/moment.ts';
import { invalidRequest, type Problem } from '../platform/lib/problem.ts';
import { createSlots } from '../platform/lib/shares.ts';
import { type Dataset, type DatasetName, datasetOf, type ReadSpans } from './datasets.ts';
import { createFormat, type FormatName } from './formats.ts';
import { type Page, readSnapshot } from './store.ts';

export { MADE_PREFIX } from './made.ts';
export { SAVED_PREFIX } from './saved.ts';

/** In this process: each occupies a connection for as long as it takes. */
const MOST_STREAMED = 4;
/** In this process, in the background. */
export const MOST_MADE_AT_ONCE = 2;
export const MOST_EXPORTS = MOST_STREAMED + MOST_MADE_AT_ONCE;
/** For one workspace in this process; the last of them is available only if as many remain for others. */
const AT_ONCE = 2;
const PAGE_ROWS = 2_000;
/** What the process writes at once, so that other requests need not wait long. A page is a row group of Parquet. */
const WRITTEN_ROWS = { ndjson: 250, csv: 250, parquet: PAGE_ROWS };
/** A month of 31 days in which clocks were set back is an hour longer than 31 days. */
const MOST_DAYS = 32;
const DAY_MS = 86_400_000;
/** A long-running snapshot prevents the database from vacuuming. */
const MOST_MS = 600_000;

export interface ExportInput {
  dataset: DatasetName;
  format: FormatName;
  from: string;
  to: string;
  /** Absent or null for all end users. */
  endUserId?: string | null | undefined;
}

/** The time that a snapshot may take was over before all rows were read. */
export class ExportTooLong extends Error {}

export interface Exports {
  /** Throws the refusal of the input. The first piece throws that of one more export, and comes once a page was read. */
  begin(workspace: string, input: ExportInput): Pieces;
  /** The same without a slot, for a caller that itself limits how many it reads at once. */
  read(workspace: string, input: ExportInput): Pieces;
}

type Pieces = AsyncGenerator<string | Uint8Array, void, undefined>;

/**
 * `db` gives each its own connection for as long as it takes. `spans` reads the spans of programs if they are stored outside
 * PostgreSQL.
 */
export function createExports(db: Db, spans?: ReadSpans): Exports {
  // Refuses at once, because the wait for an occupied connection may take ten minutes.
  const slots = createSlots({ of: 'exports', atOnce: MOST_STREAMED, perWorkspace: AT_ONCE });

  async function* inSlot(scope: Scope, input: ExportInput): Pieces {
    const release = slots.take(scope.workspace);
    try {
      yield* piecesOf(scope, input);
    } finally {
      release();
    }
  }

  async function* piecesOf(scope: Scope, { dataset: name, format }: ExportInput): Pieces {
    const dataset = datasetOf(name, spans);
    const pages = readSnapshot(db, (tx) => pagesOf(tx, scope, dataset));
    try {
      const file = createFormat(format, dataset.columns);
      let page = await pages.next();
      yield file.head();
      for (; !page.done; page = await pages.next()) {
        for (let at = 0; at < page.value.length; at += WRITTEN_ROWS[format]) {
          yield file.page(page.value.slice(at, at + WRITTEN_ROWS[format]));
        }
      }
      yield file.end();
    } finally {
      await pages.return();
    }
  }

  return {
    begin: (workspace, input) => inSlot(scopeOf(workspace, input), input),
    read: (workspace, input) => piecesOf(scopeOf(workspace, input), input),
  };
}

type Scope = Pick<Page, 'workspace' | 'from' | 'to' | 'endUser'>;

function scopeOf(workspace: string, input: ExportInput): Scope {
  return { workspace, ...spanOf(input), endUser: input.endUserId ?? null };
}

async function* pagesOf(tx: Queryable, scope: Scope, dataset: Dataset) {
  const until = performance.now() + MOST_MS;
  let after: string | undefined;
  for (;;) {
    if (performance.now() > until) throw new ExportTooLong('an export took longer than it may');
    const { rows, last } = await dataset.read(tx, { ...scope, after, limit: PAGE_ROWS });
    if (last === undefined) return;
    yield rows;
    after = last;
  }
}

function spanOf(input: ExportInput): { from: Date; to: Date } {
  const [from, to] = [toDate('from', input.from), toDate('to', input.to)];
  if (to <= from) throw badSpan('to', 'must be later than from');
  if (to.getTime() - from.getTime() > MOST_DAYS * DAY_MS) {
    throw badSpan('from', `is more than ${MOST_DAYS} days before to`);
  }
  return { from, to };
}

function badSpan(parameter: string, detail: string): Problem {
  return invalidRequest({ parameter, detail, code: 'range' });
}
