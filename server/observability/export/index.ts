/**
 * Exports: all rows of a dataset that were created in a time range, as one file. The process reads each page once the
 * client has taken the page before it, so that a large export needs no more memory than a small one. All pages are from
 * one snapshot, except spans of programs in ClickHouse: each appears once, and spans that arrive meanwhile may appear.
 */
import type { Db, Queryable } from '../../db/pool.ts';
import { readSnapshot } from '../../db/snapshot.ts';
import { toDate } from '../../kernel/moment.ts';
import { type Fault, Problem } from '../../kernel/problem.ts';
import { type Dataset, type DatasetName, datasetOf, type ReadSpans } from './datasets.ts';
import { createFormat, type FormatName } from './formats.ts';

/** In this process: each occupies a connection for as long as it takes. */
export const MOST_EXPORTS = 4;
/** For one workspace in this process; the last of them is available only if as many remain for others. */
const AT_ONCE = 2;
const PAGE_ROWS = 2_000;
const MOST_DAYS = 31;
const DAY_MS = 86_400_000;
/** A long-running snapshot prevents the database from vacuuming. */
const MOST_MS = 600_000;

export interface ExportInput {
  dataset: DatasetName;
  format: FormatName;
  from: string;
  to: string;
}

export interface Exports {
  /** Throws the refusal. Fails before the first byte if it can foresee a failure. */
  begin(workspace: string, input: ExportInput): Promise<Pieces>;
}

type Pieces = AsyncGenerator<string | Uint8Array, void, undefined>;

/** `spans` reads the spans of programs if they are stored outside PostgreSQL. */
export function createExports(db: Db, spans?: ReadSpans): Exports {
  const underWay = new Map<string, number>();

  async function* piecesOf(workspace: string, input: ExportInput): Pieces {
    const span = spanOf(input);
    const before = underWay.get(workspace) ?? 0;
    refuseBeyond(before, underWay);
    underWay.set(workspace, before + 1);
    const dataset = datasetOf(input.dataset, spans);
    const pages = readSnapshot(db, (tx) => pagesOf(tx, { ...span, workspace }, dataset));
    try {
      const format = createFormat(input.format, dataset.columns);
      let page = await pages.next();
      // Nobody gets this page: it only shows that the file can be started.
      yield '';
      yield format.head();
      for (; !page.done; page = await pages.next()) yield format.page(page.value);
      yield format.end();
    } finally {
      await pages.return();
      const rest = (underWay.get(workspace) ?? 1) - 1;
      if (rest === 0) underWay.delete(workspace);
      else underWay.set(workspace, rest);
    }
  }

  return {
    async begin(workspace, input) {
      const pieces = piecesOf(workspace, input);
      await pieces.next();
      return pieces;
    },
  };
}

async function* pagesOf(
  tx: Queryable,
  { workspace, from, to }: { workspace: string; from: Date; to: Date },
  dataset: Dataset,
) {
  const until = performance.now() + MOST_MS;
  let after: string | undefined;
  for (;;) {
    if (performance.now() > until) throw new Error('an export took longer than it may');
    const page = { workspace, from, to, after, limit: PAGE_ROWS };
    const { rows, last } = await dataset.read(tx, page);
    if (last === undefined) return;
    yield rows;
    after = last;
  }
}

/** Refuses at once, because the wait for an occupied connection may take ten minutes. */
function refuseBeyond(ofWorkspace: number, underWay: ReadonlyMap<string, number>): void {
  const free = MOST_EXPORTS - [...underWay.values()].reduce((sum, count) => sum + count, 0);
  if (ofWorkspace >= AT_ONCE || (ofWorkspace > 0 && free <= AT_ONCE)) {
    throw new Problem('rate_limited', BUSY, { retryAfterSeconds: 5 });
  }
  if (free <= 0) throw new Problem('overloaded', FULL, { retryAfterSeconds: 5 });
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
  const errors: Fault[] = [{ parameter, detail, code: 'range' }];
  return new Problem('invalid_request', `${parameter} ${detail}.`, { errors });
}

const BUSY = 'Too many exports of this workspace are under way.';
const FULL = 'As many exports are under way as there may be.';
