/**
 * An Express route that only forwards a request to the upstream and reads its stream: the cost of a proxy that stores
 * nothing. With `saving`, it also saves and settles each request as a run, with the service's own two statements and
 * nothing else of the service: the cost of the database alone.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createForwarding } from './forwarding.ts';
import { PATH } from './requests.ts';
import { openSavedRuns, type SavedRunsOptions } from './saved-runs.ts';
import { serveCommands } from './subject.ts';

export interface ForwarderOptions {
  upstreamUrl: string;
  /** Undefined if nothing is saved. */
  saving?: SavedRunsOptions | undefined;
}

export type ForwarderCommands = { port(): number };

await serveCommands(async ({ upstreamUrl, saving }: ForwarderOptions) => {
  const forwarding = createForwarding(upstreamUrl);
  const saved = saving && (await openSavedRuns(saving));
  const app = express().disable('x-powered-by').disable('etag');
  app.post(PATH, express.json({ limit: '4mb' }), async (req, res) => {
    const run = await saved?.create(req.body);
    const answer = await forwarding.forward(req.body);
    if (run !== undefined) await saved?.settle(run, answer);
    res.status(200).json(answer);
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    commands: { port: () => port } satisfies ForwarderCommands,
    close: async () => {
      server.closeAllConnections();
      await forwarding.close();
      await saved?.close();
    },
  };
});
