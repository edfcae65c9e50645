/** A forgotten password, by mail: no answer reveals whether the account exists, and a link sets one password. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  createInvitation,
  type Users,
  writeInvitation,
  writePasswordReset,
} from '../../server/people/index.ts';
import { createMailer, startMailing, type Writers } from '../../server/platform/mail/index.ts';
import type { Sending } from '../../server/platform/outbound/index.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { freePort } from '../support/free-port.ts';
import { linkOf, type MailServer, startMailServer } from '../support/mail-server.ts';
import {
  codeOf,
  createFixtures,
  type Fixtures,
  PASSWORD,
  type Person,
  unique,
} from './fixtures.ts';

const NEW_PASSWORD = 'another horse battery';
const URL_OF = 'https://runs.example.com';

let fixtures: Fixtures;
let workspace: string;
let server: MailServer;
let users: Users;
let ada: Person;
const sendings: Sending[] = [];

beforeAll(async () => {
  fixtures = await createFixtures({ sendsMail: true });
  workspace = await fixtures.workspace();
  users = fixtures.users;
  server = await startMailServer();
});
afterEach(async () => {
  await Promise.all(sendings.splice(0).map((sending) => sending.stop(0)));
  await fixtures.database.db.query('delete from mail');
  await fixtures.database.db.query('delete from sign_in_attempt');
  server.received.length = 0;
  server.refuse(undefined);
});
afterAll(async () => {
  await server.close();
  await fixtures.close();
});

function send(port = server.port, mostAttempts = 1_000): void {
  const { db } = fixtures.database;
  const writers: Writers = {
    password_reset: (user) => writePasswordReset(db, user, URL_OF),
    invitation: (invitation) => writeInvitation(db, invitation, URL_OF),
    sign_up: async () => undefined,
    alert: async () => undefined,
    made_export: async () => undefined,
  };
  const mailer = createMailer({ url: `smtp://127.0.0.1:${port}`, from: 'runs@example.com' });
  const log = createLog({ level: 'silent' });
  const often = { everyMs: 20, pausesMs: [20], mostAttempts };
  sendings.push(startMailing({ db, mailer, writers, ...often, log }));
}

async function join(): Promise<Person> {
  ada = await fixtures.join(workspace, 'member', `${unique('ada')}@example.com`);
  return ada;
}

const waiting = () =>
  fixtures.database.db.query<{ about: string; attempts: number; error: string | null }>(
    'select about, attempts, last_error as error from mail order by id',
  );

async function tokenOf(count: number): Promise<string> {
  await expect.poll(() => server.received.length).toBe(count);
  const { origin, pathname, hash } = linkOf(server.received[count - 1]!);
  expect(origin + pathname).toBe(`${URL_OF}/dashboard/new-password`);
  return hash.replace('#token=', '');
}

it('a link in a mail sets a new password once, and ends every session', async () => {
  const { email, cookie } = await join();
  await users.requestPasswordReset({ email: email.toUpperCase() });
  send();
  const token = await tokenOf(1);
  expect(server.received[0]!.to).toEqual([email]);
  const guessable = users.acceptPasswordReset({ token, newPassword: 'password1234' });
  expect(await codeOf(guessable)).toBe('invalid_request');
  await users.acceptPasswordReset({ token, newPassword: NEW_PASSWORD });
  expect(await users.authenticate(cookie)).toBeUndefined();
  expect(await codeOf(users.signIn({ email, password: PASSWORD }))).toBe('wrong_credentials');
  expect(await codeOf(users.signIn({ email, password: NEW_PASSWORD }))).toBe('none');
  const again = users.acceptPasswordReset({ token, newPassword: `${NEW_PASSWORD} too` });
  expect(await codeOf(again)).toBe('link_not_valid');
});

it('of many who use one link at once, one sets a password; and it ends all other links', async () => {
  const { email } = await join();
  send();
  await users.requestPasswordReset({ email });
  const first = await tokenOf(1);
  await users.requestPasswordReset({ email });
  const token = await tokenOf(2);
  const codes = await Promise.all(
    [1, 2, 3, 4].map((each) =>
      codeOf(users.acceptPasswordReset({ token, newPassword: `${NEW_PASSWORD} ${each}` })),
    ),
  );
  expect(codes.toSorted()).toEqual([
    ...['link_not_valid', 'link_not_valid', 'link_not_valid', 'none'],
  ]);
  const other = users.acceptPasswordReset({ token: first, newPassword: NEW_PASSWORD });
  expect(await codeOf(other)).toBe('link_not_valid');
});

it('neither the database nor the waiting email has the secret of a link, and an old link is invalid', async () => {
  const { email } = await join();
  await users.requestPasswordReset({ email });
  expect(await waiting()).toEqual([{ about: ada.id, attempts: 0, error: null }]);
  send();
  const token = await tokenOf(1);
  const { db } = fixtures.database;
  const [row] = await db.query<{ text: string }>(
    `select (select json_agg(r) from password_reset r)::text || (select coalesce(json_agg(m), '[]') from mail m)::text as text`,
  );
  expect(row!.text).not.toContain(token);
  expect(row!.text).not.toContain(Buffer.from(token).toString('hex'));
  await db.query(`update password_reset set expires_at = now() - interval '1 s'`);
  const late = users.acceptPasswordReset({ token, newPassword: NEW_PASSWORD });
  expect(await codeOf(late)).toBe('link_not_valid');
});

it('an unknown address, and one without a password, are answered alike and sent nothing', async () => {
  const { email, id } = await join();
  await fixtures.database.db.query('delete from user_account where user_id = $1', [id]);
  for (const address of [email, `${unique('nobody')}@example.com`, 'no address']) {
    await users.requestPasswordReset({ email: address });
  }
  expect(await waiting()).toEqual([]);
});

it('an e-mail is sent three links an hour at the most, and an address asks thirty times', async () => {
  const { email } = await join();
  for (let i = 0; i < 5; i += 1) await users.requestPasswordReset({ email, ip: '192.0.2.1' });
  expect(await waiting()).toHaveLength(3);
  const ask = () =>
    codeOf(users.requestPasswordReset({ email: `${unique('x')}@example.com`, ip: '192.0.2.1' }));
  for (let i = 0; i < 25; i += 1) expect(await ask()).toBe('none');
  expect(await ask()).toBe('rate_limited');
});

it('while the mail server is down nothing is lost, and no request waits for it', async () => {
  const { email } = await join();
  const port = await freePort();
  send(port);
  await users.requestPasswordReset({ email });
  await expect.poll(async () => (await waiting())[0]?.attempts ?? 0).toBeGreaterThan(1);
  const [waits] = await waiting();
  expect(waits!.error ?? '').not.toContain('@');
  const back = await startMailServer({ port });
  await expect.poll(() => back.received.length).toBe(1);
  const token = linkOf(back.received[0]!).hash.replace('#token=', '');
  await users.acceptPasswordReset({ token, newPassword: NEW_PASSWORD });
  await expect.poll(waiting).toEqual([]);
  await back.close();
});

it('an email that is refused for good is given up, and so is one that is not accepted in any attempt', async () => {
  const { email } = await join();
  server.refuse({ code: 550, text: 'nobody of that name' });
  await users.requestPasswordReset({ email });
  send();
  await expect.poll(waiting).toEqual([]);
  expect(server.received).toEqual([]);
  await Promise.all(sendings.splice(0).map((sending) => sending.stop(0)));

  server.refuse({ code: 451, text: 'later' });
  await users.requestPasswordReset({ email });
  send(server.port, 3);
  await expect.poll(waiting).toEqual([]);
  expect(server.received).toEqual([]);
});

it('a link from before a change of the password no longer works, and waiting links are not sent', async () => {
  const { email, cookie } = await join();
  await users.requestPasswordReset({ email });
  send();
  const token = await tokenOf(1);
  await expect.poll(waiting).toEqual([]);
  await Promise.all(sendings.splice(0).map((sending) => sending.stop(0)));
  await users.requestPasswordReset({ email });
  expect(await waiting()).toHaveLength(1);
  await users.changePassword({ cookie, currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
  expect(await waiting()).toEqual([]);
  const late = users.acceptPasswordReset({ token, newPassword: `${NEW_PASSWORD} too` });
  expect(await codeOf(late)).toBe('link_not_valid');
});

it('two processes send an email once', async () => {
  const { email } = await join();
  for (let i = 0; i < 3; i += 1) send();
  for (let i = 0; i < 3; i += 1) await users.requestPasswordReset({ email });
  await expect.poll(waiting).toEqual([]);
  await sleep(100);
  expect(server.received).toHaveLength(3);
});

it('where no mail is sent there is no link to ask for', async () => {
  const without = fixtures.another({ sendsMail: false });
  expect(without.methods().passwordReset).toBe('operator');
  expect(users.methods().passwordReset).toBe('mail');
  const requested = without.requestPasswordReset({ email: 'ada@example.com' });
  expect(await codeOf(requested)).toBe('not_found');
});

it('an invitation to an address is mailed with a link of its own; one that was withdrawn is not', async () => {
  const { db } = fixtures.database;
  const invite = (email?: string) =>
    createInvitation(db, { workspace, role: 'member', sendsMail: true, ...(email && { email }) });
  const email = `${unique('grace')}@example.com`;
  const made = await invite(email);
  const withdrawn = await invite(`${unique('gone')}@example.com`);
  await db.query('delete from invitation where id = $1', [withdrawn.invitation.id]);
  expect([made.mailed, (await invite()).mailed]).toEqual([true, false]);
  send();
  await expect.poll(waiting).toEqual([]);
  expect(server.received.map(({ to }) => to)).toEqual([[email]]);
  const again = [];
  for (let i = 0; i < 5; i++) again.push((await invite(email)).mailed);
  expect(again).toEqual([true, true, true, true, false]);
  const token = linkOf(server.received[0]!).hash.replace('#token=', '');
  expect(token).not.toBe(made.token);
  const person = { name: 'Grace', email, password: PASSWORD };
  await users.acceptInvitation({ token, ...person });
  const shown = users.acceptInvitation({ token: made.token, ...person });
  expect(await codeOf(shown)).toBe('link_not_valid');
});
