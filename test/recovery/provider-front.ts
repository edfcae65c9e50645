/** A proxy to the provider: it accepts the keys that the test names, and can be down. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProviderFront {
  url: string;
  /** Accepted keys; others get 401. */
  keys: Set<string>;
  /** How many requests had a key. */
  came(key: string): number;
  refusals(): number;
  /** Cuts open connections, and refuses new ones. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
}

/** `key` is the one that the real provider knows. */
export async function startFront({ url: behind, key }: { url: string; key: string }) {
  const keys = new Set([key]);
  const came = new Map<string, number>();
  let refusals = 0;
  const { hostname, port: portBehind, pathname } = new URL(behind);
  const server = createServer((incoming, outgoing) => {
    const bearer = /^Bearer (.+)$/.exec(incoming.headers.authorization ?? '')?.[1] ?? '';
    came.set(bearer, (came.get(bearer) ?? 0) + 1);
    if (!keys.has(bearer)) {
      refusals += 1;
      outgoing.writeHead(401, { 'Content-Type': 'application/json' });
      outgoing.end('{"error":{"code":401,"message":"No such key."}}');
      return;
    }
    const { method, url: path, headers } = incoming;
    const authorization = `Bearer ${key}`;
    const inner = request(
      { hostname, port: portBehind, method, path, headers: { ...headers, authorization } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    inner.on('error', () => outgoing.destroy());
    outgoing.on('close', () => inner.destroy());
    incoming.pipe(inner);
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${pathname === '/' ? '' : pathname}`,
    keys,
    came: (of: string) => came.get(of) ?? 0,
    refusals: () => refusals,
    async goAway() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
    comeBack: () => listen(port),
  } satisfies ProviderFront;
}
