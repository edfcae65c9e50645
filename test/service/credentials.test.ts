import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKeyText } from '../../server/keys/format.ts';
import { revokeKey, SCOPES } from '../../server/keys/index.ts';
import { uuidToId } from '../../server/platform/lib/ids.ts';
import { examplesOf, operation as nodeOf } from '../contract/document.ts';
import { operations } from '../support/contract.ts';
import {
  type Answer,
  problemOf,
  RUNS,
  request,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';
import { exchange } from './connection.ts';

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService({ parts: ['api'] });
  tenant = await service.tenant();
});
afterAll(() => service.close());

const LIMITS = `${RUNS}/limits`;
const keyed = operations.filter(({ scopes }) => scopes !== undefined);
const withoutKey = operations.filter(({ scopes }) => scopes === undefined);

/** Everything that a caller can see of a refusal, except what identifies this exchange. */
function seenOf({ status, headers, text }: Answer) {
  const { requestId: _, ...problem } = JSON.parse(text);
  const { 'x-request-id': __, date: ___, ...others } = Object.fromEntries(headers);
  return { status, headers: others, problem };
}

/** A key of the tenant that no longer works. */
async function endedKey(how: 'revoked' | 'expired'): Promise<string> {
  const created = await tenant.newKey({ expiresAt: new Date(Date.now() + 3_600_000) });
  const { db } = service.database;
  if (how === 'revoked') await revokeKey(db, uuidToId('key', created.id), async () => 0);
  else {
    await db.query("update api_key set expires_at = now() - interval '1 second' where id = $1", [
      created.id,
    ]);
  }
  return created.key;
}

describe('a request without credentials', () => {
  it.each([
    ['no header', undefined],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['the key alone', 'mrk_00000000000000000000000000000000000000'],
    ['an empty header', ''],
  ])('is refused, and no error is named (%s)', async (_, authorization) => {
    const headers = authorization === undefined ? {} : { Authorization: authorization };
    const answer = await service.send({ path: LIMITS, headers });
    expect(answer.status).toBe(401);
    problemOf(answer, 'unauthorized');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="model-run-api"');
  });
});

describe('an address that sends many unknown keys', () => {
  const sent = (from: string, key: string) =>
    service.send({ path: LIMITS, key, headers: { 'X-Forwarded-For': from } });

  it('is answered 429 rate_limited instead of 401, and a key that has worked still passes', async () => {
    const address = '203.0.113.70';
    expect((await sent(address, tenant.key.key)).status).toBe(200);
    for (let i = 0; i < 60; i += 1) {
      problemOf(await sent(address, makeKeyText().key), 'unauthorized');
    }
    const refused = await sent(address, makeKeyText().key);
    expect(refused.status).toBe(429);
    problemOf(refused, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit')).toBeNull();
    // A refusal that costs no look-up is sent as ever.
    problemOf(await sent(address, 'mrk_nonsense'), 'unauthorized');
    expect((await sent(address, tenant.key.key)).status).toBe(200);
    problemOf(await sent('203.0.113.71', makeKeyText().key), 'unauthorized');
  });

  it('of IPv6 is its whole /64', async () => {
    for (let i = 0; i < 60; i += 1) await sent(`2001:db8::${i}`, makeKeyText().key);
    problemOf(await sent('2001:db8::ffff', makeKeyText().key), 'rate_limited');
    problemOf(await sent('2001:db8:0:1::1', makeKeyText().key), 'unauthorized');
  });
});

describe('a key that opens nothing', () => {
  it('gets one answer, whatever is wrong with it', async () => {
    const { key } = tenant.key;
    const flipped = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
    const presented = [
      ['malformed', 'nonsense'],
      ['too short', key.slice(0, -1)],
      ['too long', `${key}0`],
      ['huge', 'k'.repeat(8_000)],
      ['with a wrong checksum', flipped],
      ['in capitals', key.toUpperCase()],
      // Well formed, but unknown.
      ['unknown', makeKeyText().key],
      ['revoked', await endedKey('revoked')],
      ['expired', await endedKey('expired')],
    ] as const;
    const [first, ...others] = await Promise.all(
      presented.map(async ([, text]) => seenOf(await service.send({ path: LIMITS, key: text }))),
    );
    expect(first!.status).toBe(401);
    expect(first!.headers['www-authenticate']).toBe(
      'Bearer realm="model-run-api", error="invalid_token"',
    );
    for (const other of others) expect(other).toEqual(first);
  });

  it.each([
    ['two words', (key: string) => `Bearer ${key} ${key}`],
    ['two keys', (key: string) => `Bearer ${key}, Bearer ${key}`],
    ['nothing behind the scheme', () => 'Bearer'],
    ['signs that no key has', () => 'Bearer <key>'],
  ])('is also one that is not presented as one (%s)', async (_, form) => {
    const { key } = tenant.key;
    const answer = await service.send({ path: LIMITS, headers: { Authorization: form(key) } });
    const known = await service.send({ path: LIMITS, key: 'nonsense' });
    expect(seenOf(answer)).toEqual(seenOf(known));
  });

  it('is also one that is sent together with a valid one', async () => {
    const authorization = ['Authorization', `Bearer ${tenant.key.key}`] as const;
    const fields = [authorization, ['Authorization', 'Bearer nonsense']] as const;
    const answer = await exchange(service, { target: LIMITS, fields });
    expect(answer.status).toBe(401);
  });

  it('learns nothing about what it asks for: not that a run exists, nor that a parameter is wrong', async () => {
    const { location } = Object.fromEntries((await tenant.create(request('sandbox/echo'))).headers);
    const known = seenOf(await service.send({ path: LIMITS, key: 'nonsense' }));
    for (const path of [location!, `${RUNS}/unknown`, `${RUNS}?limit=x`, `${RUNS}?cursor=x`]) {
      expect(seenOf(await service.send({ path, key: 'nonsense' })), path).toEqual(known);
    }
  });
});

describe('a key that is revoked', () => {
  it('creates nothing from that moment on, also where it was known a moment ago', async () => {
    const key = await tenant.newKey();
    const holder = tenant.as(key);
    expect((await holder.get(LIMITS)).status).toBe(200);
    await revokeKey(service.database.db, uuidToId('key', key.id), async () => 0);
    const answer = await holder.create(request('sandbox/echo'));
    const known = await service.send({ path: LIMITS, key: 'nonsense' });
    expect(seenOf(answer)).toEqual(seenOf(known));
  });

  it('gets no replay of what it created', async () => {
    const key = await tenant.newKey();
    const holder = tenant.as(key);
    await holder.create(request('sandbox/echo'), { requestKey: 'revoked' });
    await revokeKey(service.database.db, uuidToId('key', key.id), async () => 0);
    await expect
      .poll(async () => {
        const again = await holder.create(request('sandbox/echo'), { requestKey: 'revoked' });
        return again.status;
      })
      .toBe(401);
  });
});

describe('the scheme', () => {
  it.each(['bearer', 'BEARER', 'Bearer'])('may be written %s', async (scheme) => {
    const headers = { Authorization: `${scheme}  ${tenant.key.key}` };
    expect((await service.send({ path: LIMITS, headers })).status).toBe(200);
  });
});

/** What these answer where no auto-recharge is set. */
const ADMITTED: Record<string, number[]> = {
  deleteBillingRecharge: [204],
  createBillingCardPage: [409],
};

describe('the scopes of the document', () => {
  const send = (operation: (typeof operations)[number], key?: string) =>
    service.send({
      method: operation.method,
      path: pathOf(operation),
      ...(key !== undefined && { key }),
      ...(operation.takesBody && { body: bodyOf(operation.id) }),
      headers: operation.takesRequestKey ? { 'Idempotency-Key': operation.id } : {},
    });

  const pathOf = ({ path, query }: (typeof operations)[number]) => {
    const filledPath = path.replace('{code}', 'not_found').replace(/\{\w+\}/g, 'run_unknown');
    const parameters = new URLSearchParams(query as Record<string, string>).toString();
    return parameters ? `${filledPath}?${parameters}` : filledPath;
  };

  const bodyOf = (id: string) => {
    if (/Prompt|Metrics|Score|Spans|Compute|Customer|ApiKey|Endpoint|Alert|Export|Billing/.test(id))
      return examplesOf(nodeOf(id))[0]?.value;
    if (id.includes('Tool')) return { tool: 'sandbox/echo', input: { text: 'Hello' } };
    const one = request('sandbox/echo');
    if (id !== 'createModelRunBatch') return one;
    return { requests: [{ idempotencyKey: id, request: one }] };
  };

  it.each(keyed.map((operation) => [operation.id, operation] as const))(
    '%s is for keys that have its scope, and no other',
    async (_, operation) => {
      const needed = operation.scopes!;
      const others = SCOPES.filter((scope) => !needed.includes(scope));
      const refused = await send(operation, (await tenant.newKey({ scopes: others })).key);
      expect(refused.status).toBe(403);
      const problem = problemOf(refused, 'insufficient_scope');
      expect(problem.detail).toContain(needed.join(' '));
      expect(refused.headers.get('www-authenticate')).toBe(
        `Bearer realm="model-run-api", error="insufficient_scope", scope="${needed.join(' ')}"`,
      );
      const admitted = await send(operation, (await tenant.newKey({ scopes: needed })).key);
      // The workspace is empty: an operation that names or needs something answers so.
      expect(ADMITTED[operation.id] ?? [200, 201, 202, 404, 422]).toContain(admitted.status);
      expect((await send(operation)).status).toBe(401);
    },
  );

  it.each(withoutKey.map((operation) => [operation.id, operation] as const))(
    '%s asks for no key, and does not mind a wrong one',
    async (_, operation) => {
      const answer = await send(operation);
      // The page of a deployment that did not build one does not exist, for anybody.
      expect([200, 303, 404]).toContain(answer.status);
      expect((await send(operation, 'nonsense')).status).toBe(answer.status);
    },
  );

  it('apply to all operations except those about the service itself', () => {
    expect(withoutKey.map(({ id }) => id).sort()).toEqual([
      'getClientPackage',
      'getDocs',
      'getDocsFile',
      'getDocsIndex',
      'getGuide',
      'getLiveness',
      'getOpenApiDocument',
      'getProblemDocs',
      'getReadiness',
      'getReference',
    ]);
  });
});

it('300 living keys that one address uses for the first time at once are all answered', async () => {
  const made = await Promise.all(Array.from({ length: 300 }, () => tenant.newKey()));
  const started = await startService({ parts: ['api'], database: service.database });
  const answers = await Promise.all(made.map(({ key }) => started.send({ path: LIMITS, key })));
  await started.close();
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
});
