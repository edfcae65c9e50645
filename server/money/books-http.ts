/** The books of a month in the operator's API. */
import type * as contract from '../../openapi/generated/operator.ts';
import type { Db } from '../platform/db/pool.ts';
import type { OperatorHandlers } from '../platform/http/index.ts';
import { decimalOf, type Unit } from '../platform/lib/money.ts';
import { type Books, monthNow, postingsOf, readBooks } from './index.ts';

export function createBooksHandlers({
  reads,
  timeZone,
  unit,
}: {
  /** Connections for sums over many rows. */
  reads: Db;
  timeZone: string;
  unit: Unit;
}): Pick<OperatorHandlers, 'getBooks'> {
  return {
    async getBooks({ query: { month = monthNow(timeZone) } }) {
      return { status: 200, body: toBooks(await readBooks(reads, { month, timeZone }), unit) };
    },
  };
}

function toBooks(books: Books, unit: Unit): contract.Books {
  const { month, timeZone, from, to, state, opening, closing, lines } = books;
  return {
    ...{ month, timeZone, from: from.toISOString(), to: to.toISOString(), state },
    currency: unit.currency,
    opening: decimalOf(opening, unit),
    lines: lines.map(({ name, title, effect, amount, entries }) => ({
      ...{ name, title, effect, amount: decimalOf(amount, unit), entries },
    })),
    closing: decimalOf(closing, unit),
    unknownCosts: books.unknownCosts,
    agrees: books.difference === 0n,
    entries: postingsOf(books, unit).map(({ date, account, debit, credit, text }) => ({
      ...{ date, account, text },
      ...(debit !== undefined && { debit }),
      ...(credit !== undefined && { credit }),
    })),
  };
}
