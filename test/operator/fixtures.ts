/** The whole service with operators in it. Every answer of their API was checked against its contract. */
import { addOperator, type OperatorRole } from '../../server/people/index.ts';
import { createFactorVault } from '../../server/people/second-factor.ts';
import { idToUuid } from '../../server/platform/lib/ids.ts';
import { type Dashboard, type Person, startDashboard } from '../dashboard/fixtures.ts';
import { type DocumentedOperation, ofOperator } from '../support/contract.ts';
import { type Answer, type TestServiceOptions, unique } from '../support/service.ts';

const API = '/v1/operator';

/** Shared by all consoles of this test file. */
export const contract = ofOperator.createContract();

export interface Ask {
  method?: string;
  /** Below the API. */
  path: string;
  cookie?: string | undefined;
  headers?: Record<string, string>;
  /** Text is sent unchanged, anything else as JSON. */
  body?: unknown;
}

export interface Console {
  dashboard: Dashboard;
  /** As a browser on a page of the console sends it. */
  send(ask: Ask): Promise<Answer>;
  /** A new user of a workspace with this role on the deployment, with a second factor that the session has proven. */
  operator(workspace: string, role: OperatorRole): Promise<Person>;
  /** What the session of a person has proven, and whether they have a second factor. */
  stand(
    person: Person,
    standing: { hasFactor?: boolean; provenMsAgo?: number | null },
  ): Promise<void>;
  close(): Promise<void>;
}

export async function startConsole(options: TestServiceOptions = {}): Promise<Console> {
  return consoleOf(await startDashboard(options));
}

export async function consoleOf(dashboard: Dashboard): Promise<Console> {
  const { service } = dashboard;
  const { db } = service.database;

  const [row] = await db.query<{ key: Buffer }>('select secret as key from deployment');
  const vault = createFactorVault(row!.key);

  async function send({ method, path, cookie, headers = {}, body }: Ask): Promise<Answer> {
    const usedMethod = method ?? (body === undefined ? 'GET' : 'POST');
    const response = await fetch(service.url + API + path, {
      method: usedMethod,
      headers: {
        Origin: service.url,
        ...(cookie !== undefined && { Cookie: cookie }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { status, headers: answered } = response;
    const answer = { status, headers: answered, text: await response.text() };
    const { publicUrl } = service;
    contract.check({ ...answer, method: usedMethod, target: API + path, publicUrl });
    return answer;
  }

  const stand: Console['stand'] = async ({ id }, { hasFactor = true, provenMsAgo = 0 }) => {
    const user = idToUuid('user', id)!;
    await db.query('delete from second_factor where user_id = $1', [user]);
    if (hasFactor) {
      await db.query(
        'insert into second_factor (user_id, secret, confirmed_at) values ($1, $2, now())',
        [user, vault.lock(user, 'a secret of an app')],
      );
    }
    await db.query(
      `update user_session set proven_at = now() - $2 * interval '1 ms' where user_id = $1`,
      [user, provenMsAgo],
    );
  };

  return {
    ...{ dashboard, send, stand },
    async operator(workspace, role) {
      const person = await dashboard.person(workspace, 'member');
      await addOperator(db, { email: person.email, role, isTheirs: true });
      await stand(person, {});
      return person;
    },
    close: () => dashboard.close(),
  };
}

const BODIES: Record<string, object | undefined> = {
  createProof: { code: '000000' },
  createWorkspaceCredit: { amount: 5, reason: 'a reason' },
  createSuspension: { reason: 'a reason' },
  createResumption: { reason: 'a reason' },
  createWorkspaceGrant: {
    ...{
      amount: 5,
      category: 'goodwill',
      expiresAt: '2035-01-01T00:00:00.000Z',
      reason: 'a reason',
    },
  },
  updateWorkspaceQuota: { quota: 'spans', limit: 7, reason: 'a reason' },
};

/** A valid request. `names` fills the parameters of the path. */
export function requestOf(
  operation: DocumentedOperation,
  names: Record<string, string>,
  { query, headers = {}, body = BODIES[operation.id] ?? {} }: RequestParts = {},
): Ask {
  const path = operation.path
    .slice(API.length)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? name);
  return {
    method: operation.method,
    path: query === undefined ? path : `${path}?${query}`,
    headers: {
      ...(operation.takesRequestKey && { 'Idempotency-Key': unique('click') }),
      ...headers,
    },
    ...(operation.takesBody && { body }),
  };
}

export interface RequestParts {
  query?: string;
  headers?: Record<string, string>;
  /** By default the operation's own. */
  body?: unknown;
}
