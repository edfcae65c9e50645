/** Makes a file from the rows of a dataset: its parts in order, each a piece of the file. */
import type { Row } from './datasets.ts';

export interface Format {
  head(): string | Uint8Array;
  page(rows: readonly Row[]): string | Uint8Array;
  end(): string | Uint8Array;
}
