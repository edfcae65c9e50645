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

interface Login {
  role: string;
  password: string;
  database: string;
}

export function urlOf(address: Address, { role, password, database }: Login): string {
  const host = address.kind === 'tcp' ? '127.0.0.1' : encodeURIComponent(address.folder);
  return `postgres://${role}:${password}@${host}:${address.port}/${database}`;
}

/* Settings of the embedded server: for one machine and one program, and never at the expense of durability. */

const FIXED = {
  // A socket below is for its own user and root, like its folder.
  unix_socket_permissions: '0700',
  // Enough for many processes with a pool each.
  max_connections: 400,
  // Reserved for the owner of the data folder and for attached commands, if the service has taken all others.
  superuser_reserved_connections: 6,
  // A connection that does not authenticate frees its slot soon, even on a busy machine.
  authentication_timeout: '10s',
  shared_buffers: '128MB',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // Segments that are kept for reuse: a new one is filled with zeros first, while every commit waits for it.
  min_wal_size: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  max_logical_replication_workers: 0,
  // The statements are short: compiling them costs more than it saves.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Only the server's own messages; clients get the errors of their statements.
  log_min_messages: 'log',
  log_checkpoints: 'off',
} as const;

/** By their names in PostgreSQL. */
export type Settings = Readonly<Record<string, string | number>>;

/** For the command line of the server: they override the files in the data folder. */
export function settings(address: Address, changes: Settings = {}): string {
  return Object.entries({ ...FIXED, ...changes, ...listening(address) })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

function listening(address: Address) {
  const isSocket = address.kind === 'socket';
  return {
    listen_addresses: isSocket ? '' : '127.0.0.1',
    // Relative to the cluster, where the server is started.
    unix_socket_directories: isSocket ? '.' : '',
    port: address.port,
  };
}
