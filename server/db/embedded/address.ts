/**
 * Where the embedded server is reached: at a socket inside the data folder, which only its own user and root may
 * enter. Anybody on the machine could open connections to a TCP port, and without a password still take all
 * that there are. TCP on loopback stays where a port is asked for, or where a socket is not to be had: paths of
 * sockets are short, and some file systems have none.
 */
import { join } from 'node:path';

export type Address =
  | { kind: 'socket'; folder: string; port: number }
  | { kind: 'tcp'; port: number };

/** A part of the socket's name, nothing more. */
const SOCKET_PORT = 5432;
/** What every system takes, with the end of the text. */
const LONGEST_PATH_BYTES = 103;

export function socketAddress(cluster: string): Address {
  return { kind: 'socket', folder: cluster, port: SOCKET_PORT };
}

export function fitsSocket(cluster: string): boolean {
  return Buffer.byteLength(socketFile(cluster)) <= LONGEST_PATH_BYTES;
}

function socketFile(cluster: string): string {
  return join(cluster, `.s.PGSQL.${SOCKET_PORT}`);
}

/** PostgreSQL keeps it from a second server; it goes with the file that names the process. */
export function socketLockFile(cluster: string): string {
  return `${socketFile(cluster)}.lock`;
}

export function isSameAddress(one: Address, other: Address): boolean {
  return one.kind === other.kind && one.port === other.port;
}

export interface Login {
  role: string;
  password: string;
  database: string;
}

export function urlOf(address: Address, { role, password, database }: Login): string {
  const host = address.kind === 'tcp' ? '127.0.0.1' : encodeURIComponent(address.folder);
  return `postgres://${role}:${password}@${host}:${address.port}/${database}`;
}
