/**
 * `npm run test:outage`: an upstream is down for five minutes while 1,000 runs wait for it, with an API and two workers
 * as users start them. Prints what the upstream received, and when everything was done. Exits with 1 if a run was lost
 * or sent twice.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvalidArgumentError, program } from '@commander-js/extra-typings';
import type { ModelRun } from '../../openapi/generated/developer.ts';
import { startEmbeddedPostgres } from '../../server/platform/db/embedded/index.ts';
import { createDb } from '../../server/platform/db/pool.ts';
import { bringUpToDate } from '../../server/platform/db/schema.ts';
import { startSandbox } from '../../server/sandbox/index.ts';
import { programOf } from '../bench/program.ts';
import { makeTenant } from '../crash/tenant.ts';
import { makeDataDir, removeDataDir } from '../support/postgres-folder.ts';
import { type OutageFixtures, playOutage, printFigures } from './fixtures.ts';
import { openSwitch } from './switch.ts';

const MODEL = {
  ...{ id: 'some/echo', provider: 'openrouter', providerModel: 'sandbox/echo' },
  pricing: { prompt: '0.000001', completion: '0.000002' },
};
const KEY = 'secret';

const outage = program
  .name('npm run test:outage --')
  .description('Takes an upstream away for a while, and counts what it is sent meanwhile.')
  .option('--seconds <number>', 'for how long it is gone', positive, 300)
  .option('--runs <number>', 'runs that wait for it', positive, 1_000)
  .parse()
  .opts();

await using stack = new AsyncDisposableStack();
const fixtures = await openFixtures(stack);
const figures = await playOutage(fixtures, outage);
printFigures(outage, figures);
process.exitCode = figures.lost + figures.sentTwice > 0 ? 1 : 0;

async function openFixtures(closing: AsyncDisposableStack): Promise<OutageFixtures> {
  const dataDir = await makeDataDir();
  closing.defer(() => removeDataDir(dataDir));
  const postgres = await startEmbeddedPostgres({ dataDir });
  closing.defer(() => postgres.stop());
  await bringUpToDate(postgres);
  const db = createDb({ url: postgres.url, max: 3, applicationName: 'outage' });
  closing.defer(() => db.close());
  const sandbox = await startSandbox({ port: 0, apiKey: KEY });
  closing.defer(() => sandbox.close());
  const way = await openSwitch(sandbox.url);
  closing.defer(() => way.off());
  const folder = await mkdtemp(join(tmpdir(), 'outage-'));
  closing.defer(() => rm(folder, { recursive: true }));
  const modelsFile = join(folder, 'models.json');
  await writeFile(modelsFile, JSON.stringify({ models: [MODEL] }));
  const { start } = programOf({
    folder: join(import.meta.dirname, '../..'),
    environment: {
      ...{ SANDBOX: 'off', DATABASE_URL: postgres.url, MODELS_FILE: modelsFile },
      ...{ OPENROUTER_API_KEY: KEY, OPENROUTER_BASE_URL: way.url },
    },
  });
  const api = await start('serve');
  closing.defer(() => api.stop());
  for (const _ of ['one', 'another']) {
    const worker = await start('work');
    closing.defer(() => worker.stop());
  }
  const { key } = await makeTenant(db, 1_000_000_000_000);
  return { db, way, sandbox, client: clientOf(`http://127.0.0.1:${api.port}`, key) };
}

function clientOf(url: string, key: string): OutageFixtures['client'] {
  async function call(path: string, init: RequestInit = {}): Promise<ModelRun> {
    const headers = { Authorization: `Bearer ${key}`, ...init.headers };
    const response = await fetch(`${url}/v1/developer/model-runs${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`the API answered ${response.status}`);
    return (await response.json()) as ModelRun;
  }
  return {
    create: (requestKey, content) =>
      call('', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': requestKey },
        body: JSON.stringify({
          ...{ model: MODEL.id, maxOutputTokens: 50 },
          messages: [{ role: 'user', content }],
        }),
      }),
    async end(id) {
      for (;;) {
        const run = await call(`/${id}`, { headers: { Prefer: 'wait=20' } });
        if (run.state === 'completed' || run.state === 'failed') return run;
      }
    },
  };
}

function positive(text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('It must be a number above zero.');
}
