import { expect, test } from 'vitest';
import { checkPassword } from '../../server/people/person.ts';

const check = (password: string) =>
  checkPassword(password, {
    pointer: '#/password',
    known: ['ada.lovelace@example.com', 'Ada Lovelace', 'Demo Works'],
  });

test.each([
  ['the own e-mail', 'ada.lovelace@example.com'],
  ['the own e-mail and a digit', 'Ada.Lovelace@example.com1'],
  ['the own e-mail without its signs', 'adalovelaceexamplecom'],
  ['the own name', 'Ada Lovelace'],
  ['the own name and e-mail, and a year', 'ada example 2026'],
  ['the own name and two years', 'Lovelace-2025-2026!'],
  ["the workspace's name again and again", 'demo demo demo'],
  ["the workspace's name, a year and signs", 'Demo-Works.2026!!'],
  ["the service's name and a digit", 'model-run-api1'],
  ['a word again and again, with spaces', 'lorem lorem lorem'],
  ['a row of keys between known words', 'ada qwerty 1990'],
  ['one character', 'aaaaaaaaaaaa'],
  ['one character, and many of them', 'x'.repeat(127)],
  ['a word again and again', 'lovelovelove'],
  ['a pattern again and again', 'abcabcabcabcabc'],
  ['a common one with digits', 'password1234'],
  ['a common one in other signs', 'P@ssw0rd1234'],
  ['a row of keys', 'qwertyuiopasdfgh'],
  ['a row of numbers', '1234567890123'],
])('%s is refused with invalid_request, and where it stands', async (_, password) => {
  const refused = await check(password).catch((problem: unknown) => problem);
  expect(refused).toMatchObject({
    code: 'invalid_request',
    options: {
      errors: [{ pointer: '#/password', detail: expect.stringContaining('easy to guess') }],
    },
  });
});

test.each([
  'four other words entirely',
  'Zq8vLm2pXw4t',
  'Ada-Zq8vLm2pXw4t',
  'a rapid comedian crumples',
  'x!9$#^&*@(kd',
  '鍵と錠前、そして長い合言葉を使う',
])('%s is taken', async (password) => {
  await expect(check(password)).resolves.toBeUndefined();
});

test('the longest that is hard to estimate is decided before the test times out', async () => {
  const decided = check('p@55w0rd$1!z9'.repeat(10).slice(0, 128)).then(
    () => true,
    () => true,
  );
  await expect(decided).resolves.toBe(true);
});
