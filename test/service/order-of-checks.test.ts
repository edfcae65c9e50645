import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  MAX_BODY_BYTES,
  problemOf,
  RUNS,
  request,
  startService,
  type Tenant,
  type TestService,
} from '../support/service.ts';
import { exchange, type Field, head, open } from './connection.ts';

let service: TestService;
let tenant: Tenant;
let reader: Tenant;
let poor: Tenant;

beforeAll(async () => {
  service = await startService({ parts: ['api'] });
  tenant = await service.tenant();
  reader = tenant.as(await tenant.newKey({ scopes: ['models:read'] }));
  poor = await service.tenant({ amount: 0 });
});
afterAll(() => service.close());

const JSON_TYPE = ['Content-Type', 'application/json'] as const;
const HUGE = ['Content-Length', 1_000_000_000] as const;
const authorized = ({ key }: Tenant): Field => ['Authorization', `Bearer ${key.key}`];

/** A create whose body is never sent. */
const announce = (target: string, ...fields: Field[]) =>
  exchange(service, { method: 'POST', target, fields });

function expectProblem(answer: Answer, status: number, code: string): void {
  expect(answer.status, answer.text).toBe(status);
  problemOf(answer, code);
}

describe('a body that was announced and is not sent', () => {
  it('is not waited for if it would not be read', async () => {
    expectProblem(await announce('/nowhere', HUGE), 404, 'not_found');
    expectProblem(await announce(`${RUNS}/limits`, HUGE), 405, 'method_not_allowed');
    expectProblem(await announce(RUNS, JSON_TYPE, HUGE), 401, 'unauthorized');
    expectProblem(
      await announce(RUNS, authorized(reader), JSON_TYPE, HUGE),
      403,
      'insufficient_scope',
    );
    expectProblem(
      await announce(RUNS, authorized(tenant), JSON_TYPE, HUGE),
      413,
      'payload_too_large',
    );
    const small = ['Content-Length', 10] as const;
    const text = ['Content-Type', 'text/plain'] as const;
    expectProblem(
      await announce(RUNS, authorized(tenant), text, small),
      415,
      'unsupported_media_type',
    );
  });

  it('of unknown length is not waited for either', async () => {
    const chunked = ['Transfer-Encoding', 'chunked'] as const;
    expectProblem(await announce(RUNS, JSON_TYPE, chunked), 401, 'unauthorized');
    expectProblem(
      await announce(RUNS, authorized(reader), JSON_TYPE, chunked),
      403,
      'insufficient_scope',
    );
  });

  it('is asked for only once the key is known', async () => {
    const expecting = ['Expect', '100-continue'] as const;
    const body = JSON.stringify(request('sandbox/echo'));
    const length = ['Content-Length', Buffer.byteLength(body)] as const;
    const refused = open(service);
    refused.write(head('POST', RUNS, [JSON_TYPE, expecting, length]));
    let isContinued = false;
    void refused.continued.then(() => {
      isContinued = true;
    });
    expectProblem(await refused.answer('POST', RUNS), 401, 'unauthorized');
    expect(isContinued).toBe(false);
    refused.destroy();

    const admitted = open(service);
    const key = ['Idempotency-Key', 'expected'] as const;
    admitted.write(head('POST', RUNS, [authorized(tenant), JSON_TYPE, expecting, length, key]));
    const answer = admitted.answer('POST', RUNS);
    await admitted.continued;
    admitted.write(body);
    expect((await answer).status).toBe(202);
    admitted.destroy();
  });
});

describe('a body that grows', () => {
  it('is refused with 413 at the byte that is too much, not at its end', async () => {
    const connection = open(service);
    const fields = [authorized(tenant), JSON_TYPE, ['Transfer-Encoding', 'chunked']] as const;
    connection.write(head('POST', RUNS, [...fields, ['Idempotency-Key', 'endless']]));
    const answer = connection.answer('POST', RUNS);
    const part = 'x'.repeat(65_536);
    const chunk = `${part.length.toString(16)}\r\n${part}\r\n`;
    for (let sent = 0; sent <= MAX_BODY_BYTES; sent += part.length) connection.write(chunk);
    expectProblem(await answer, 413, 'payload_too_large');
    await connection.closed;
  });

  it('may be as long as the longest prompt can be written', async () => {
    const text = JSON.stringify(request('sandbox/echo'));
    const padded = text.replace('{', `{${' '.repeat(MAX_BODY_BYTES - text.length)}`);
    expect((await tenant.create(padded)).status).toBe(202);
    expectProblem(await tenant.create(`${padded} `), 413, 'payload_too_large');
  });
});

describe('the first refusal that applies is the answer', () => {
  const badEverything = { path: RUNS, body: '{', headers: { 'Content-Type': 'text/plain' } };

  it('the path before the key', async () => {
    expectProblem(await service.send({ ...badEverything, path: '/nowhere' }), 404, 'not_found');
    const answer = await service.send({ ...badEverything, path: `${RUNS}/limits` });
    expectProblem(answer, 405, 'method_not_allowed');
  });

  it('the key before the scope, and the scope before the body', async () => {
    expectProblem(await service.send(badEverything), 401, 'unauthorized');
    expectProblem(await reader.send(badEverything), 403, 'insufficient_scope');
    expectProblem(await tenant.send(badEverything), 415, 'unsupported_media_type');
  });

  it('the scope before the rate, and the rate before the body', async () => {
    const limited = await startService({
      parts: ['api'],
      environment: { RATE_LIMIT_PER_MINUTE: '1' },
      database: service.database,
    });
    for (const { key } of [tenant, reader]) {
      await limited.send({ path: `${RUNS}/limits`, key: key.key });
    }
    const asReader = await limited.send({ ...badEverything, key: reader.key.key });
    expectProblem(asReader, 403, 'insufficient_scope');
    expectProblem(
      await limited.send({ ...badEverything, key: tenant.key.key }),
      429,
      'rate_limited',
    );
    const fields = [authorized(tenant), JSON_TYPE, HUGE];
    const announced = await exchange(limited, { method: 'POST', target: RUNS, fields });
    expectProblem(announced, 429, 'rate_limited');
    await limited.close();
  });

  it('the media type before the JSON, the JSON before the request key, that before the schema', async () => {
    const { key } = tenant.key;
    const send = (body: string, headers: Record<string, string>) =>
      service.send({ path: RUNS, key, body, headers });
    expectProblem(await send('{', { 'Content-Type': 'x' }), 415, 'unsupported_media_type');
    expectProblem(await send('{', {}), 400, 'malformed_json');
    expectProblem(await send('{}', {}), 400, 'idempotency_key_missing');
    const answer = await send('{}', { 'Idempotency-Key': 'a b' });
    expect(problemOf(answer, 'invalid_request').errors).toMatchObject([
      { header: 'Idempotency-Key' },
    ]);
    expectProblem(await send('{}', { 'Idempotency-Key': 'a' }), 400, 'invalid_request');
  });

  it('the schema before what the deployment has, and that before the money', async () => {
    const unknown = request('unknown');
    expectProblem(await poor.create({ ...unknown, messages: [] }), 400, 'invalid_request');
    expectProblem(await poor.create({ ...unknown, tool_choice: 'auto' }), 400, 'invalid_request');
    expectProblem(await poor.create(unknown), 422, 'unknown_model');
    const bounded = request('sandbox/echo', { maxReservedAmount: 1 });
    expectProblem(await poor.create(bounded), 422, 'hold_above_maximum');
    expectProblem(await poor.create(request('sandbox/echo')), 402, 'insufficient_credit');
  });

  it('an unknown parameter before what is not there', async () => {
    expectProblem(await tenant.get(`${RUNS}/unknown?a=1`), 400, 'invalid_request');
    expectProblem(await tenant.get(`${RUNS}/unknown`), 404, 'not_found');
  });
});
