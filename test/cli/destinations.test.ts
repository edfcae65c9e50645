/** `destinations` on the command line, as an operator uses it for a workspace. */
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OtlpReceiver, startOtlpReceiver } from '../broadcast/receiver.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { json, run } from '../support/program.ts';

let database: TestDatabase;
let receiver: OtlpReceiver;
let environment: Record<string, string>;
beforeAll(async () => {
  [database, receiver] = await Promise.all([createTestDatabase(), startOtlpReceiver()]);
  environment = { DATABASE_URL: database.url };
  await run(['workspaces', 'create', 'acme'], environment);
});
afterAll(() => Promise.all([database.drop(), receiver.close()]));

const cli = (...args: string[]) => run(['destinations', ...args], environment);

test('a destination is made with headers of a file, tested, changed, disabled, enabled and removed', async () => {
  const file = join(tmpdir(), `headers-${process.pid}.txt`);
  await writeFile(file, 'Authorization: Bearer 0123456789\n\nX-Scope: a:b\n');
  const made = await json<{ id: string; headerNames: string[]; includeContent: boolean }>(
    ['destinations', 'create', 'acme', 'Our tracing', receiver.url, '--headers-file', file],
    environment,
  );
  expect(made).toMatchObject({
    ...{ id: expect.stringMatching(/^dst_/), includeContent: false },
    headerNames: ['authorization', 'x-scope'],
  });
  const tested = await cli('test', 'acme', made.id);
  expect(tested).toMatchObject({ code: 0 });
  expect(tested.stdout).toMatch(/taken\s+yes/);
  expect(receiver.batches[0]!.headers).toMatchObject({
    ...{ authorization: 'Bearer 0123456789', 'x-scope': 'a:b' },
  });
  const changed = await cli('change', 'acme', made.id, '--content', 'on', '--kinds', 'tool_run');
  expect(changed.stdout).toMatch(/content\s+on/);
  expect(changed.stdout).toMatch(/kinds\s+tool_run/);
  expect((await cli('list', 'acme')).stdout).toContain('authorization, x-scope');
  expect((await cli('list', 'acme', '--json')).stdout).not.toContain('0123456789');
  expect((await cli('disable', 'acme', made.id)).stdout).toContain('disabled (by_user)');
  expect((await cli('enable', 'acme', made.id)).stdout).toContain('well');
  expect((await cli('remove', 'acme', made.id)).code).toBe(0);
  expect((await cli('list', 'acme')).stdout).toContain('It has no destination.');
});

test('an invalid or unknown destination is refused in one line, and a failed test exits with 1', async () => {
  const strict = { ...environment, BROADCAST_PRIVATE_NETWORKS: 'off' };
  const args = ['destinations', 'create', 'acme', 'x', 'https://10.0.0.1/'];
  expect(await run(args, strict)).toMatchObject({
    code: 1,
    stderr: 'error: The address must not lead to a private, local or reserved address.\n',
  });
  expect((await cli('disable', 'acme', 'dst_nonsense')).stderr).toBe(
    'error: There is no such destination in this workspace.\n',
  );
  const missing = await cli('create', 'acme', 'x', receiver.url, '--headers-file', '/nowhere');
  expect(missing.stderr).toBe('error: The file /nowhere could not be read.\n');
  const { id } = await json<{ id: string }>(
    ['destinations', 'create', 'acme', 'nobody', 'http://127.0.0.1:9/'],
    environment,
  );
  expect(await cli('test', 'acme', id)).toMatchObject({ code: 1 });
});
