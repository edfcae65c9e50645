/** A third-party site: one server, whose pages are another origin on `localhost` and another site on 127.0.0.1. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Elsewhere {
  /** By its relation to a dashboard on `localhost`, which gets cookies from one and not from the other. */
  origins: { 'same-site': string; 'cross-site': string };
  /** Requested paths, except those of pages. */
  visited: string[];
  close(): void;
}

export async function openElsewhere(): Promise<Elsewhere> {
  const visited: string[] = [];
  const server = createServer((request, response) => {
    if (request.url !== '/') visited.push(request.url ?? '');
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end('<!doctype html><title>Win!</title>');
  });
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origins: {
      'same-site': `http://localhost:${port}`,
      'cross-site': `http://127.0.0.1:${port}`,
    },
    visited,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
