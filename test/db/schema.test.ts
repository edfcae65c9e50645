/** The result of all migrations and functions: `npx vitest run test/db/schema.test.ts -u` writes it anew. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { describeSchema } from './describe-schema.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('matches the schema of record', async () => {
  await expect(await describeSchema(database.db)).toMatchFileSnapshot('../../server/db/schema.sql');
});
