/**
 * Apache Parquet, one row group per page. The metadata of each group is kept for the footer; its bytes are passed on.
 */
import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Column, Value } from './datasets.ts';
import type { Format } from './format.ts';

export function createParquetFormat(columns: readonly Column[]): Format {
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
