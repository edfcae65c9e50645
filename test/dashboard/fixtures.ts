/**
 * The whole service with people in it: each has a separate session in a browser that says where its requests come from.
 * Every answer of the dashboard's API was checked against its contract.
 */
import type { operations as Operations } from '../../openapi/generated/dashboard.ts';
import type { ComputeJob, ToolRun } from '../../openapi/generated/developer.ts';
import { createInvitation, type Role } from '../../server/people/index.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { ofDashboard } from '../support/contract.ts';
import {
  type Answer,
  COMPUTE_JOBS,
  jsonOf,
  startService,
  type Tenant,
  type TestService,
  type TestServiceOptions,
  TOOL_RUNS,
  unique,
} from '../support/service.ts';

export const API = '/v1/dashboard';
export const PASSWORD = 'a long enough password';

/** Shared by all dashboards of this test file. */
export const contract = ofDashboard.createContract();

export interface Ask {
  method?: string;
  /** Below the API. */
  path: string;
  cookie?: string | undefined;
  headers?: Record<string, string>;
  /** Text is sent unchanged, anything else as JSON. */
  body?: unknown;
}

export interface Person {
  id: string;
  name: string;
  email: string;
  cookie: string;
  send(ask: Ask): Promise<Answer>;
  /** The body of a successful answer. */
  get<Body>(path: string): Promise<Body>;
}

export interface Dashboard {
  service: TestService;
  /** As a browser on a page of the dashboard sends it. */
  send(ask: Ask): Promise<Answer>;
  /** A new user with this role in the workspace. */
  person(workspace: string, role: Role): Promise<Person>;
  /** A workspace with money, a key and an owner. */
  customer(): Promise<Customer>;
  close(): Promise<void>;
}

export interface Customer {
  tenant: Tenant;
  /** `wsp_...` */
  id: string;
  /** Of the workspace, below the API. */
  path: string;
  owner: Person;
}

export async function startDashboard(options: TestServiceOptions = {}): Promise<Dashboard> {
  const service = await startService(options);
  const { db } = service.database;

  async function send({ method, path, cookie, headers = {}, body }: Ask): Promise<Answer> {
    const usedMethod = method ?? (body === undefined ? 'GET' : 'POST');
    const response = await fetch(service.url + API + path, {
      method: usedMethod,
      redirect: 'manual',
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
    if (!options.documents) {
      contract.check({ ...answer, method: usedMethod, target: API + path, publicUrl });
    }
    return answer;
  }

  async function person(workspace: string, role: Role): Promise<Person> {
    const { token } = await createInvitation(db, { workspace, role });
    const name = unique('Person');
    const email = `${name.toLowerCase()}@example.com`;
    const acceptedTermsUrl = options.environment?.TERMS_URL;
    const body = { token, name, email, password: PASSWORD, acceptedTermsUrl };
    const answer = await send({ path: '/invitations/accept', body });
    const { user } = bodyOf<{ user: { id: string } }>(answer);
    const cookie = cookieOf(answer);
    const sendAs: Person['send'] = (ask) => send({ cookie, ...ask });
    return {
      ...{ id: user.id, name, email, cookie, send: sendAs },
      get: async (path) => bodyOf(await sendAs({ path })),
    };
  }

  return {
    ...{ service, send, person },
    async customer() {
      const tenant = await service.tenant();
      const id = uuidToId('wsp', tenant.workspace);
      const owner = await person(tenant.workspace, 'owner');
      return { tenant, id, path: `/workspaces/${id}`, owner };
    },
    close: () => service.close(),
  };
}

/** A tool run of the sandbox, as it is created. */
export async function callTool(tenant: Tenant, tool: string, more: object = {}): Promise<ToolRun> {
  const body = { tool: `sandbox/${tool}`, input: {}, ...more };
  return bodyOf(await tenant.create(body, { path: TOOL_RUNS }));
}

/** The tool run once it has ended, however long that takes. */
export async function endOfCall(tenant: Tenant, { id }: Pick<ToolRun, 'id'>): Promise<ToolRun> {
  for (;;) {
    const run = bodyOf<ToolRun>(await tenant.get(`${TOOL_RUNS}/${id}`, { Prefer: 'wait=20' }));
    if (run.finishedAt !== undefined) return run;
  }
}

/** A compute job in the JavaScript that comes with the service, as it is created. */
export async function startJob(
  tenant: Tenant,
  source: string,
  more: object = {},
): Promise<ComputeJob> {
  const body = { environment: 'javascript', timeoutSeconds: 60, source, ...more };
  return bodyOf(await tenant.create(body, { path: COMPUTE_JOBS }));
}

/** The job once it has ended, however long that takes. */
export async function endOfJob(tenant: Tenant, { id }: Pick<ComputeJob, 'id'>) {
  for (;;) {
    const job = bodyOf<ComputeJob>(
      await tenant.get(`${COMPUTE_JOBS}/${id}`, { Prefer: 'wait=20' }),
    );
    if (job.finishedAt !== undefined) return job;
  }
}

/** The body of a successful answer. */
export function bodyOf<Body>(answer: Answer): Body {
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`);
  return jsonOf(answer) as Body;
}

/** The cookies that a browser sends back after an answer. */
export function cookieOf(answer: Answer): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}

/** The body of an operation's successful answer. */
export type BodyOf<Id extends keyof Operations, Status extends number = 200> =
  Operations[Id]['responses'] extends Record<
    Status,
    { content: { 'application/json': infer Body } }
  >
    ? Body
    : never;
