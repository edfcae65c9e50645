/**
 * The whole service in this process, with the sandbox, an OpenID provider and a mail server, limits that no test
 * reaches, and a workspace with a key, money, an owner and a run.
 */
import { composeService } from '../../server/compose.ts';
import { createInvitation } from '../../server/people/index.ts';
import { readConfig } from '../../server/platform/config/index.ts';
import { startEmbeddedPostgres } from '../../server/platform/db/embedded/index.ts';
import { createDb, type Db } from '../../server/platform/db/pool.ts';
import { bringUpToDate } from '../../server/platform/db/schema.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { createLog, linesForPeople } from '../../server/platform/telemetry/log.ts';
import { makeTenant } from '../crash/tenant.ts';
import { freePort } from '../support/free-port.ts';
import { makeDataDir, removeDataDir, removeLeftovers } from '../support/postgres-folder.ts';
import { startOpenIdProvider } from '../users/openid-provider.ts';
import { startMailbox } from './mailbox.ts';

const PLENTY = 1_000_000_000_000_000;
const EMAIL = 'owner@example.com';
const PASSWORD = 'a long enough password';
const TERMS_URL = 'https://example.com/terms';

export async function startFixtures() {
  await removeLeftovers();
  await using stack = new AsyncDisposableStack();
  const dataDir = await makeDataDir();
  stack.defer(() => removeDataDir(dataDir));
  const postgres = await startEmbeddedPostgres({ dataDir });
  stack.defer(() => postgres.stop());
  await bringUpToDate(postgres);
  const db = createDb({ url: postgres.url, max: 1, applicationName: 'schemathesis' });
  stack.defer(() => db.close());
  const provider = await startOpenIdProvider();
  stack.defer(() => provider.close());
  const mailbox = await startMailbox();
  stack.defer(() => mailbox.close());
  const port = await freePort();
  const service = await composeService({
    parts: ['api', 'worker'],
    log: createLog({ level: 'error', to: await linesForPeople() }),
    config: readConfig({
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      NODE_ENV: 'test',
      SANDBOX: 'on',
      DATABASE_URL: postgres.url,
      RATE_LIMIT_PER_MINUTE: '10000000',
      RATE_LIMIT_BYTES_PER_MINUTE: '9999999999',
      MAX_PENDING_RUNS: '1000000',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_NAME: 'An OpenID provider',
      SMTP_URL: mailbox.smtpUrl,
      MAIL_FROM: 'runs@example.com',
      SIGN_UP: 'open',
      TERMS_URL,
    }),
  });
  stack.defer(() => service.close());
  const url = service.url ?? '';
  const { key, workspace } = await makeTenant(db, PLENTY);
  await makeOwner(db, url, workspace);
  await makeRun(url, key);
  const kept = stack.move();
  return {
    ...{ url, key, email: EMAIL, password: PASSWORD, workspace: uuidToId('wsp', workspace) },
    ...{ mailbox: mailbox.url, termsUrl: TERMS_URL },
    close: () => kept.disposeAsync(),
  };
}

async function makeOwner(db: Db, url: string, workspace: string): Promise<void> {
  const { token } = await createInvitation(db, { workspace, role: 'owner' });
  await post(`${url}/v1/dashboard/invitations/accept`, {
    headers: { Origin: url },
    body: { token, name: 'Owner', email: EMAIL, password: PASSWORD, acceptedTermsUrl: TERMS_URL },
  });
}

async function makeRun(url: string, key: string): Promise<void> {
  const messages = [{ role: 'user', content: 'Hello!' }];
  await post(`${url}/v1/developer/model-runs`, {
    headers: { Authorization: `Bearer ${key}`, 'Idempotency-Key': 'first' },
    body: { model: 'sandbox/echo', messages, maxOutputTokens: 100 },
  });
}

interface Post {
  headers: Record<string, string>;
  body: object;
}

async function post(url: string, { headers, body }: Post): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
}
