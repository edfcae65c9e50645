/**
 * The address of the embedded server: a socket inside the data folder, which only its user and root may enter. With
 * TCP, anybody on the machine could open connections, and without a password still use them all up. TCP on loopback
 * remains if the operator asks for a port, or if a socket is impossible: paths of sockets are short, and some file
 * systems have no sockets.
 */
import { join } from 'node:path';

export type Address =
  | { kind: 'socket'; folder: string; port: number }
  | { kind: 'tcp'; port: number };

/** Only a part of the socket's name. */
const SOCKET_PORT = 5432;
/** The limit that every system allows, including the terminating zero. */
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

/** PostgreSQL uses it to prevent a second server; it disappears with the PID file. */
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
