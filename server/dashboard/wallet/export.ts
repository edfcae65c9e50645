/**
 * All entries that a filter leaves, as one file: read page by page, and each page once the one before it has been
 * taken, so that a long history needs no more memory than a short one.
 */

import { BYTE_ORDER_MARK, csvLine } from '../../kernel/csv.ts';
import type { Unit } from '../../kernel/money.ts';
import { decimalOf } from '../../kernel/money-text.ts';
import { Problem } from '../../kernel/problem.ts';
import type { EntryFilter, Ledger } from '../../ledger/index.ts';
import { type ToldEntry, toEntry } from './entry.ts';

/** Of one workspace in this process. */
const AT_ONCE = 4;
const PAGE = 1_000;

export interface Exports {
  /** Without a filter nothing can match. Fails before the first line where it is going to fail at once. */
  begin(workspace: string, filter: EntryFilter | undefined): Promise<Lines>;
}

type Lines = AsyncGenerator<string, void, undefined>;

export function createExports({
  ledger,
  unit,
}: {
  ledger: Pick<Ledger, 'entries'>;
  unit: Unit;
}): Exports {
  const underWay = new Map<string, number>();

  async function* linesOf(workspace: string, filter: EntryFilter | undefined): Lines {
    const before = underWay.get(workspace) ?? 0;
    if (before >= AT_ONCE) throw new Problem('rate_limited', BUSY, { retryAfterSeconds: 5 });
    underWay.set(workspace, before + 1);
    try {
      const read = (page: object) => ledger.entries(workspace, { limit: PAGE, ...page, ...filter });
      let page = filter ? await read({}) : NOTHING;
      // Nobody gets this: whoever asks for it knows that the file can be begun.
      yield '';
      yield BYTE_ORDER_MARK + csvLine(COLUMNS);
      for (;;) {
        yield page.entries.map((row) => csvLine(cellsOf(toEntry(row), unit))).join('');
        if (page.next === null) return;
        page = await read({ before: page.next });
      }
    } finally {
      const rest = (underWay.get(workspace) ?? 1) - 1;
      if (rest === 0) underWay.delete(workspace);
      else underWay.set(workspace, rest);
    }
  }

  return {
    async begin(workspace, filter) {
      const lines = linesOf(workspace, filter);
      await lines.next();
      return lines;
    },
  };
}

const COLUMNS = [
  ...['id', 'at', 'kind', 'direction', 'account', 'amount', 'currency', 'units'],
  ...['run', 'key', 'reference'],
];

function cellsOf(entry: ToldEntry, unit: Unit) {
  const { id, createdAt, kind, direction, account, amount, runId, keyId, reference } = entry;
  return [
    ...[id, createdAt, kind, direction, account],
    ...[decimalOf(amount, unit), unit.currency, amount],
    ...[runId, keyId, reference],
  ];
}

const NOTHING = { entries: [], next: null };
const BUSY = 'Too many downloads of this workspace are under way.';
