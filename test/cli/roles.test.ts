/** A database of the operator's own with two roles, and the message if it has only one. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDb, type Db } from '../../server/platform/db/pool.ts';
import { canRewriteLedger } from '../../server/platform/db/schema.ts';
import { json, launch, run } from '../support/program.ts';

const suffix = randomBytes(4).toString('hex');
const [OWNER, WORKING, NAME] = [`owner_${suffix}`, `working_${suffix}`, `theirs_${suffix}`];

let admin: Db;
let both: { DATABASE_URL: string; MIGRATION_DATABASE_URL: string };
beforeAll(async () => {
  const { superuserUrl } = inject('postgres');
  admin = createDb({ url: superuserUrl, max: 1, applicationName: 'operator' });
  await admin.query(`create role ${OWNER} login password 'owner'`);
  await admin.query(`create database ${NAME} owner ${OWNER}`);
  const as = (username: string, password: string) =>
    Object.assign(new URL(`/${NAME}`, superuserUrl), { username, password }).href;
  both = { DATABASE_URL: as(WORKING, 'work%20ing'), MIGRATION_DATABASE_URL: as(OWNER, 'owner') };
});
afterAll(async () => {
  await admin.query(`drop database if exists ${NAME} with (force)`);
  await admin.query(`drop role if exists ${WORKING}`);
  await admin.query(`drop role if exists ${OWNER}`);
  await admin.close();
});

const working = () => ({ DATABASE_URL: both.DATABASE_URL });

test('migrate says who has to make the working role where the owner may not', async () => {
  const { code, stderr } = await run(['migrate'], both);
  expect(code).toBe(1);
  expect(stderr).toMatch(new RegExp(`^error: there is no role ${WORKING}, .+ CREATEROLE\\n$`));
});

test('migrate makes the working role, and the service works as it', async () => {
  await admin.query(`alter role ${OWNER} createrole`);
  await run(['migrate'], both);
  expect((await run(['workspaces', 'create', 'acme'], working())).code).toBe(0);
  expect((await run(['audit'], working())).code).toBe(0);
  const db = createDb({ url: both.DATABASE_URL, max: 1, applicationName: 'test' });
  expect(await canRewriteLedger(db)).toBe(false);
  await expect(db.query(`set role ${OWNER}`)).rejects.toMatchObject({ code: '42501' });
  await db.close();
  expect(await outputAtStart(working())).not.toContain('can rewrite the ledger');
});

test('a service that only has the working role leaves an outdated schema to the owner', async () => {
  const owner = createDb({ url: both.MIGRATION_DATABASE_URL, max: 1, applicationName: 'test' });
  const [last] = await owner.query<{ name: string; checksum: string }>(
    `delete from schema_migration where name = (select max(name) from schema_migration) returning *`,
  );
  const { code, stderr } = await run(['serve'], { ...working(), PORT: '0' });
  expect(code).toBe(1);
  expect(stderr).toContain(
    `is behind this version by ${last!.name}: run npm run cli -- migrate, with MIGRATION_DATABASE_URL for the owner of its tables.`,
  );
  await owner.query('insert into schema_migration (name, checksum) values ($1, $2)', [
    last!.name,
    last!.checksum,
  ]);
  await owner.close();
});

test('for a role without any rights one line says what to do', async () => {
  await admin.query(`create role stranger_${suffix} login password 'x'`);
  const url = Object.assign(new URL(both.DATABASE_URL), {
    username: `stranger_${suffix}`,
    password: 'x',
  });
  const { stderr } = await run(['audit'], { DATABASE_URL: url.href });
  expect(stderr).toMatch(
    /^error: the role of DATABASE_URL lacks rights .+MIGRATION_DATABASE_URL.+\n$/,
  );
  await admin.query(`drop role stranger_${suffix}`);
});

test('with one role everything works, and the start says what does not hold', async () => {
  const one = { DATABASE_URL: both.MIGRATION_DATABASE_URL };
  expect(await json(['migrate'], one)).toEqual({ applied: [] });
  expect(await outputAtStart(one)).toMatch(
    /can rewrite the ledger.+MIGRATION_DATABASE_URL.+SECURITY\.md/,
  );
});

test('MIGRATION_DATABASE_URL alone is refused: the working role is not known', async () => {
  const { code, stderr } = await run(['migrate'], {
    MIGRATION_DATABASE_URL: both.MIGRATION_DATABASE_URL,
  });
  expect(code).toBe(1);
  expect(stderr).toContain('MIGRATION_DATABASE_URL needs DATABASE_URL');
});

async function outputAtStart(environment: Record<string, string>): Promise<string> {
  const program = launch(['serve'], { ...environment, PORT: '0' });
  const output = await program.until(/Ctrl-C stops/);
  program.process.kill('SIGTERM');
  await program.ended;
  return output;
}
