/**
 * What this process knows to be committed, so that it notices a database that has less. Each counting transaction
 * belongs to a lane, a row that one transaction has at a time. The count of a lane is the highest one acknowledged to
 * the process. One history of the database is either the beginning of another or not, so a count that is present proves
 * everything before it.
 */
import { queryCounting } from '../db/counting.ts';
import { isConnectionLost } from '../db/errors.ts';
import type { Queryable } from '../db/pool.ts';
import { newUuid } from '../kernel/ids.ts';

/** How far the process knows the database to have come, at the time of the call. */
export interface Acknowledged {
  witness: string;
  /** The count of the process as a whole. */
  count: number;
  lanes: number[];
  counts: number[];
}

export type Memory = ReturnType<typeof createMemory>;

/** Statements that the process relies on count from `begin` on: a command that ends at once has nothing to remember. */
export function createMemory() {
  let life = newLife();
  let isCounting = false;

  async function query<Row>(
    db: Queryable,
    text: string,
    values: unknown[] = [],
    name?: string,
  ): Promise<Row[]> {
    const of = life;
    const lane = of.free.pop() ?? of.counts.push(0) - 1;
    let isAnswered = false;
    try {
      const known = { witness: of.witness, lane, known: of.counts[lane] ?? 0 };
      const { rows, count } = await queryCounting<Row>(db, { text, values, name }, known);
      isAnswered = true;
      if (count !== undefined) of.counts[lane] = count;
      return rows;
    } catch (error) {
      isAnswered = !isConnectionLost(error);
      throw error;
    } finally {
      // A call without an answer may still be in progress: no other statement waits for the row.
      if (isAnswered) of.free.push(lane);
    }
  }

  return {
    /** The database for statements that count. One name, one text, as everywhere. */
    counting: (db: Queryable): Queryable => {
      const { query: plain } = db;
      return {
        cipher: db.cipher,
        query: (text, values, name) =>
          isCounting ? query(db, text, values, name) : plain(text, values, name),
      };
    },
    begin(): void {
      isCounting = true;
    },
    acknowledged: (): Acknowledged => ({
      witness: life.witness,
      count: life.count,
      lanes: life.counts.map((_, lane) => lane),
      counts: [...life.counts],
    }),
    /** The answer to a check with `acknowledged`. */
    reached(count: number): void {
      life.count = Math.max(life.count, count);
    },
    /** The database has a record of the loss: the process forgets everything. */
    forget(): void {
      life = newLife();
    },
  };
}

function newLife() {
  return { witness: newUuid(), count: 0, counts: [] as number[], free: [] as number[] };
}
