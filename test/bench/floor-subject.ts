/**
 * The same HTTP side without a database: the service's own app with its validation, authentication and limits, and
 * handlers that answer with a run that never changes. The service's own code recognizes keys; only the row of the one
 * key is given instead of read.
 */
import { pino } from 'pino';
import document from '../../openapi/generated/developer.json' with { type: 'json' };
import type { ModelRun } from '../../openapi/generated/developer.ts';
import { createKeys } from '../../server/keys/index.ts';
import { NO_ENCRYPTION } from '../../server/platform/db/encryption/index.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import {
  type ApiDocument,
  createApp,
  createBodyBudget,
  type Handlers,
} from '../../server/platform/http/index.ts';
import { ENVIRONMENT } from './program.ts';
import { PATH } from './requests.ts';
import { serveCommands } from './subject.ts';

export interface FloorOptions {
  workspace: string;
  wallet: string;
  apiKey: string;
  /** The run in the answers of create and get. */
  run: ModelRun;
  etag: string;
}

export type FloorCommands = { port(): number };

await serveCommands(async (options: FloorOptions) => {
  const app = createApp({
    document: document as unknown as ApiDocument,
    keys: createKeys({ db: rowOf(options) }),
    handlers: answering(options),
    validatesResponses: false,
    log: pino({ level: 'silent' }),
    ratePerMinute: Number(ENVIRONMENT.RATE_LIMIT_PER_MINUTE),
    rateBytesPerMinute: Number(ENVIRONMENT.RATE_LIMIT_BYTES_PER_MINUTE),
    maxBodyBytes: 3_448_576,
    bodyBudget: createBodyBudget(268_435_456),
    health: async () => {},
  });
  const port = await app.listen('127.0.0.1', 0);
  return { commands: { port: () => port } satisfies FloorCommands, close: () => app.drain(1_000) };
});

/** A database that knows one key. */
function rowOf({ workspace, wallet, apiKey }: FloorOptions): Db {
  const row = {
    id: apiKey,
    workspace,
    scopes: ['models:read', 'models:run'],
    account: null,
    walletFallback: false,
    wallet,
    models: null,
    hasLimits: false,
    endsIn: null,
  };
  const query = async <Row>() => [row as Row];
  const one = { query, readBytes: async () => undefined, cipher: NO_ENCRYPTION };
  return { ...one, transaction: (work) => work(one), close: async () => {} };
}

function answering({ run, etag: ETag }: FloorOptions): Handlers {
  const location = `${PATH}/${run.id}`;
  const unused = () => {
    throw new Error('the benchmark does not call this');
  };
  const operations: Record<string, { operationId?: string }>[] = Object.values(document.paths);
  const ids = operations
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId = [] }) => operationId);
  return {
    ...(Object.fromEntries(ids.map((id) => [id, unused])) as unknown as Handlers),
    createModelRun: () => ({
      status: 202,
      headers: {
        ETag,
        Location: location,
        'Content-Location': location,
        'Retry-After': '1',
      },
      body: run,
    }),
    getModelRun: ({ ifNoneMatch }) =>
      ifNoneMatch?.(ETag)
        ? { status: 304, headers: { ETag } }
        : { status: 200, headers: { ETag }, body: run },
  };
}
