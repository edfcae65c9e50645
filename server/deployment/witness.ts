/**
 * What is known in this process to be committed, so that it notices a database that has less. Each transaction that
 * counts belongs to a lane, a row that one transaction has at a time. The count of a lane is the highest that was
 * acknowledged to the process. One history of the database is either the beginning of another or not, so a count that
 * is present proves all before it.
 */
import { queryCounting } from '../db/counting.ts';
import { isConnectionLost } from '../db/errors.ts';
import type { Queryable } from '../db/pool.ts';
import { newUuid } from '../kernel/ids.ts';

/** How far the database is known to have come, as it is when somebody asks. */
export interface Acknowledged {
  witness: string;
  /** Of the process as a whole. */
  count: number;
  lanes: number[];
  counts: number[];
}

export type Memory = ReturnType<typeof createMemory>;

/** Statements whose answers are believed count from `begin` on: a command that ends at once has nothing to remember. */
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
      // A call that was not answered may still be under way: no other statement waits for the row.
      if (isAnswered) of.free.push(lane);
    }
  }

  return {
    /** The database as it is written to by what counts. One name, one text, as everywhere. */
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
    /** The answer to what was asked with `acknowledged`. */
    reached(count: number): void {
      life.count = Math.max(life.count, count);
    },
    /** What was lost is noted in the database: nothing is remembered any more. */
    forget(): void {
      life = newLife();
    },
  };
}

function newLife() {
  return { witness: newUuid(), count: 0, counts: [] as number[], free: [] as number[] };
}
