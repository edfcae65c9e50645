/** The whole service in this process with the sandbox, a key that has money, and a server of chat completions. */
import { composeService } from '../../server/compose.ts';
import { readConfig } from '../../server/platform/config/index.ts';
import { startEmbeddedPostgres } from '../../server/platform/db/embedded/index.ts';
import { createDb } from '../../server/platform/db/pool.ts';
import { bringUpToDate } from '../../server/platform/db/schema.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { createLog } from '../../server/platform/telemetry/log.ts';
import { makeTenant } from '../crash/tenant.ts';
import { makeDataDir, removeDataDir, removeLeftovers } from '../support/postgres-folder.ts';
import { startChatServer } from './chat-server.ts';

const PLENTY = 10_000_000_000;

export interface Fixtures {
  url: string;
  key: string;
  databaseUrl: string;
  /** Its id. */
  workspace: string;
  chatUrl: string;
  /** Below `/v1/developer`; throws unless the request succeeds. */
  read<Body>(path: string): Promise<Body>;
  send(path: string, headers: Record<string, string>, body: object): Promise<unknown>;
  close(): Promise<void>;
}

export async function startFixtures(): Promise<Fixtures> {
  await removeLeftovers();
  await using stack = new AsyncDisposableStack();
  const dataDir = await makeDataDir();
  stack.defer(() => removeDataDir(dataDir));
  const postgres = await startEmbeddedPostgres({ dataDir });
  stack.defer(() => postgres.stop());
  await bringUpToDate(postgres);
  const db = createDb({ url: postgres.url, max: 1, applicationName: 'third parties' });
  stack.defer(() => db.close());
  const chat = await startChatServer();
  stack.defer(() => chat.close());
  const service = await composeService({
    parts: ['api', 'worker'],
    log: createLog({ level: 'silent' }),
    config: readConfig({
      ...{ PORT: '0', NODE_ENV: 'test', SANDBOX: 'on', DATABASE_URL: postgres.url },
    }),
  });
  stack.defer(() => service.close());
  const { key, workspace } = await makeTenant(db, PLENTY);
  const url = `http://127.0.0.1:${new URL(service.url ?? '').port}`;
  const kept = stack.move();
  const ask = (path: string, init: RequestInit) => answerOf(`${url}/v1/developer${path}`, init);
  const Authorization = `Bearer ${key}`;
  return {
    ...{ url, key, databaseUrl: postgres.url, workspace: uuidToId('wsp', workspace) },
    chatUrl: chat.url,
    read: <Body>(path: string) => ask(path, { headers: { Authorization } }) as Promise<Body>,
    send: (path, headers, body) =>
      ask(path, {
        method: 'POST',
        headers: { Authorization, 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    close: () => kept.disposeAsync(),
  };
}

async function answerOf(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
