/**
 * What this process knows to be committed, so that it notices a database that has less. Each counting transaction
 * belongs to a lane, a row that one transaction has at a time. The count of a lane is the highest one acknowledged to
 * the process. One history of the database is either the beginning of another or not, so a count that is present proves
 * everything before it.
 *
 * A database in which no process may claim proves nothing about the known one: from the first refusal on, what the
 * process knew before is kept aside, and what it counts then only shows later whether it is still the same database.
 */
import { queryCounting, type Statement } from '../db/counting.ts';
import { isConnectionLost } from '../db/errors.ts';
import type { Queryable } from '../db/pool.ts';
import { newUuid } from '../lib/ids.ts';

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
  /** What was acknowledged in the known database, since the process is in another one. */
  let earlier: { life: Life; count: number } | undefined;
  let isCounting = false;

  async function query<Row>(
    db: Queryable,
    { text, values, name }: Statement,
    refuses: boolean,
  ): Promise<Row[]> {
    const of = life;
    const lane = of.free.pop() ?? of.counts.push(0) - 1;
    let isAnswered = false;
    try {
      const known = { witness: of.witness, lane, known: of.counts[lane] ?? 0, refuses };
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
    /**
     * The database for statements that count; `refuses`: for statements that fail in a stale database. One name, one
     * text, as everywhere.
     */
    counting: (db: Queryable, refuses = false): Queryable => {
      const { query: plain } = db;
      return {
        cipher: db.cipher,
        query: (text, values = [], name) =>
          isCounting ? query(db, { text, values, name }, refuses) : plain(text, values, name),
      };
    },
    begin(): void {
      isCounting = true;
    },
    acknowledged: () => acknowledged(life, life.count),
    /** What the known database acknowledged; undefined while the process is in that one. */
    earlier: () => earlier && acknowledged(earlier.life, earlier.count),
    /** The answer to a check with `acknowledged`. */
    reached(count: number): void {
      life.count = Math.max(life.count, count);
    },
    /** The process is not, or not provably, in the known database. Call it before `reached`. */
    doubt(): void {
      earlier ??= { life, count: life.count };
    },
    /** What `acknowledged` returns is in the known database. */
    confirm(): void {
      earlier = undefined;
    },
    /** The database has a record of the loss, or is another one: the process begins anew there. */
    forget(): void {
      life = newLife();
    },
    /** The database has all that was known before. */
    goBack(): void {
      if (earlier) life = { ...earlier.life, count: earlier.count };
    },
  };
}

type Life = ReturnType<typeof newLife>;

function acknowledged({ witness, counts }: Life, count: number): Acknowledged {
  return { witness, count, lanes: counts.map((_, lane) => lane), counts: [...counts] };
}

function newLife() {
  return { witness: newUuid(), count: 0, counts: [] as number[], free: [] as number[] };
}
