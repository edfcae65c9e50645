/** Drops the days of spans that are kept no longer, by the server's clock: a day is a partition. */
import type { ClickHouse } from './connection.ts';

export async function dropOldDays(clickHouse: ClickHouse, retentionDays: number): Promise<number> {
  const rows = await clickHouse.query<{ day: string }>(
    `select distinct partition as day from system.parts
     where active and database = currentDatabase() and table = 'client_span'
       and toDate(partition) < toDate(now('UTC')) - {days:UInt16}
     order by day`,
    { days: retentionDays },
  );
  for (const { day } of rows) {
    await clickHouse.command('alter table client_span drop partition {day:String}', { day });
  }
  return rows.length;
}
