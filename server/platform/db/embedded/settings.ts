/** Settings of the embedded server: for one machine and one program, and never at the expense of durability. */
import type { Address } from './address.ts';

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
