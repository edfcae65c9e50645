/** What PostgreSQL did during the benchmark, by its own counts. */
import { APPLICATION } from '../../server/platform/db/embedded/index.ts';
import type { Db } from '../../server/platform/db/pool.ts';

export interface Statistics {
  /** The statements of the service that took the most time in all. */
  statements: Statement[];
  wal: Wal;
}

export interface Statement {
  text: string;
  calls: number;
  totalMs: number;
  meanMs: number;
}

export interface Wal {
  records: number;
  fullPageImages: number;
  bytes: number;
}

const STATEMENTS = 10;

/** Returns the function that reads the statistics since this call. */
export async function beginStatistics(db: Db): Promise<(db: Db) => Promise<Statistics>> {
  await db.query('select pg_stat_statements_reset()');
  const before = await readWal(db);
  return async (later) => {
    const now = await readWal(later);
    return {
      statements: await readStatements(later),
      wal: {
        records: now.records - before.records,
        fullPageImages: now.fullPageImages - before.fullPageImages,
        bytes: now.bytes - before.bytes,
      },
    };
  };
}

/** Of the service's role, in all databases, including dropped ones. */
function readStatements(db: Db): Promise<Statement[]> {
  return db.query<Statement>(
    `select min(s.query) as text, sum(s.calls)::float as calls, sum(s.total_exec_time) as "totalMs",
       sum(s.total_exec_time) / sum(s.calls) as "meanMs"
     from pg_stat_statements s join pg_roles r on r.oid = s.userid
     where r.rolname = $1 group by s.query order by 3 desc limit $2`,
    [APPLICATION, STATEMENTS],
  );
}

async function readWal(db: Db): Promise<Wal> {
  const [row] = await db.query<Wal>(
    `select wal_records::float as records, wal_fpi::float as "fullPageImages", wal_bytes::float as bytes
     from pg_stat_wal`,
  );
  return row!;
}
