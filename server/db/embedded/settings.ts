/** How the embedded server is set up: for one machine and one program, and never at the cost of data. */
const FIXED = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 100,
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

/** For the command line of the server: they hold whatever the files in the data folder say. */
export function settings(port: number): string {
  return Object.entries({ ...FIXED, port })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}
