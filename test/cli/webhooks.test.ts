/** `webhooks` on the command line, as an operator uses it for a workspace. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { json, run } from '../support/program.ts';

let database: TestDatabase;
let environment: Record<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  environment = { DATABASE_URL: database.url };
  await run(['workspaces', 'create', 'acme'], environment);
});
afterAll(() => database.drop());

const cli = (...args: string[]) => run(['webhooks', ...args], environment);

interface Endpoint {
  id: string;
  url: string;
  eventTypes: string[];
  disabledReason: string | null;
}

test('an endpoint is made with a secret that is shown once, disabled, enabled, rotated and removed', async () => {
  const url = 'https://example.com/hooks';
  const made = await json<Endpoint & { secret: string }>(
    ['webhooks', 'create', 'acme', url, '--events', 'run.completed'],
    environment,
  );
  expect(made).toMatchObject({ id: expect.stringMatching(/^whe_/), url });
  expect(made.eventTypes).toEqual(['run.completed']);
  expect(made.secret).toMatch(/^whsec_/);
  expect((await cli('list', 'acme')).stdout).toContain(made.id);
  expect((await cli('list', 'acme')).stdout).not.toContain('whsec_');
  expect((await cli('disable', 'acme', made.id)).stdout).toContain('disabled (by_user)');
  expect((await cli('enable', 'acme', made.id)).stdout).toContain('well');
  expect((await cli('rotate', 'acme', made.id)).stdout).not.toContain(made.secret);
  expect((await cli('deliveries', 'acme', made.id)).stdout).toContain('It was sent nothing.');
  expect((await cli('remove', 'acme', made.id)).code).toBe(0);
  expect((await cli('list', 'acme')).stdout).toContain('It has no endpoint.');
});

test('an invalid or unknown endpoint is refused in one line', async () => {
  const strict = { ...environment, WEBHOOK_PRIVATE_NETWORKS: 'off' };
  const refused = await run(['webhooks', 'create', 'acme', 'https://10.0.0.1/'], strict);
  expect(refused).toMatchObject({
    code: 1,
    stderr: 'error: The address must not lead to a private, local or reserved address.\n',
  });
  const nowhere = await cli('disable', 'acme', 'whe_nonsense');
  expect(nowhere).toMatchObject({
    code: 1,
    stderr: 'error: There is no such endpoint in this workspace.\n',
  });
  const unsent = await cli('resend', 'acme', 'msg_nonsense');
  expect(unsent.stderr).toBe('error: There is no such message in this workspace.\n');
});
