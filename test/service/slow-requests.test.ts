import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemOf, RUNS, request } from '../support/service.ts';
import { exchange, head, open } from './connection.ts';
import { type ImpatientApi, startImpatientApi } from './impatient.ts';

let api: ImpatientApi;

beforeAll(async () => {
  api = await startImpatientApi();
});
afterAll(() => api.close());

const BODY = JSON.stringify(request('sandbox/echo'));
const fieldsOf = ({ key }: ImpatientApi) =>
  [
    ['Authorization', `Bearer ${key}`],
    ['Content-Type', 'application/json'],
    ['Content-Length', Buffer.byteLength(BODY)],
    ['Idempotency-Key', 'slow'],
  ] as const;

describe('a request that does not arrive', () => {
  it('is given up in the middle of its headers', async () => {
    const connection = open(api);
    connection.write(`GET ${RUNS} HTTP/1.1\r\nHost: a\r\nAuthor`);
    const answer = await connection.answer('GET', RUNS);
    expect(answer.status).toBe(408);
    problemOf(answer, 'request_timeout');
    await connection.closed;
  });

  it('is given up in the middle of its body, and buys nothing', async () => {
    const connection = open(api);
    connection.write(head('POST', RUNS, fieldsOf(api)), BODY.slice(0, 20));
    const answer = await connection.answer('POST', RUNS);
    expect(answer.status).toBe(408);
    problemOf(answer, 'request_timeout');
    expect(answer.headers.has('ratelimit')).toBe(true);
    await connection.closed;

    const listed = await exchange(api, { target: RUNS, fields: fieldsOf(api).slice(0, 1) });
    expect(JSON.parse(listed.text)).toEqual({ data: [], nextCursor: null });
  });

  it('was answered with 401 already, and is given up all the same', async () => {
    const connection = open(api);
    const [, ...otherFields] = fieldsOf(api);
    connection.write(head('POST', RUNS, otherFields), BODY.slice(0, 20));
    expect((await connection.answer('POST', RUNS)).status).toBe(401);
    await connection.closed;
  });

  it('is one that stops, not one that comes in parts', async () => {
    const connection = open(api);
    const text = head('POST', RUNS, fieldsOf(api)) + BODY;
    for (const part of text.match(/.{1,16}/gs)!) {
      connection.write(part);
      await new Promise(setImmediate);
    }
    expect((await connection.answer('POST', RUNS)).status).toBe(202);
    connection.destroy();
  });
});
