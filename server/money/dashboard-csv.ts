/** All entries that match a filter, as one file. */

import { csvLines, type Lines } from '../platform/http/csv-files.ts';
import { decimalOf, type Unit } from '../platform/lib/money.ts';

import { type EntryView, toEntry } from './entry-present.ts';
import type { EntryFilter, Ledger } from './index.ts';

const PAGE = 1_000;

export interface ExportSources {
  ledger: Pick<Ledger, 'entries'>;
  unit: Unit;
}

/** Without a filter, nothing can match. */
export function exportEntries(
  { ledger, unit }: ExportSources,
  workspace: string,
  filter: EntryFilter | undefined,
): Lines {
  return csvLines<number>(COLUMNS, async (before) => {
    if (!filter) return { rows: [], next: null };
    const page = { limit: PAGE, ...(before !== undefined && { before }), ...filter };
    const { entries, next } = await ledger.entries(workspace, page);
    return { rows: entries.map((row) => cellsOf(toEntry(row), unit)), next };
  });
}

const COLUMNS = [
  ...['id', 'at', 'kind', 'direction', 'account', 'amount', 'currency', 'units'],
  ...['run', 'key', 'reference'],
];

function cellsOf(entry: EntryView, unit: Unit) {
  const { id, createdAt, kind, direction, account, amount, runId, keyId, reference } = entry;
  return [
    ...[id, createdAt, kind, direction, account],
    ...[decimalOf(amount, unit), unit.currency, amount],
    ...[runId, keyId, reference],
  ];
}
