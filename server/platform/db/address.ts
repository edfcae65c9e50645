/**
 * How the service reaches a database: the address, the role, and what a connection to it can be used for. The process
 * reads the role, the password and the TLS files again for each connection, so that they can change while the service
 * runs; the address cannot.
 */

import { execFile } from 'node:child_process';
import type pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { StartError } from '../lib/errors.ts';

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

/*
 * Passwords that a program provides, such as tokens of a cloud: one for each new connection, cached for a while because
 * a program takes long and a pool opens many connections at once. If the server refuses one, the process runs the
 * program again at once.
 */

/** The login that needs the password, and its server. */
export interface Login {
  host: string;
  port: number;
  user: string;
  database: string;
}

interface PasswordSource {
  /** Rejects with a PasswordError if no password is available. */
  of(login: Login): Promise<string>;
  /** The server refused the last password. */
  renew(): void;
}

/** There is no password to connect with, so the process sent nothing. The message never contains a password. */
export class PasswordError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PasswordError';
  }
}

interface PasswordCommandOptions {
  /** For `sh -c`. Its standard output is the password. */
  command: string;
  /** Environment variables of the command, besides those that name the login. */
  environment: Record<string, string | undefined>;
  keepMs?: number;
  timeoutMs?: number;
}

/** Shorter than the validity of any cloud's token. */
const KEEP_MS = 300_000;
/** However many connections are refused, the program runs once for all of them. */
const LEAST_MS = 1_000;
/** Shorter than the timeout of a connection. */
const TIMEOUT_MS = 8_000;

interface Kept {
  password: Promise<string>;
  /** Undefined while the program runs. */
  since: number | undefined;
}

export function createPasswordCommand(options: PasswordCommandOptions): PasswordSource {
  const { keepMs = KEEP_MS } = options;
  const kept = new Map<string, Kept>();
  let renewedAt = Number.NEGATIVE_INFINITY;

  function isGood({ since }: Kept): boolean {
    if (since === undefined) return true;
    const age = performance.now() - since;
    return age < LEAST_MS || (age < keepMs && since > renewedAt);
  }

  return {
    of(login) {
      const name = JSON.stringify(login);
      const known = kept.get(name);
      if (known && isGood(known)) return known.password;
      const made: Kept = { password: run(options, login), since: undefined };
      kept.set(name, made);
      made.password.then(
        () => {
          made.since = performance.now();
        },
        () => kept.delete(name),
      );
      return made.password;
    },
    renew() {
      renewedAt = performance.now();
    },
  };
}

function run(options: PasswordCommandOptions, login: Login): Promise<string> {
  const { command, environment, timeoutMs = TIMEOUT_MS } = options;
  const env = {
    ...environment,
    ...{ PGHOST: login.host, PGPORT: String(login.port) },
    ...{ PGUSER: login.user, PGDATABASE: login.database },
  };
  return new Promise((resolve, reject) => {
    execFile('sh', ['-c', command], { env, timeout: timeoutMs }, (error, stdout, stderr) => {
      const password = stdout.replace(/\r?\n$/, '');
      const fault = error ? faultOf(error, stderr, timeoutMs) : faultIn(password);
      if (fault === undefined) resolve(password);
      else reject(new PasswordError(`DATABASE_PASSWORD_COMMAND ${fault}`));
    });
  });
}

function faultOf(
  { code, killed }: { code?: unknown; killed?: boolean | undefined },
  stderr: string,
  timeoutMs: number,
): string {
  if (killed === true) return `gave no password within ${timeoutMs} ms`;
  const message = stderr.trim().split('\n')[0]?.slice(0, 200) ?? '';
  return `ended with ${String(code)}${message === '' ? '' : `: ${message}`}`;
}

function faultIn(password: string): string | undefined {
  if (password === '') return 'printed nothing';
  return password.includes('\n') ? 'printed more than one line' : undefined;
}
