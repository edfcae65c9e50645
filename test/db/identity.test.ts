import { expect, inject, test } from 'vitest';
import { createDb } from '../../server/platform/db/pool.ts';
import { readIdentity } from '../../server/platform/deployment/store.ts';
import { createTestDatabase } from '../support/postgres.ts';

test('an ordinary role learns which database this is, or gets null', async () => {
  const database = await createTestDatabase();
  const identity = await readIdentity(database.db);
  expect(identity).toEqual({ systemIdentifier: expect.stringMatching(/^\d{15,20}$/), timeline: 1 });
  expect(await readIdentity(database.db)).toEqual(identity);

  const url = new URL(new URL(database.url).pathname, inject('postgres').superuserUrl).href;
  const admin = createDb({ url, max: 1, applicationName: 'a strict operator' });
  await admin.query('REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC');
  await admin.close();
  expect(await readIdentity(database.db)).toBeNull();
  await database.drop();
});
