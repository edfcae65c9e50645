/**
 * How the service reaches a database: the address, the role, and what a connection to it can be used for. The process
 * reads the role, the password and the TLS files again for each connection, so that they can change while the service
 * runs; the address cannot.
 */
import type pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { StartError } from '../lib/errors.ts';
import type { Login } from './password.ts';

export interface DatabaseAddress {
  url: string;
  /** The current URL; new connections use its role and password. */
  urlNow?: (() => string) | undefined;
  /** The password for a URL that has none. */
  passwordOf?: ((login: Login) => Promise<string>) | undefined;
  /** The server refused a password: the next connection has to use the newest one. */
  renew?: (() => void) | undefined;
  /** A pooler lends a connection for one transaction: session settings are lost, and may affect others. */
  isPooled?: boolean | undefined;
}

/** The options of the client library for the next connection. Throws only when it is called. */
export function connectionConfig(address: DatabaseAddress): () => pg.ClientConfig {
  const base = parsed(address.url);
  let last = base;
  return () => {
    last = readAgain(address, last);
    const { user, password } = last;
    return {
      ...base,
      ...('ssl' in last && { ssl: last.ssl }),
      ...('user' in last && { user }),
      password: password || passwordFor({ ...base, user }, address),
    };
  };
}

/** If a file cannot be read now, the previous content stays in use. */
function readAgain({ url, urlNow }: DatabaseAddress, last: pg.ClientConfig): pg.ClientConfig {
  try {
    const now = urlNow?.() ?? url;
    const { user, password } = parseIntoClientConfig(now);
    return { ...parseIntoClientConfig(url), user, password };
  } catch {
    return last;
  }
}

function parsed(url: string): pg.ClientConfig {
  try {
    return parseIntoClientConfig(url);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown reason';
    throw new StartError(`a file that the URL of the database names cannot be read: ${reason}`, {
      cause,
    });
  }
}

function passwordFor(
  { host = 'localhost', port = 5432, user = '', database = user }: pg.ClientConfig,
  { passwordOf: ask }: DatabaseAddress,
): (() => Promise<string>) | undefined {
  if (ask === undefined) return undefined;
  const login: Login = { host, port, user: user as string, database: database as string };
  return () => ask(login);
}
