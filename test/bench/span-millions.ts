/** Millions of spans over the last seven days, ten to a trace, for sections that read some of them. */

import { type ClickHouse, statement } from '../../server/platform/db/clickhouse/connection.ts';
import type { Db } from '../../server/platform/db/pool.ts';

const CHUNK = 100_000;
const DAYS_MICROS = 6.9 * 86_400_000_000;

export async function millionsInPostgres(
  db: Db,
  workspace: string,
  count: number,
  onStep: (step: string) => void,
): Promise<void> {
  for (let from = 0; from < count; from += CHUNK) {
    onStep(`${from} of ${count} spans`);
    await db.query(
      `insert into client_span (workspace, trace, span, started_at, duration, name, kind, status, service, operation, model,
         input_tokens, output_tokens, reported_cost, session_id, end_user_id, attributes)
       select $1, ('00000000-0000-4000-8000-' || lpad(to_hex(i / 10), 12, '0'))::uuid, decode(left(md5(i::text), 16), 'hex'),
         now() - i * $4::float8 * interval '1 microsecond', 1000000 + i % 268435455, 'chat m', 'client', 'ok', 'svc',
         'chat', 'm' || i % 7, i % 1000, i % 300, (i % 1000) / 100000.0, 's' || i / 50, 'u' || i / 50 % 5000,
         '{"gen_ai.request.model":"m","key":"' || md5(i::text) || md5((i + 1)::text) || '"}'
       from generate_series($2::bigint, $2 + $3::bigint - 1) i`,
      [workspace, from, Math.min(CHUNK, count - from), DAYS_MICROS / count],
    );
  }
  await db.query('analyze client_span');
}

export async function millionsInClickHouse(
  clickHouse: ClickHouse,
  workspace: string,
  count: number,
  onStep: (step: string) => void,
): Promise<void> {
  for (let from = 0; from < count; from += CHUNK) {
    onStep(`${from} of ${count} spans`);
    const made = statement(
      `insert into client_span (workspace, trace, span, started_at, duration, name, kind, status, service, operation, model,
         input_tokens, output_tokens, reported_cost, session_id, end_user_id, attributes, truncated)
       select {workspace:UUID}, toUUID(concat('00000000-0000-4000-8000-', leftPad(lower(hex(intDiv(number, 10))), 12, '0'))),
         cityHash64(number), now64(6) - toIntervalMicrosecond(toInt64(number * {step:Float64})), 1000000 + number % 268435455,
         'chat m', 'client', 'ok', 'svc', 'chat', concat('m', toString(number % 7)), number % 1000, number % 300,
         toDecimal128(number % 1000 / 100000, 12), concat('s', toString(intDiv(number, 50))),
         concat('u', toString(intDiv(number, 50) % 5000)),
         concat('{"gen_ai.request.model":"m","key":"', hex(MD5(toString(number))), hex(MD5(toString(number + 1))), '"}'), false
       from numbers({from:UInt64}, {most:UInt64})`,
      { workspace, from, most: Math.min(CHUNK, count - from), step: DAYS_MICROS / count },
    );
    await clickHouse.command(made);
  }
}
