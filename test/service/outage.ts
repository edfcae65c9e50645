/**
 * A proxy to PostgreSQL that a test can close and open again: the service sees a database that goes away and comes
 * back, even for connections in use.
 */
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';

export interface Passage {
  /** The same database, through this proxy. */
  url: string;
  /** Cuts every connection and refuses new ones. */
  shut(): Promise<void>;
  open(): Promise<void>;
}

export async function openPassage(databaseUrl: string): Promise<Passage> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(addressOf(target));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  const port = await listen(server, 0);
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    shut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    async open() {
      await listen(server, port);
    },
  };
}

/** PostgreSQL listens on a socket in a folder, whose path is then the host, or on a port. */
function addressOf({ hostname, port }: URL): NetConnectOpts {
  const host = decodeURIComponent(hostname);
  if (!host.startsWith('/')) return { host, port: Number(port) };
  return { path: `${host}/.s.PGSQL.${port || 5432}` };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
}
