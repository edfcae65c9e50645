/**
 * Copies the spans that programs sent from PostgreSQL to ClickHouse. A span that is already there is not duplicated, so
 * the copy can be repeated, and made while the service runs.
 */

import type { ClickHouse } from '../platform/db/clickhouse/statement.ts';
import type { Db } from '../platform/db/pool.ts';
import { type StoredSpan, selectStored } from './copied-store.ts';
import { numberOf } from './row.ts';

const PAGE_ROWS = 10_000;

export async function copySpans(
  db: Db,
  clickHouse: ClickHouse,
  onCopied: (copied: number) => void = () => {},
): Promise<number> {
  let copied = 0;
  let last: StoredSpan | undefined;
  for (;;) {
    const rows = await selectStored(db, last, PAGE_ROWS);
    last = rows.at(-1);
    if (!last) return copied;
    await clickHouse.insert('client_span', rows.map(rowOf));
    copied += rows.length;
    onCopied(copied);
  }
}

function rowOf({ span, parent_span, ...row }: StoredSpan): object {
  return {
    ...row,
    span: numberOf(span),
    parent_span: parent_span === null ? null : numberOf(parent_span),
  };
}
