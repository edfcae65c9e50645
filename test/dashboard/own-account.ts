/** What people do with their own accounts, so that each answer that the document promises of that is met. */
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import { expect } from 'vitest';
import { writePasswordReset } from '../../server/people/index.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import { ofDashboard } from '../support/contract.ts';
import type { Answer } from '../support/service.ts';
import { bodyOf, type Customer, cookieOf, type Dashboard, PASSWORD } from './fixtures.ts';
import { type Input, requestOf } from './requests.ts';

interface Asking {
  dashboard: Dashboard;
  customer: Customer;
  names: Record<string, string>;
  /** As the owner, by the id of the operation. */
  ask(operation: string, input?: Input): Promise<Answer>;
}

export async function askForOwnAccount(asking: Asking): Promise<void> {
  const { dashboard, customer, ask } = asking;
  const { owner } = customer;
  const { email } = owner;
  await ask('updateMe');
  const other = cookieOf(
    await dashboard.send({ path: '/session', body: { email, password: PASSWORD } }),
  );
  const { data } = await owner.get<{ data: { id: string; current: boolean }[] }>('/me/sessions');
  for (const { id } of data.toSorted((a, b) => Number(a.current) - Number(b.current))) {
    await owner.send({ method: 'DELETE', path: `/me/sessions/${id}` });
  }
  expect((await dashboard.send({ path: '/me', cookie: other })).status).toBe(401);
  await ask('deleteOtherSessions');
  const { owner: outsider, path } = await dashboard.customer();
  const { name } = await outsider.get<{ name: string }>(path);
  await ask('updateWorkspace', { body: { name } });
  await resets(asking);
  await secondFactor(asking);
  // Of a deployment where nobody may.
  for (const id of ['createSignUp', 'getSignUp', 'acceptSignUp']) await ask(id);
}

async function secondFactor({ dashboard, customer, names, ask }: Asking): Promise<void> {
  await ask('acceptSecondFactor');
  await ask('startSecondFactor');
  const password = { currentPassword: PASSWORD };
  const answer = await ask('startSecondFactor', { body: password });
  await ask('acceptSecondFactor');
  const plain = Buffer.from(base32.decode(bodyOf<{ secret: string }>(answer).secret)).toString();
  const code = await createOTP(plain).totp();
  const accepted = await ask('acceptSecondFactor', { body: { code } });
  const { recoveryCodes } = bodyOf<{ recoveryCodes: string[] }>(accepted);
  await ask('startSecondFactor', { body: password });
  const { email } = customer.owner;
  await dashboard.send({ path: '/session', body: { email, password: PASSWORD } });
  await ask('rotateRecoveryCodes');
  const replaced = await ask('rotateRecoveryCodes', {
    body: { ...password, code: recoveryCodes[0] },
  });
  await ask('deleteSecondFactor');
  const [again] = bodyOf<{ recoveryCodes: string[] }>(replaced).recoveryCodes;
  const body = { ...password, code: again };
  await ask('deleteSecondFactor', { body });
  // Of one without a password.
  const { db } = dashboard.service.database;
  const member = await dashboard.person(customer.tenant.workspace, 'member');
  await db.query('delete from user_account where user_id = $1', [idToUuid('user', member.id)]);
  await member.send(requestOf(operationOf('deleteSecondFactor'), names));
  await member.send(requestOf(operationOf('rotateRecoveryCodes'), names));
}

/** A link as in an email, of a deployment that sends email. */
async function resets({ dashboard, customer, ask }: Asking): Promise<void> {
  const { db } = dashboard.service.database;
  const { id, email } = await dashboard.person(customer.tenant.workspace, 'member');
  await ask('createPasswordReset', { body: { email } });
  const letter = await writePasswordReset(db, idToUuid('user', id)!, 'https://runs.example.com');
  const token = letter?.text.split('#token=')[1]?.split('\n')[0];
  const body = { token, newPassword: `${PASSWORD} anew` };
  for (let i = 0; i < 2; i += 1) await ask('acceptPasswordReset', { body });
}

function operationOf(id: string) {
  return ofDashboard.operations.find((operation) => operation.id === id)!;
}
