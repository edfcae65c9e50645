/** A proxy to an HTTP server that breaks at a chosen request: before the server gets it, or after its answer. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type ProxyTarget = { socketPath: string } | { port: number };

export interface DyingProxy {
  port: number;
  /** Breaks the nth request from now on; forwards all others. */
  arm(at: number, when: 'before' | 'after'): void;
  /** Requests since `arm`, as method and path. */
  passed: string[];
  close(): Promise<void>;
}

export async function startDyingProxy(target: ProxyTarget): Promise<DyingProxy> {
  let armed: { at: number; when: 'before' | 'after' } = { at: 0, when: 'before' };
  const passed: string[] = [];

  function pass(incoming: IncomingMessage, response: ServerResponse): void {
    passed.push(`${incoming.method} ${new URL(incoming.url!, 'http://any').pathname}`);
    const isDying = passed.length === armed.at;
    if (isDying && armed.when === 'before') return void incoming.socket.destroy();
    const { method, url: path, headers } = incoming;
    const outgoing = request({ ...target, method, path, headers }, (answer) => {
      if (isDying) {
        answer.resume().on('end', () => incoming.socket.destroy());
        return;
      }
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => incoming.socket.destroy());
    incoming.pipe(outgoing);
  }

  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    passed,
    arm(at, when) {
      armed = { at, when };
      passed.length = 0;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
