/**
 * The cause of a failed database call, by SQLSTATE if there is one, and never by wording. A lost connection leaves the
 * outcome of the call unknown: only a caller whose statement is safe to repeat may repeat it.
 */

import pg from 'pg';
import { PasswordError } from './address.ts';

const { DatabaseError } = pg;

/** Codes of sockets and the resolver that mean: nobody answers there, or no longer. */
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  // Errors of a local socket: it does not exist, or its backlog is full.
  'ENOENT',
  'EAGAIN',
]);

/** The message of the error of a statement whose result did not come in time. */
export const READ_TIMEOUT = 'Query read timeout';

/** The client library gives its own failures no code. */
const CLIENT_MESSAGES = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
  READ_TIMEOUT,
  'timeout exceeded when trying to connect',
  'timeout expired',
];

/** The connection is gone or could not be made; whether the statement took effect is unknown. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseError) return closesConnection(error.code);
  if (error instanceof PasswordError || tlsFaultOf(error) !== undefined) return true;
  if (error instanceof AggregateError && error.errors.some(isConnectionLost)) return true;
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && NETWORK_CODES.has(code)) return true;
  return CLIENT_MESSAGES.some((message) => error.message.startsWith(message));
}

export function isDeadlock(error: unknown): boolean {
  return sqlStateOf(error) === '40P01';
}

export function isLockTimeout(error: unknown): boolean {
  return sqlStateOf(error) === '55P03';
}

/** The transaction would have created something in a database that is provably not the known one. */
export function isStaleDatabase(error: unknown): boolean {
  return sqlStateOf(error) === 'MRS01';
}

/**
 * Temporary, and not caused by the statement: locks, deadlocks, cancelled statements, a full disk, too few resources, a
 * server that accepts no writes at the moment.
 */
export function isTransient(error: unknown): boolean {
  if (isConnectionLost(error) || isLockTimeout(error)) return true;
  const state = sqlStateOf(error);
  return state !== undefined && (/^(40|53|57)/.test(state) || state === '25006');
}

/** If a table has several constraints, pass a name to ask for only that one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (sqlStateOf(error) !== '23505') return false;
  return constraint === undefined || (error as pg.DatabaseError).constraint === constraint;
}

/** The server refuses this role or this password: class 28, which only a connection attempt gets. */
export function isSignInRefused(error: unknown): boolean {
  return sqlStateOf(error)?.startsWith('28') === true;
}

/** An error of PostgreSQL itself: the connection that carried it stays usable. */
export function leavesConnectionUsable(error: unknown): boolean {
  return error instanceof DatabaseError && !closesConnection(error.code);
}

/** One line for the operator: where the process tried to connect, and why it failed. Never the password. */
export function describeConnectionError(error: unknown, url: string): string {
  return `cannot use the database at ${withoutPassword(url)}: ${reasonOf(error)}`;
}

export function sqlStateOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}

/**
 * Class 08 is about connections, 28 about authorization; of class 57, shutdowns and terminations; 53300 is "too many
 * clients".
 */
function closesConnection(code: string | undefined): boolean {
  if (code === undefined) return false;
  return /^(08|28|57P)/.test(code) || code === '53300';
}

function withoutPassword(url: string): string {
  try {
    const { protocol, host, pathname, searchParams } = new URL(url);
    const server = decodeURIComponent(host) || (searchParams.get('host') ?? 'localhost');
    return `${protocol}//${server}${pathname}`;
  } catch {
    return 'DATABASE_URL';
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return [...new Set(error.errors.map(reasonOf))].join(', ');
  }
  if (!(error instanceof Error)) return 'unknown failure';
  if (error instanceof PasswordError) return error.message;
  const fault = tlsFaultOf(error) ?? poolerFaultOf(error);
  if (fault !== undefined) return fault;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const text = error.message.split('\n')[0]?.trim() ?? '';
  if (code === undefined || text.includes(code)) return text === '' ? error.name : text;
  return text === '' ? code : `${text} (${code})`;
}

/** The answer of a pooler, or of a server that requires TLS, to a client that does not expect it. */
function poolerFaultOf({ message }: Error): string | undefined {
  if (/^unsupported startup parameter/.test(message)) return IS_POOLER;
  return /pg_hba\.conf.*no encryption/s.test(message) ? `${message} (${NEEDS_TLS})` : undefined;
}

const IS_POOLER =
  'there is a pooler such as PgBouncer in front of it, which takes no settings of a session: set DATABASE_LISTEN_URL to a direct connection to the same database, or name the server itself';

/**
 * Explains the failure of a TLS connection to the database to the operator: the cause, and what to do. Uses the codes
 * of OpenSSL and Node, if there is one.
 */

const VERIFIED = 'sslmode=verify-full&sslrootcert=/path/to/ca.pem in the URL';

const UNKNOWN_AUTHORITY = `its certificate is of an authority that is not known here: name the file with that authority's certificate by ${VERIFIED}`;

const WORDS: Readonly<Record<string, (error: Error) => string>> = {
  SELF_SIGNED_CERT_IN_CHAIN: () => UNKNOWN_AUTHORITY,
  DEPTH_ZERO_SELF_SIGNED_CERT: () => UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () => UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: () => UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: () => UNKNOWN_AUTHORITY,
  CERT_SIGNATURE_FAILURE: () => UNKNOWN_AUTHORITY,
  CERT_UNTRUSTED: () => UNKNOWN_AUTHORITY,
  ERR_TLS_CERT_ALTNAME_INVALID: (error) =>
    `its certificate is for another name${namesIn(error)}: have the URL name the host as the certificate does, or have the certificate made for it`,
  CERT_HAS_EXPIRED: () => 'its certificate has expired: renew it on the server',
  CERT_NOT_YET_VALID: () =>
    'its certificate is not valid yet: compare the clocks of the server and of this machine',
  CERT_REVOKED: () => 'its certificate was revoked: renew it on the server',
};

const NO_TLS = 'The server does not support SSL connections';
const NO_TLS_WORDS =
  'the server has no TLS, which the URL asks for: turn ssl on in the server, or use sslmode=disable where nobody else is on the way';

/** Undefined if TLS is not the cause. */
function tlsFaultOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.message === NO_TLS) return NO_TLS_WORDS;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const words = Object.hasOwn(WORDS, code) ? WORDS[code]?.(error) : undefined;
  if (words !== undefined) return `${words} (${code})`;
  if (!/^ERR_(SSL|TLS|OSSL)_/.test(code)) return undefined;
  return `the TLS connection failed: ${error.message.split('\n')[0]} (${code})`;
}

function namesIn(error: Error): string {
  const { cert } = error as { cert?: { subjectaltname?: string; subject?: { CN?: string } } };
  const names = cert?.subjectaltname ?? cert?.subject?.CN;
  return names === undefined ? '' : `, ${names}`;
}

/** The server accepts no connection without TLS: added to its refusal. */
const NEEDS_TLS = `the server may take connections with TLS only: ${VERIFIED}`;
