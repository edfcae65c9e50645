/**
 * Long lists as files: the process reads each page once the client has taken the page before it, so that a long history
 * needs no more memory than a short one.
 */
import { BYTE_ORDER_MARK, type Cell, csvLine } from '../kernel/csv.ts';
import { Problem } from '../kernel/problem.ts';

/** The maximum for one workspace in this process. */
const AT_ONCE = 4;

export type Lines = AsyncGenerator<string, void, undefined>;

export interface FilePage<Next> {
  rows: Cell[][];
  next: Next | null;
}

export interface CsvFiles {
  /** Fails before the first line if it can foresee a failure. `read` gets the `next` of the page before. */
  begin<Next>(
    workspace: string,
    columns: readonly string[],
    read: (next: Next | undefined) => Promise<FilePage<Next>>,
  ): Promise<Lines>;
}

export function createCsvFiles(): CsvFiles {
  const underWay = new Map<string, number>();

  async function* linesOf<Next>(
    workspace: string,
    columns: readonly string[],
    read: (next: Next | undefined) => Promise<FilePage<Next>>,
  ): Lines {
    const before = underWay.get(workspace) ?? 0;
    if (before >= AT_ONCE) throw new Problem('rate_limited', BUSY, { retryAfterSeconds: 5 });
    underWay.set(workspace, before + 1);
    try {
      let page = await read(undefined);
      // Nobody gets this page: it only shows that the file can be started.
      yield '';
      yield BYTE_ORDER_MARK + csvLine(columns);
      for (;;) {
        yield page.rows.map((row) => csvLine(row)).join('');
        if (page.next === null) return;
        page = await read(page.next);
      }
    } finally {
      const rest = (underWay.get(workspace) ?? 1) - 1;
      if (rest === 0) underWay.delete(workspace);
      else underWay.set(workspace, rest);
    }
  }

  return {
    async begin(workspace, columns, read) {
      const lines = linesOf(workspace, columns, read);
      await lines.next();
      return lines;
    },
  };
}

const BUSY = 'Too many downloads are in progress for this workspace.';
