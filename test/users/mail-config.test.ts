/** The configuration of mail: every fault is reported at once, and none shows the password. */
import { expect, test } from 'vitest';
import { describeConfig, readConfig } from '../../server/platform/config/index.ts';

const MAIL = {
  SMTP_URL: 'smtp://user:hunter2@mail.example.com:587',
  MAIL_FROM: 'Model runs <runs@example.com>',
  PUBLIC_URL: 'https://runs.example.com',
};

function faultOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
}

test('with all of them mail is sent, and with none it is not', () => {
  expect(readConfig(MAIL).mail).toEqual({ url: MAIL.SMTP_URL, from: MAIL.MAIL_FROM });
  expect(readConfig({}).mail).toBeUndefined();
  for (const from of ['runs@example.com', 'Läufe <a+b@example.co.uk>']) {
    expect(faultOf({ ...MAIL, MAIL_FROM: from })).toBe('none');
  }
  for (const url of ['smtps://mail.example.com', 'smtp://localhost:2525', 'smtp://[::1]:25']) {
    expect(faultOf({ ...MAIL, SMTP_URL: url })).toBe('none');
  }
});

test('what is missing is named, all of it', () => {
  const { SMTP_URL, MAIL_FROM } = MAIL;
  expect(faultOf({ SMTP_URL })).toContain(
    'SMTP_URL needs MAIL_FROM; SMTP_URL needs PUBLIC_URL, which the links in mails begin with',
  );
  expect(faultOf({ MAIL_FROM })).toContain('MAIL_FROM needs SMTP_URL');
});

test.each([
  ['http://mail.example.com'],
  ['mail.example.com:587'],
  ['smtp://user@mail.example.com'],
  ['smtp://user:hunter2%zz@mail.example.com'],
  ['smtp://user:hunter2@mail.example.com/queue'],
  ['smtp://user:hunter2@mail.example.com?tls=off'],
])('%s is no mail server, and its password is not repeated', (SMTP_URL) => {
  const fault = faultOf({ ...MAIL, SMTP_URL });
  expect(fault).toContain('SMTP_URL must be a URL such as smtp://');
  expect(fault).not.toContain('hunter2');
});

test.each([['nobody'], ['a@b\nBcc: c@d'], ['"A" <a@b>, c@d'], ['a@b, c@d']])(
  '%j is refused as the sender of mails',
  (MAIL_FROM) => {
    expect(faultOf({ ...MAIL, MAIL_FROM })).toContain('MAIL_FROM must be an address');
  },
);

test('the table of variables shows no secret', () => {
  const rows = describeConfig(MAIL);
  expect(rows.find(({ name }) => name === 'SMTP_URL')).toMatchObject({ value: '(secret)' });
  expect(JSON.stringify(rows)).not.toContain('hunter2');
});
