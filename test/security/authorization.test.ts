/**
 * Every operation that needs a key, against every way of lacking the right one. The operations come from the document:
 * a new one is in the matrix at once.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKeyText } from '../../server/keys/format.ts';
import { revokeKey, SCOPES } from '../../server/keys/index.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { examplesOf, operation as nodeOf } from '../contract/document.ts';
import { type DocumentedOperation, operations } from '../support/contract.ts';
import {
  problemOf,
  request,
  runOf,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';

let service: TestService;
let owner: Tenant;
let outsider: Tenant;
let runId: string;

beforeAll(async () => {
  service = await startService({ parts: ['api'] });
  owner = await service.tenant();
  outsider = await service.tenant();
  runId = runOf(await owner.create(request('sandbox/echo'), { requestKey: 'owned' })).id;
});
afterAll(() => service.close());

const keyed = operations.filter(({ scopes }) => scopes !== undefined);

/** The credential, and the only possible answer to it. */
const CREDENTIALS: Record<
  string,
  { status: number; key: (scopes: string[]) => Promise<string | undefined> }
> = {
  'no key': { status: 401, key: async () => undefined },
  'a malformed key': { status: 401, key: async () => 'mrk_short' },
  'a bad checksum': { status: 401, key: async () => spoilt(owner.key.key) },
  'an unknown key': { status: 401, key: async () => makeKeyText().key },
  'a revoked key': { status: 401, key: revoked },
  'an expired key': { status: 401, key: expired },
  'a key of other scopes': {
    status: 403,
    key: async (needed) =>
      (await owner.newKey({ scopes: SCOPES.filter((scope) => !needed.includes(scope)) })).key,
  },
};

describe.each(keyed)('$id', (operation) => {
  it.each(Object.entries(CREDENTIALS))(
    'refuses %s, and does nothing',
    async (_, { status, key }) => {
      const before = await rows();
      const answer = await send(operation, await key(operation.scopes!));
      expect(answer.status).toBe(status);
      problemOf(answer, status === 401 ? 'unauthorized' : 'insufficient_scope');
      expect(answer.text).not.toContain(runId);
      expect(await rows()).toEqual(before);
    },
  );

  it("shows an outsider's key nothing of the owner's", async () => {
    const answer = await send(operation, outsider.key.key);
    expect(answer.text).not.toContain(runId);
    expect(answer.text).not.toContain(owner.key.key.slice(0, 12));
    if (operation.path.includes('{id}')) expect(answer.status).toBe(404);
  });
});

function send(operation: DocumentedOperation, key: string | undefined) {
  return service.send({
    method: operation.method,
    path: operation.path.replace('{id}', runId).replace('{messageId}', runId),
    ...(key !== undefined && { key }),
    ...(operation.takesBody && { body: bodyOf(operation) }),
    headers: {
      // A separate address for each operation: the service makes one with many unknown keys wait.
      'X-Forwarded-For': `10.0.0.${keyed.indexOf(operation) + 1}`,
      // The owner's own run: an outsider must not find the run of the key.
      ...(operation.takesRequestKey && { 'Idempotency-Key': 'owned' }),
    },
  });
}

/** One that the contract shows, so that nothing is refused for its form. */
function bodyOf({ id, path }: DocumentedOperation): unknown {
  return /\/(keys|webhook-endpoints|alert-settings|saved-exports|billing)/.test(path)
    ? examplesOf(nodeOf(id))[0]!.value
    : request('sandbox/echo');
}

async function rows() {
  return service.database.db.query(
    `select (select count(*) from run) as runs, (select count(*) from ledger_entry) as entries,
       (select count(*) from api_key where made_by is not null) as keys,
       (select count(*) from webhook_endpoint) as endpoints, (select count(*) from payment) as payments,
       (select count(*) from auto_recharge) as recharges,
       (select json_agg(a order by a.workspace) from alert_setting a) as alerts,
       (select count(*) from saved_export) as exports`,
  );
}

function spoilt(key: string): string {
  return key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
}

async function revoked(scopes: string[]): Promise<string> {
  const { id, key } = await owner.newKey({ scopes });
  await revokeKey(service.database.db, uuidToId('key', id), async () => 0);
  return key;
}

async function expired(scopes: string[]): Promise<string> {
  const { id, key } = await owner.newKey({
    scopes,
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  await service.database.db.query(
    "update api_key set expires_at = now() - interval '1 second' where id = $1",
    [id],
  );
  return key;
}
