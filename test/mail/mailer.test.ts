/** Emails through a real SMTP server: over TLS or not at all, and failures that reveal nothing of their content. */
import { readFile } from 'node:fs/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMailer, reasonOf } from '../../server/platform/mail/index.ts';

import { type Authority, makeAuthority } from '../support/certificates.ts';
import { freePort } from '../support/free-port.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';

/** This machine, but under a name that does not stand for it: like a remote server for the mailer. */
const ELSEWHERE = '127.0.0.2';
const NAME = 'mail.example.com';
const FROM = 'Model runs <runs@example.com>';
const EMAIL = { to: 'ada@example.com', subject: 'A letter', text: 'Hello' };

let authority: Authority;
let server: MailServer | undefined;
beforeAll(async () => {
  authority = await makeAuthority();
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function certified(secure: boolean): Promise<MailServer> {
  const { certificate, key } = await authority.sign(NAME);
  server = await startMailServer({ secure, cert: certificate, key });
  return server;
}

const believed = async () => ({ ca: await readFile(authority.file), servername: NAME });

describe('an email', () => {
  it('is taken by a server on this machine without TLS', async () => {
    server = await startMailServer();
    const mailer = createMailer({ url: `smtp://127.0.0.1:${server.port}`, from: FROM });
    await mailer.send(EMAIL);
    const [email] = server.received;
    expect(email).toMatchObject({ to: ['ada@example.com'], from: 'runs@example.com' });
    expect(email!.text).toMatch(/^Subject: A letter\r$/m);
    expect(email!.text).toMatch(/^From: Model runs <runs@example\.com>\r$/m);
    expect(email!.text).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  });

  it.each([
    ['smtp', false],
    ['smtps', true],
  ])('leaves for %s elsewhere encrypted', async (protocol, secure) => {
    const { port, received } = await certified(secure);
    const url = `${protocol}://${ELSEWHERE}:${port}`;
    await createMailer({ url, from: FROM }, await believed()).send(EMAIL);
    expect(received).toMatchObject([{ to: ['ada@example.com'], isEncrypted: true }]);
  });

  it('is sent with the name and the password of the address', async () => {
    const credentials: unknown[] = [];
    server = await startMailServer({
      allowInsecureAuth: true,
      authOptional: false,
      onAuth({ username, password }, _session, done) {
        credentials.push([username, password]);
        done(null, { user: username });
      },
    });
    const url = `smtp://user%40example.com:p%3Ass@127.0.0.1:${server.port}`;
    await createMailer({ url, from: FROM }).send(EMAIL);
    expect(credentials).toEqual([['user@example.com', 'p:ss']]);
  });

  it('never has a further header or recipient of what somebody wrote', async () => {
    server = await startMailServer();
    const mailer = createMailer({ url: `smtp://127.0.0.1:${server.port}`, from: FROM });
    await mailer.send({ ...EMAIL, subject: 'Join\r\nBcc: eve@example.com\r\n\r\nHello' });
    expect(server.received).toHaveLength(1);
    expect(server.received[0]!.to).toEqual(['ada@example.com']);
    expect(server.received[0]!.text).not.toMatch(/^Bcc:/m);
  });
});

describe('an email is not sent, and the failure names no address,', () => {
  it('for a server elsewhere that has no TLS', async () => {
    server = await startMailServer();
    const mailer = createMailer({ url: `smtp://${ELSEWHERE}:${server.port}`, from: FROM });
    expect(await failure(mailer.send(EMAIL))).toMatch(/^ETLS/);
    expect(server.received).toEqual([]);
  });

  it('if the certificate is signed by an unknown authority', async () => {
    const { port, received } = await certified(false);
    const mailer = createMailer({ url: `smtp://${ELSEWHERE}:${port}`, from: FROM });
    expect(await failure(mailer.send(EMAIL))).toMatch(/^[A-Z_]+$/);
    expect(received).toEqual([]);
  });

  it('if no server listens', async () => {
    const mailer = createMailer({ url: `smtp://127.0.0.1:${await freePort()}`, from: FROM });
    expect(await failure(mailer.send(EMAIL))).toMatch(/^E[A-Z]+$/);
  });

  it('where the server refuses it', async () => {
    server = await startMailServer();
    server.refuse({ code: 550, text: 'no such user ada@example.com' });
    const mailer = createMailer({ url: `smtp://127.0.0.1:${server.port}`, from: FROM });
    expect(await failure(mailer.send(EMAIL))).toBe('EMESSAGE 550');
  });
});

async function failure(sending: Promise<void>): Promise<string> {
  return sending.then(() => 'sent', reasonOf);
}
