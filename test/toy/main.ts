/**
 * The service with one more resource, as a process: `serve` also answers for toy runs at TOY_PORT, with as little HTTP
 * as a client of them needs, and `work` carries them out as well.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Parts } from '../../server/compose/parts.ts';
import { composeService } from '../../server/compose.ts';
import { createKeys } from '../../server/keys/index.ts';
import { readConfig } from '../../server/platform/config/index.ts';
import { Problem } from '../../server/platform/lib/problem.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { isTerminal, type Run } from '../../server/runs/index.ts';
import { createToyResource, type ToyRequest, type ToyRuns } from './resource.ts';

const WAIT_MS = 5_000;

const isServing = process.argv[2] === 'serve';
const config = readConfig();
const log = createLog({ level: config.logLevel });
let answer: ReturnType<typeof createAnswer> | undefined;
const service = await composeService({
  ...{ config, log },
  parts: [isServing ? 'api' : 'worker'],
  offerMore(parts) {
    const { catalog, providers, runs } = parts;
    const { registry } = providers;
    const { unit, limits } = config;
    const toyRuns = runs.offer(createToyResource({ catalog, registry, unit, limits }));
    answer = createAnswer(parts, toyRuns);
    return [];
  },
});
const server = createServer((incoming, response) => void answer?.(incoming, response));
if (isServing) {
  const port = Number(process.env.TOY_PORT);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
}
process.stdout.write('Ctrl-C stops.\n');
process.once('SIGTERM', async () => {
  server.close();
  server.closeAllConnections();
  await service.close();
});

function createAnswer({ database }: Parts, runs: ToyRuns) {
  const keys = createKeys({ db: database.db });

  async function resultOf(incoming: IncomingMessage): Promise<[number, unknown, object?]> {
    const key = (incoming.headers.authorization ?? '').replace('Bearer ', '');
    const principal = await keys.authenticate(key);
    if (!principal) throw new Problem('unauthorized', 'A valid API key is required.');
    const cancelled = /\/(\w+)\/cancel$/.exec(incoming.url ?? '')?.[1];
    if (cancelled !== undefined) {
      const run = await runs.cancel(principal.workspace, cancelled);
      if (!run) throw new Problem('not_found', 'There is no such run.');
      return [202, shown(run)];
    }
    if (incoming.method === 'POST') {
      const idempotencyKey = String(incoming.headers['idempotency-key']);
      const body = JSON.parse(await textOf(incoming)) as ToyRequest;
      if (incoming.url?.endsWith('/estimate')) return [200, await runs.estimate(principal, body)];
      const { run, replayed } = await runs.create(principal, { idempotencyKey, body });
      const headers = replayed ? { 'Idempotent-Replayed': 'true' } : {};
      return [isTerminal(run.state) ? 200 : 202, shown(run), headers];
    }
    const id = incoming.url?.split('/').at(-1) ?? '';
    const found = await runs.get(principal.workspace, id);
    if (!found) throw new Problem('not_found', 'There is no such run.');
    const { workspace } = principal;
    const hasEnded = ({ state }: Run) => isTerminal(state);
    const { signal } = new AbortController();
    return [200, shown(await runs.wait(workspace, found, hasEnded, WAIT_MS, [signal]))];
  }

  return async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const [status, body, headers = {}] = await resultOf(incoming);
      response.writeHead(status, { ...headers, 'Content-Type': 'application/json' });
      response.end(JSON.stringify(body));
    } catch (error) {
      const status = error instanceof Problem ? error.status : 500;
      response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
    }
  };
}

/** What the tests read of the runs of every kind. */
function shown({ subject, ...run }: Run): object {
  return { ...run, model: subject };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of incoming.setEncoding('utf8')) text += piece;
  return text;
}
