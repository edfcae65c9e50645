/**
 * The formats of exports. Each makes a file page by page and keeps nothing of earlier pages, except for Parquet's
 * footer.
 */
import { BYTE_ORDER_MARK, csvLine } from '../platform/lib/csv.ts';
import type { Column, Row, Value } from './datasets.ts';
import type { Format } from './format.ts';
import { createParquetFormat } from './parquet.ts';

export const MEDIA_TYPES = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
} as const;
export type FormatName = keyof typeof MEDIA_TYPES;
export const FORMAT_NAMES = Object.keys(MEDIA_TYPES) as FormatName[];

export function createFormat(name: FormatName, columns: readonly Column[]): Format {
  if (name === 'parquet') return createParquetFormat(columns);
  return name === 'csv' ? csvOf(columns) : linesOf(columns);
}

function linesOf(columns: readonly Column[]): Format {
  const lineOf = (row: Row) => {
    const members = columns.flatMap(({ name }, i) => {
      const value = row[i];
      return value === null || value === undefined ? [] : [[name, value] as const];
    });
    return `${JSON.stringify(Object.fromEntries(members))}\n`;
  };
  return { head: () => '', page: (rows) => rows.map(lineOf).join(''), end: () => '' };
}

function csvOf(columns: readonly Column[]): Format {
  return {
    head: () => BYTE_ORDER_MARK + csvLine(columns.map(({ name }) => name)),
    page: (rows) => rows.map((row) => csvLine(row.map(cellOf))).join(''),
    end: () => '',
  };
}

function cellOf(value: Value): string | number | undefined {
  if (value === null || value === undefined) return undefined;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number' || typeof value === 'string') return value;
  return JSON.stringify(value);
}
