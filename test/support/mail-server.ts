/** A real SMTP server in this process, and the emails that it received. */
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  to: string[];
  from: string;
  /** As received, with its transfer encoding decoded. */
  text: string;
  isEncrypted: boolean;
}

export interface MailServer {
  port: number;
  received: ReceivedMail[];
  /** Refuses every email from now on; undefined accepts them again. */
  refuse(answer: { code: number; text: string } | undefined): void;
  close(): Promise<void>;
}

export async function startMailServer(
  options: SMTPServerOptions & { port?: number } = {},
): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let refusal: { code: number; text: string } | undefined;
  const { port: wanted = 0, ...more } = options;
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    ...(more.key === undefined && { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] }),
    async onData(stream, session, done) {
      const raw = Buffer.concat(await stream.toArray()).toString('utf8');
      if (refusal) {
        done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
        return;
      }
      const { mailFrom, rcptTo } = session.envelope;
      received.push({
        to: rcptTo.map(({ address }) => address),
        from: mailFrom === false ? '' : mailFrom.address,
        text: withoutEncoding(raw),
        isEncrypted: session.secure,
      });
      done();
    },
    ...more,
  });
  // Some tests let the client hang up.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(wanted, '0.0.0.0', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    refuse: (answer) => {
      refusal = answer;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The first link of an email. */
export function linkOf({ text }: Pick<ReceivedMail, 'text'>): URL {
  const [link] = /https?:\/\/\S+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`no link in: ${text}`);
  return new URL(link);
}

/** Decodes quoted-printable, the encoding of long lines. */
function withoutEncoding(raw: string): string {
  if (!/quoted-printable/i.test(raw)) return raw;
  return raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (text) =>
      Buffer.from(text.replaceAll('=', ''), 'hex').toString('utf8'),
    );
}
