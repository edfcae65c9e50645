/**
 * A statement of ClickHouse: its text, which consists only of constants, and the values that it binds as `{name:Type}`.
 */
export interface Statement {
  text: string;
  values: Record<string, unknown>;
}

export interface ClickHouse {
  query<Row>(statement: Statement): Promise<Row[]>;
  /** Resolves when the rows are durable and every later query reads them. */
  insert(table: string, rows: readonly object[]): Promise<void>;
  command(statement: Statement): Promise<void>;
  close(): Promise<void>;
}

export function statement(text: string, values: Record<string, unknown> = {}): Statement {
  return { text, values };
}

/** One after another. */
export function joined(...parts: readonly (string | Statement | undefined)[]): Statement {
  return together(parts, ' ');
}

/** Conditions joined by `and`. */
export function allOf(...conditions: readonly (Statement | undefined)[]): Statement {
  return together(conditions, ' and ');
}

function together(parts: readonly (string | Statement | undefined)[], between: string): Statement {
  const given = parts
    .filter((part) => part !== undefined)
    .map((part) => (typeof part === 'string' ? statement(part) : part));
  return {
    text: given.map(({ text }) => text).join(between),
    values: Object.assign({}, ...given.map(({ values }) => values)),
  };
}
