/** Drops the days of spans whose retention is over, by the server's clock: a day is a partition. */
import { type ClickHouse, statement } from '../platform/db/clickhouse/statement.ts';

const OLD = `select distinct partition as day from system.parts
  where active and database = currentDatabase() and table = 'client_span'
    and toDate(partition) < toDate(now('UTC')) - {days:UInt16}
  order by day`;
const DROP = 'alter table client_span drop partition {day:String}';

export async function dropOldDays(clickHouse: ClickHouse, retentionDays: number): Promise<number> {
  const rows = await clickHouse.query<{ day: string }>(statement(OLD, { days: retentionDays }));
  for (const { day } of rows) await clickHouse.command(statement(DROP, { day }));
  return rows.length;
}
