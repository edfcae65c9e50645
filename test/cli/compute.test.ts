/** `compute` on the command line, with a service that carries out jobs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type ModelRunClient } from '../../client/index.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { json, run } from '../support/program.ts';
import { COMPUTE_DIR, startService, type TestService } from '../support/service.ts';

let service: TestService;
let client: ModelRunClient;
let workspace: string;
let environment: Record<string, string>;
beforeAll(async () => {
  service = await startService();
  const tenant = await service.tenant();
  workspace = uuidToId('wsp', tenant.workspace);
  client = createClient({ baseUrl: service.url, apiKey: tenant.key.key });
  environment = { DATABASE_URL: service.database.url, COMPUTE_DIR };
});
afterAll(() => service.close());

const js = (source: string) => ({ environment: 'javascript', timeoutSeconds: 60, source });

test('environments are listed with isolation, bounds and prices', async () => {
  const listed = await json<object[]>(['compute', 'environments'], environment);
  expect(listed).toMatchObject([{ id: 'javascript', isolation: 'wasm' }]);
  const { stdout } = await run(['compute', 'environments'], environment);
  expect(stdout).toMatch(/^javascript +source +wasm +none +1 +512 +3600 +processor +0\.0001 /m);
});

test('the machine tells its room, what is in use, and what a job takes besides what is sold', async () => {
  const bounds = { ...environment, COMPUTE_CPU_MILLIS: '1500', COMPUTE_MEMORY_MB: '300' };
  expect(await json(['compute', 'machine'], bounds)).toMatchObject({
    capacity: { cpuMillis: 1_500, memoryMb: 300, jobs: 64 },
    inUse: { cpuMillis: 0, memoryMb: 0, jobs: 0, waiting: 0 },
    engines: [{ engine: 'javascript', overheadMb: expect.any(Number) }],
  });
  const { stdout } = await run(['compute', 'machine'], bounds);
  expect(stdout).toMatch(/^offered +1\.5 +300 +64/m);
  // A job that is larger than the machine is not on offer.
  const [offered] = await json<{ maxMemoryMb: number }[]>(['compute', 'environments'], bounds);
  expect(offered!.maxMemoryMb).toBeLessThan(300);
});

test('a job that has ended is listed, shown and read', async () => {
  const source = "console.log('out'); console.error('why'); job.writeFile('a', '1'); job.exit(3)";
  const job = await client.computeJobs.createAndWait({ ...js(source), outputs: ['a'] });
  const listed = await run(
    ['compute', 'list', workspace, '--environment', 'javascript'],
    environment,
  );
  expect(listed.stdout).toMatch(new RegExp(`^${job.id} .* completed +javascript`, 'm'));
  const none = await json(['compute', 'list', workspace, '--state', 'running'], environment);
  expect(none).toEqual({ runs: [], nextCursor: null });

  const { stdout } = await run(['compute', 'show', job.id], environment);
  expect(stdout).toMatch(/^result +exited$/m);
  expect(stdout).toMatch(/^exit code +3$/m);
  expect(stdout).toMatch(/^artifacts +a \(1 bytes\)$/m);
  expect(stdout).toMatch(/capture/);
  expect(await json(['runs', 'show', job.id], environment)).toMatchObject({ id: job.id });

  const out = await run(['compute', 'logs', job.id, '--follow'], environment);
  expect(out.stdout).toBe('out\n');
  const args = ['compute', 'logs', job.id, '--stream', 'stderr'];
  expect(await json(args, environment)).toEqual({
    ...{ stream: 'stderr', text: 'why\n', next: 4, ended: true },
  });
});

test('a job that runs is read, followed and cancelled', async () => {
  const { run: job } = await client.computeJobs.create(js("console.log('on'); for (;;);"));
  for await (const _ of client.computeJobs.logs(job.id)) break;
  const now = await json(['compute', 'logs', job.id], environment);
  expect(now).toMatchObject({ text: 'on\n', ended: false });
  const followed = run(['compute', 'logs', job.id, '--follow'], environment);
  const cancelled = await run(['compute', 'cancel', job.id], environment);
  expect(cancelled.stdout).toContain(job.id);
  expect((await followed).stdout).toBe('on\n');
  expect(await client.computeJobs.wait(job.id)).toMatchObject({ result: 'cancelled' });
});

test('an id that names no job is refused', async () => {
  const ended = await run(['compute', 'show', 'run_01k0a2v4xfe8t9m3c5h7j1q6wz'], environment);
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('There is no compute job run_');
});
