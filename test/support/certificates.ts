/** A test's certificate authority, and the server certificates that it signs, with openssl. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installed } from './installed.ts';

export interface Authority {
  /** The file of the authority's certificate, for clients. */
  file: string;
  /** For a server with this name; a negative `days` makes it that many days old. */
  sign(name: string, options?: { days?: number }): Promise<{ certificate: string; key: string }>;
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** Uses a temporary folder of the system: its files are of no use to anybody. */
export async function makeAuthority(): Promise<Authority> {
  const program = installed('openssl', 'openssl');
  const folder = await mkdtemp(join(tmpdir(), 'model-run-authority-'));
  const openssl = (...args: string[]) => promisify(execFile)(program, args, { cwd: folder });
  await openssl(
    ...['req', '-x509', ...KEY, '-days', '2', '-subj', '/CN=Authority of a test'],
    ...['-keyout', 'authority.key', '-out', 'authority.pem'],
  );
  return {
    file: join(folder, 'authority.pem'),
    async sign(name, { days = 2 } = {}) {
      await openssl(
        ...['req', '-new', ...KEY, '-subj', '/CN=A server'],
        ...['-addext', `subjectAltName=DNS:${name}`, '-keyout', 'server.key', '-out', 'request'],
      );
      await openssl(
        ...['x509', '-req', '-in', 'request', '-CA', 'authority.pem', '-CAkey', 'authority.key'],
        ...['-copy_extensions', 'copy', '-days', String(days), '-out', 'server.crt'],
      );
      const [certificate, key] = await Promise.all(
        ['server.crt', 'server.key'].map((file) => readFile(join(folder, file), 'utf8')),
      );
      return { certificate: certificate!, key: key! };
    },
  };
}
