/** What a whole run needs besides the service: an upstream to send to, and a route that only forwards, as the floor. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxModels } from '../../server/sandbox/index.ts';
import type { Bench } from './bench.ts';
import type { ForwarderCommands, ForwarderOptions } from './forwarder-subject.ts';
import { BODY } from './requests.ts';
import { openService } from './service.ts';
import { startSubject } from './subject.ts';
import type { UpstreamCommands } from './upstream-subject.ts';

export type Fixtures = Awaited<ReturnType<typeof openFixtures>>;

/** The upstream answers at once. Each of the three has its own process. */
export async function openFixtures(bench: Bench) {
  await using stack = new AsyncDisposableStack();
  const upstream = stack.use(await openUpstream());
  const options: ForwarderOptions = { upstreamUrl: upstream.url };
  const forwarder = await startSubject<ForwarderCommands>('forwarder-subject.ts', options);
  stack.defer(() => forwarder.stop());
  const { environment } = stack.use(await sendingTo(upstream.url));
  const service = stack.use(await openService(bench, { worker: true, environment }));
  const forwarderPort = await forwarder.call('port');
  const kept = stack.move();
  return { service, forwarder, forwarderPort, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

export async function openUpstream() {
  const upstream = await startSubject<UpstreamCommands>('upstream-subject.ts', {});
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
