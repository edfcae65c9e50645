/**
 * An Express route that takes and returns JSON; with `validated`, behind the service's validator. That is the only
 * difference: both have what the validator needs from the service.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import document from '../../openapi/generated/developer.json' with { type: 'json' };
import type { ApiDocument } from '../../server/platform/http/index.ts';
import { routesOf } from '../../server/platform/http/operations.ts';
import { openExchange } from '../../server/platform/http/server.ts';
import { validationOf } from '../../server/platform/http/validate.ts';
import { PATH } from './requests.ts';
import { serveCommands } from './subject.ts';

export interface ExpressOptions {
  validated: boolean;
  answer: object;
}

export type ExpressCommands = { port(): number };

await serveCommands(async ({ validated, answer }: ExpressOptions) => {
  const app = express().disable('x-powered-by').disable('etag');
  const contract = document as unknown as ApiDocument;
  const operations = routesOf(contract).flatMap((route) => route.operations);
  const create = operations.find(({ method, path }) => method === 'post' && path === PATH)!;
  const middlewares = validated ? [validationOf(contract, false).forOneOperation(create)] : [];
  app.post(PATH, express.json(), ...middlewares, (_req, res) => {
    res.status(202).json(answer);
  });
  const server = createServer((req, res) => {
    openExchange(res, { expectsContinue: false });
    app(req, res);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    commands: { port: () => port } satisfies ExpressCommands,
    close: async () => {
      server.closeAllConnections();
    },
  };
});
