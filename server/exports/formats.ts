/**
 * The formats of exports. Each makes a file page by page and keeps nothing of earlier pages, except for Parquet's
 * footer.
 */

import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { BYTE_ORDER_MARK, csvLine } from '../platform/lib/csv.ts';
import type { Column, Row, Value } from './datasets.ts';

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

/*
 * Apache Parquet, one row group per page. The metadata of each group is kept for the footer; its bytes are passed on.
 */

function createParquetFormat(columns: readonly Column[]): Format {
  const writer = new ByteWriter();
  const schema: SchemaElement[] = [
    { name: 'schema', num_children: columns.length },
    ...columns.map(({ name, type }) => ({
      ...{ name, repetition_type: 'OPTIONAL' as const },
      ...ELEMENTS[type],
    })),
  ];
  const parquet = new ParquetWriter({ writer, schema, createdBy: 'model-run-api' });

  /** What was written since the last call. */
  function taken(): Uint8Array {
    const bytes = writer.getBytes().slice();
    // `offset`, by which the footer locates the groups, keeps growing.
    writer.index = 0;
    return bytes;
  }

  return {
    head: taken,
    page(rows) {
      if (rows.length === 0) return taken();
      const columnData = columns.map(({ name, type }, i) => ({
        name,
        data: rows.map((row) => CELLS[type](row[i])),
        offsetIndex: false,
      }));
      void parquet.write({ columnData, rowGroupSize: rows.length });
      return taken();
    },
    end() {
      void parquet.finish();
      return taken();
    },
  };
}

type Type = Column['type'];

const ELEMENTS: Record<Type, Omit<SchemaElement, 'name'>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  json: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
};

const asIs = (value: Value) => value ?? undefined;
/** In the form that the writer accepts. */
const CELLS: Record<Type, (value: Value) => unknown> = {
  text: asIs,
  integer: (value) => (typeof value === 'number' ? BigInt(value) : undefined),
  number: asIs,
  boolean: asIs,
  time: asIs,
  json: asIs,
};

/* Makes a file from the rows of a dataset: its parts in order, each a piece of the file. */

interface Format {
  head(): string | Uint8Array;
  page(rows: readonly Row[]): string | Uint8Array;
  end(): string | Uint8Array;
}
