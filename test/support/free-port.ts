import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Below the range for outgoing connections, from which the system could assign the port before its use. */
const [LOWEST, HIGHEST] = [20_000, 32_000];

/** A port that no process listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    const server = createServer();
    if (!(await listens(server, port))) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

async function listens(server: Server, port: number): Promise<boolean> {
  server.listen(port, '127.0.0.1');
  return once(server, 'listening').then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') return false;
      throw error;
    },
  );
}
