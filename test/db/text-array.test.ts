import { expect, inject, test } from 'vitest';
import { createDb, textArray } from '../../server/platform/db/pool.ts';

test.each([
  ['no text', []],
  ['ordinary texts', ['one', 'two words']],
  ['signs that the text form escapes', ['{"a\\"}', "it's, null", 'NULL', '', '\\', '"']],
  ['text beyond ASCII', ['é', '漢字', '😀']],
  ['null among texts', [null, 'text', null]],
  ['a long text', ['x'.repeat(100_000), 'y']],
])('PostgreSQL reads %s as it was sent', async (_, texts) => {
  const db = createDb({ url: inject('postgres').superuserUrl, max: 1, applicationName: 'test' });
  const rows = await db
    .query<{ same: boolean; texts: unknown }>(
      'select $1::text[] = (select coalesce(array_agg(e), $3) from json_array_elements_text($2) e) as same, $1::text[] as texts',
      [textArray(texts), JSON.stringify(texts), []],
    )
    .finally(() => db.close());
  expect(rows).toEqual([{ same: true, texts }]);
});
