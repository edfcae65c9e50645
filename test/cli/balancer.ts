/** The simplest balancer of connections: asks each process whether it is ready, and distributes connections in turn. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Backend {
  /** The port of its API. */
  port: number;
  /** Undefined while there is no process. */
  probes: string | undefined;
}

export interface Balancer {
  url: string;
  /** Connections that a process refused after it had reported that it was ready. */
  refused(): number;
  /** Resolves when the balancer knows this state of the backend. */
  sees(backend: Backend, isReady: boolean): Promise<void>;
  close(): Promise<void>;
}

const ASK_EVERY_MS = 100;

export async function openBalancer(backends: readonly Backend[]): Promise<Balancer> {
  const ready = new Set<Backend>();
  const sockets = new Set<Socket>();
  let refused = 0;
  let turn = 0;
  let isOpen = true;

  async function askUntilClosed(backend: Backend): Promise<void> {
    while (isOpen) {
      if (await isReady(backend)) ready.add(backend);
      else ready.delete(backend);
      await sleep(ASK_EVERY_MS);
    }
  }

  const server = createServer({ allowHalfOpen: true }, async (caller) => {
    caller.on('error', () => caller.destroy());
    // On a busy machine, no process may answer in time: then the connection waits for one.
    while (ready.size === 0 && isOpen) await sleep(20);
    const open = [...ready];
    const backend = open[turn++ % open.length];
    if (!backend) {
      caller.destroy();
      return;
    }
    const process = connect({ port: backend.port, host: '127.0.0.1', allowHalfOpen: true });
    process.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') refused += 1;
      caller.destroy();
    });
    caller.on('error', () => process.destroy());
    caller.pipe(process).pipe(caller);
    for (const socket of [caller, process]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asking = backends.map(askUntilClosed);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused: () => refused,
    async sees(backend, is) {
      while (ready.has(backend) !== is) await sleep(10);
    },
    async close() {
      isOpen = false;
      await Promise.all(asking);
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

async function isReady({ probes }: Backend): Promise<boolean> {
  if (probes === undefined) return false;
  return fetch(`${probes}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );
}
