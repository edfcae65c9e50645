/** A valid request for each operation of the document. */
import type { ModelRun } from '../../openapi/generated/developer.ts';
import type { Db } from '../../server/platform/db/pool.ts';
import { idToUuid, uuidToId } from '../../server/platform/lib/ids.ts';
import { spanIdOf } from '../../server/runs/index.ts';
import { ENDPOINT_PREFIX, MESSAGE_PREFIX } from '../../server/webhooks/index.ts';
import type { DocumentedOperation } from '../support/contract.ts';
import { textPrompt } from '../support/prompts.ts';
import { type Tenant, unique } from '../support/service.ts';
import { API, type Ask, type BodyOf, bodyOf, type Customer, type Dashboard } from './fixtures.ts';

export interface Input {
  /** By default the operation's own, if it needs one. */
  query?: string | undefined;
  headers?: Record<string, string>;
  /** By default the operation's own. */
  body?: unknown;
}

/** `names` fills the parameters of the path. */
export function requestOf(
  operation: DocumentedOperation,
  names: Record<string, string>,
  { query = QUERIES[operation.id], headers = {}, body = BODIES[operation.id] ?? {} }: Input = {},
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

/** Of the runs that these requests are about. */
export const SESSION = 'a-session';
export const END_USER = 'an-end-user';
export const ATTRIBUTION = { sessionId: SESSION, endUserId: END_USER };

export const QUERIES: Record<string, string | undefined> = {
  getUsage: 'from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z',
  getStatement: 'month=2026-01',
  getCharges: 'month=2026-01&by=kind',
  getChargeFile: 'month=2026-01',
  getMonthExport: 'dataset=charges&format=csv&month=2026-01',
  listWorkspaceCustomers: 'month=2026-01',
  getCustomerFile: 'month=2026-01',
  getWorkspaceCustomer: `endUserId=${END_USER}`,
  updateWorkspaceCustomer: `endUserId=${END_USER}`,
  deleteWorkspaceCustomer: `endUserId=${END_USER}`,
  listWorkspaceCustomerGrants: `endUserId=${END_USER}`,
  createWorkspaceCustomerGrant: `endUserId=${END_USER}`,
  revokeWorkspaceCustomerGrant: `endUserId=${END_USER}`,
  getCustomerMonths: `endUserId=${END_USER}`,
  getDiffOfPrompt: 'from=1&to=1',
  getWorkspaceSession: `sessionId=${SESSION}`,
  listTurnsOfSession: `sessionId=${SESSION}`,
};

const RUN = {
  model: 'sandbox/echo',
  messages: [{ role: 'user', content: 'Hello' }],
  maxOutputTokens: 10,
};

const BODIES: Record<string, object | undefined> = {
  createSavedView: { list: 'runs', name: 'a view', query: 'state=failed', isShared: true },
  updateSavedView: { name: 'another name' },
  createPlaygroundEstimate: RUN,
  createPlaygroundRun: RUN,
  createWorkspaceSavedExport: {
    ...{ name: 'an export', dataset: 'charges', format: 'csv', period: 'current_month' },
  },
  createMadeExport: { dataset: 'charges', format: 'csv', month: '2026-01' },
  createKey: { name: 'a key', scopes: ['models:run'] },
  updateKey: { dayLimitAmount: 1 },
  rotateKey: { overlapSeconds: 60 },
  createWebhookEndpoint: { url: 'https://example.com/hooks', eventTypes: ['run.completed'] },
  updateWebhookEndpoint: { status: 'enabled' },
  rotateWebhookSecret: { overlapSeconds: 60 },
  createDestination: { name: 'a destination', url: 'https://otel.example.com/v1/traces' },
  updateDestination: { status: 'enabled' },
  createLabelMove: { label: 'production', version: 1 },
  createVersionOfPrompt: { name: 'written-by-a-person', text: 'Hello {{name}}' },
  createPromptPreview: { text: 'Hello {{name}}', values: { name: 'Ada' } },
  createScoreOfPerson: { name: 'solved', value: true, sessionId: SESSION },
  createProtectedLabel: { label: 'production' },
  createWorkspaceCustomer: { endUserId: 'customer-1', budgets: { monthAmount: 1 } },
  updateWorkspaceCustomer: { name: 'Ada' },
  createWorkspaceCustomerGrant: { amount: 1 },
  updateDefaultBudgets: { defaultBudgets: { dayAmount: 1_000_000_000 } },
  createCredit: { amount: 1, reference: 'once' },
  createPayment: { amount: 20_000_000_000 },
  updateAutoRecharge: {
    ...{ thresholdAmount: 5_000_000_000, rechargeAmount: 20_000_000_000 },
    monthCapAmount: 100_000_000_000,
  },
  createInvitation: { role: 'member' },
  updateMember: { role: 'owner' },
  updateWorkspaceAlertSettings: { keyLimitPercent: 80 },
  updateWorkspace: { memberScopes: ['models:read', 'models:run'] },
  startSecondFactor: { currentPassword: 'x' },
  acceptSecondFactor: { code: '000000' },
  rotateRecoveryCodes: { currentPassword: 'x', code: '000000' },
  deleteSecondFactor: { currentPassword: 'x', code: '000000' },
  updateMe: { name: 'Ada King' },
  createPasswordReset: { email: 'nobody@example.com' },
  acceptPasswordReset: { token: 'x', newPassword: 'four other words entirely' },
  updatePassword: { currentPassword: 'x', newPassword: 'a password of twelve' },
  createSignUp: { email: 'nobody@example.com' },
  getSignUp: { token: 'x' },
  acceptSignUp: { token: 'x', name: 'Ada', workspaceName: 'Acme' },
  createSession: { email: 'nobody@example.com', password: 'x' },
  getInvitation: { token: 'x' },
  acceptInvitation: { token: 'x' },
};

/** Of an endpoint of the customer, and of a message that waits for it. */
export async function webhookNames({ service }: Dashboard, { owner, path }: Customer) {
  const body = BODIES.createWebhookEndpoint;
  const made = bodyOf<BodyOf<'createWebhookEndpoint', 201>>(
    await owner.send({ path: `${path}/webhook-endpoints`, body }),
  );
  const endpointId = made.endpoint.id;
  return { endpointId, messageId: await waitingMessage(service.database.db, endpointId) };
}

/** Of a destination of the customer, where no process listens. */
export async function destinationNames({ owner, path }: Customer) {
  const body = { name: 'a destination', url: 'http://127.0.0.1:9/v1/traces' };
  const made = bodyOf<BodyOf<'createDestination', 201>>(
    await owner.send({ path: `${path}/destinations`, body }),
  );
  return { destinationId: made.id };
}

/** Of an export that somebody saved, and of one that is made in the background. */
export async function exportNames({ owner, path }: Customer) {
  const headers = { 'Idempotency-Key': unique('click') };
  const idOf = async (list: string, body: object | undefined) =>
    bodyOf<{ id: string }>(await owner.send({ path: `${path}/${list}`, headers, body })).id;
  return {
    savedExportId: await idOf('saved-exports', BODIES.createWorkspaceSavedExport),
    madeExportId: await idOf('made-exports', BODIES.createMadeExport),
  };
}

/** Of a prompt with one version, and of a label that is protected. */
export async function promptNames(tenant: Tenant, { owner, path }: Customer) {
  const { name } = await textPrompt(tenant, 'Hello {{name}}');
  const label = 'audited';
  bodyOf(await owner.send({ path: `${path}/protected-labels`, body: { label } }));
  return { promptName: name, version: '1', label };
}

/** Of a view that everybody sees. */
export async function viewNames({ owner, path }: Customer) {
  const view = bodyOf<{ id: string }>(
    await owner.send({ path: `${path}/views`, body: BODIES.createSavedView }),
  );
  return { viewId: view.id };
}

/** Of a trace with a span, in a session, and of a score. */
export async function traceNames({ owner, path }: Customer, { id, traceId = '' }: ModelRun) {
  const body = { name: 'solved', value: true, sessionId: SESSION };
  const headers = { 'Idempotency-Key': unique('click') };
  const score = bodyOf<{ id: string }>(await owner.send({ path: `${path}/scores`, headers, body }));
  return { traceId, spanId: spanIdOf(idToUuid('run', id)!), scoreId: score.id };
}

/** A message that waits for the endpoint, and is not due yet. */
export async function waitingMessage(db: Db, endpointId: string): Promise<string> {
  const [row] = await db.query<{ message: string }>(
    `insert into webhook_delivery (workspace, endpoint, type, data, due_at)
     select workspace, id, 'credit.low', '{}', now() + interval '1 hour' from webhook_endpoint where id = $1
     returning message`,
    [idToUuid(ENDPOINT_PREFIX, endpointId)],
  );
  return uuidToId(MESSAGE_PREFIX, row!.message);
}
