/** The contract says exactly which addresses the service accepts. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { asEmail, mailboxOf } from '../../server/people/person.ts';
import { dashboard } from '../contract/document.ts';

const emails = ['CreateInvitation', 'AcceptInvitation', 'CreateSignUp'].map((schema) =>
  dashboard.at('components', 'schemas', schema, 'properties', 'email'),
);

it('has the rule of the service in the contract', () => {
  for (const { pattern } of emails) expect(pattern).toBe(z.regexes.email.source);
});

it.each([
  ["Ada.o'Neil+work_1-x@mail.example.com", true],
  ['o&m@example.com', false],
  ['5$46d~ef@example.io', false],
  ['ada..l@example.com', false],
  ['ada@localhost', false],
])('decides on %s like the service: %j', (email, isTaken) => {
  for (const { pattern } of emails) {
    expect(new RegExp(String(pattern), 'u').test(email)).toBe(isTaken);
  }
  expect(asEmail(email) !== undefined).toBe(isTaken);
});

it('takes 64 characters before the @, as the format says, and no more', () => {
  expect(asEmail(`${'a'.repeat(64)}@example.com`)).toBeDefined();
  expect(asEmail(`${'a'.repeat(65)}@example.com`)).toBeUndefined();
});

it.each([
  ['Ada.L+runs@Googlemail.com', 'adal@gmail.com'],
  ['ada.l+runs@pm.me', 'ada.l@proton.me'],
  ['ada.l+runs@example.com', 'ada.l+runs@example.com'],
  ['ADA@example.com', 'ada@example.com'],
])('counts %s as the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
