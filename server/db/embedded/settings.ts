/** How the embedded server is set up: for one machine and one program, and never at the cost of data. */
import type { Address } from './address.ts';

const FIXED = {
  // A socket below is for its own user and for root, like the folder that it is in.
  unix_socket_permissions: '0700',
  // Enough for many processes with a pool each.
  max_connections: 400,
  // For the owner of the data folder and for attached commands, when the service has taken all others.
  superuser_reserved_connections: 6,
  // A connection without a password gives its slot back soon, even on a busy machine.
  authentication_timeout: '10s',
  shared_buffers: '128MB',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  max_logical_replication_workers: 0,
  // The statements are short: compiling them costs more than it saves.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The server's own messages; the errors of statements go to those who sent them.
  log_min_messages: 'log',
  log_checkpoints: 'off',
} as const;

/** By the names that PostgreSQL has for them. */
export type Settings = Readonly<Record<string, string | number>>;

/** For the command line of the server: they hold whatever the files in the data folder say. */
export function settings(address: Address, changes: Settings = {}): string {
  return Object.entries({ ...FIXED, ...changes, ...listening(address) })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

function listening(address: Address) {
  const isSocket = address.kind === 'socket';
  return {
    listen_addresses: isSocket ? '' : '127.0.0.1',
    // Relative to the cluster, in which the server is started.
    unix_socket_directories: isSocket ? '.' : '',
    port: address.port,
  };
}
