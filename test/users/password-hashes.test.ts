/** Many people sign in at the same moment, on a process that has no connection to its database yet. */
import { lookup } from 'node:dns/promises';
import { expect, test } from 'vitest';
import { passwordHashes } from '../../server/people/password-hashes.ts';
import { createDb } from '../../server/platform/db/pool.ts';
import { createFixtures, PASSWORD } from './fixtures.ts';

const PEOPLE = 12;

test('hashing the passwords of all leaves threads to others', async () => {
  const hash = await passwordHashes.hash(PASSWORD);
  let hashed = 0;
  const hashing = Array.from({ length: PEOPLE }, () =>
    passwordHashes.verify({ hash, password: PASSWORD }).then((isRight) => {
      hashed += 1;
      return isRight;
    }),
  );
  await lookup('localhost');
  expect(hashed).toBeLessThan(PEOPLE / 4);
  expect(new Set(await Promise.all(hashing))).toEqual(new Set([true]));
});

test('all of them are let in, while they wait for connections to the database', async () => {
  const fixtures = await createFixtures({ passwords: passwordHashes });
  const { email } = await fixtures.join(await fixtures.workspace(), 'member');
  const cold = createDb({ url: fixtures.database.url, max: 8, applicationName: 'cold' });
  const users = fixtures.another({ db: cold });
  const signIns = Array.from({ length: PEOPLE }, (_, i) =>
    users.signIn({ email, password: PASSWORD, ip: `10.0.0.${i}` }),
  );
  const opened = await Promise.all(signIns);
  expect(opened).toHaveLength(PEOPLE);
  await users.close();
  await cold.close();
  await fixtures.close();
});
