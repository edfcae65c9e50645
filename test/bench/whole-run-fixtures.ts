/** What a whole run needs besides the service: an upstream to send to, and a route that only forwards, as the floor. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxModels } from '../../server/sandbox/index.ts';
import type { Bench } from './bench.ts';
import type { ForwarderCommands, ForwarderOptions } from './forwarder-subject.ts';
import { BODY, plainRequest } from './requests.ts';
import { openService } from './service.ts';
import { startSubject } from './subject.ts';
import type { UpstreamCommands, UpstreamOptions } from './upstream-subject.ts';
import type { Saving } from './whole-run-rates.ts';

export type Fixtures = Awaited<ReturnType<typeof openFixtures>>;

/** The upstream answers at once. Each of the three has its own process. */
export async function openFixtures(bench: Bench, options: UpstreamOptions = {}) {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await openUpstream(options));
  const forwarder = stack.use(await startForwarder({ upstreamUrl: url }));
  const { environment } = stack.use(await sendingTo(url));
  const service = stack.use(await openService(bench, { worker: true, environment }));
  const kept = stack.move();
  return { service, forwarder, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** A forwarder that saves its requests as runs, in place of the service. */
export async function openSavingForwarder(bench: Bench) {
  await using stack = new AsyncDisposableStack();
  const { url: upstreamUrl } = stack.use(await openUpstream());
  const forwarder = stack.use(await startForwarder({ upstreamUrl }));
  const database = await bench.postgres.createDatabase();
  stack.defer(() => database.drop());
  const saved = { databaseUrl: database.url, tenant: await database.createTenant() };
  const { port, subject } = stack.use(await startForwarder({ upstreamUrl, saving: saved }));
  const requests = (text: string) => () => plainRequest('one', text);
  const kept = stack.move();
  return {
    forwarder,
    saving: { section: 'saving', port, subject, database, requests } satisfies Saving,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function startForwarder(options: ForwarderOptions) {
  const subject = await startSubject<ForwarderCommands>('forwarder-subject.ts', options);
  const port = await subject.call('port');
  return { subject, port, [Symbol.asyncDispose]: () => subject.stop() };
}

export async function openUpstream(options: UpstreamOptions = {}) {
  const upstream = await startSubject<UpstreamCommands>('upstream-subject.ts', options);
  const url = `http://127.0.0.1:${await upstream.call('port')}`;
  return { url, [Symbol.asyncDispose]: () => upstream.stop() };
}

/** The environment in which a service sends the requests' model to the upstream. */
export async function sendingTo(upstreamUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), 'model-run-bench-'));
  const path = join(folder, 'models.json');
  const { capabilities, ...model } = sandboxModels.find(({ id }) => id === BODY.model)!;
  const models = [{ ...model, provider: 'openrouter', tools: capabilities.tools }];
  await writeFile(path, JSON.stringify({ models }));
  return {
    environment: {
      SANDBOX: 'off',
      MODELS_FILE: path,
      OPENROUTER_API_KEY: 'bench',
      OPENROUTER_BASE_URL: upstreamUrl,
      // More than any load has: a workspace alone gets two thirds of them.
      MAX_IN_FLIGHT: '1024',
      DATA_DIR: folder,
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
