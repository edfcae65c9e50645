import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../openapi/generated/developer.ts';
import type { Answer } from '../support/service.ts';
import { type QueriedMock, startQueriedMock } from './asking.ts';

let mock: QueriedMock;
beforeAll(async () => {
  mock = await startQueriedMock();
});
afterAll(() => mock.close());

const RUNS = '/v1/developer/model-runs';
const KEY = { Authorization: 'Bearer any' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const problemOf = ({ text }: Answer) => JSON.parse(text) as Problem;

function send(path: string, init: RequestInit = {}): Promise<Answer> {
  return mock.send(new Request(mock.url + path, { redirect: 'manual', ...init }));
}

function post(body: string, headers: Record<string, string> = {}): Promise<Answer> {
  const all = { ...KEY, ...JSON_TYPE, 'Idempotency-Key': 'k', ...headers };
  return send(RUNS, { method: 'POST', body, headers: all });
}

describe('what the service would refuse, the mock refuses in the same form', () => {
  it('without a key, with the challenge', async () => {
    const challenge = 'Bearer realm="model-run-api"';
    for (const [headers, expected] of [
      [{}, challenge],
      [{ Authorization: 'Basic abc' }, challenge],
      [{ Authorization: 'Bearer ' }, `${challenge}, error="invalid_token"`],
    ] as const) {
      const answer = await send(RUNS, { headers });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe(expected);
    }
    expect((await send('/livez')).status).toBe(200);
  });

  it('on a path or with a method that is not there', async () => {
    expect(problemOf(await send('/v1/developer/nothing')).code).toBe('not_found');
    const answer = await send(RUNS, { method: 'DELETE' });
    expect(problemOf(answer).code).toBe('method_not_allowed');
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
    const played = await send(`${RUNS}/limits`, { headers: { ...KEY, Prefer: 'code=405' } });
    expect(played.headers.get('allow')).toBe('GET, HEAD');
  });

  it('on a path that is no text', async () => {
    for (const path of ['/%', '/v1/developer/model-runs/%', '/v1/developer/model-runs/%ff']) {
      const answer = await fetch(mock.url + path, { headers: { Authorization: 'Bearer any' } });
      expect(answer.status, path).toBe(404);
      expect(await answer.json()).toMatchObject({ code: 'not_found' });
    }
  });

  it('with a body that is not JSON, at once', async () => {
    for (const body of ['{', '', '{"model":', 'nonsense']) {
      const answer = await post(body);
      expect(answer.status).toBe(400);
      expect(problemOf(answer).code).toBe('malformed_json');
    }
  });

  it('with another media type', async () => {
    const answer = await post('{}', { 'Content-Type': 'text/plain' });
    const { code, errors } = problemOf(answer);
    expect(code).toBe('unsupported_media_type');
    expect(errors).toMatchObject([{ header: 'Content-Type', code: 'unsupported' }]);
  });

  it('with parts of the body that are not as documented, each by its pointer', async () => {
    const messages = [
      { role: 'robot', content: 'x' },
      { role: 'user' },
      { role: 'user', content: 'x', 'a/b': 1 },
    ];
    const body = { model: 1, messages, maxOutputTokens: 0, tool_choice: 'maybe' };
    const { code, errors = [] } = problemOf(await post(JSON.stringify(body)));
    expect(code).toBe('invalid_request');
    expect(errors.map(({ pointer }) => pointer).sort()).toEqual([
      '#/maxOutputTokens',
      '#/messages/0/role',
      '#/messages/1/content',
      '#/messages/2/a~1b',
      '#/model',
      '#/tool_choice',
    ]);
  });

  it('with a member of another role, unless it is null', async () => {
    const body = (more: object) =>
      JSON.stringify({
        ...{ model: 'sandbox/echo', maxOutputTokens: 9 },
        messages: [{ role: 'user', content: 'Hello', tool_calls: null, ...more }],
      });
    expect((await post(body({ refusal: null }))).status).toBe(202);
    const { errors } = problemOf(await post(body({ refusal: 'No.' })));
    expect(errors).toMatchObject([
      { pointer: '#/messages/0/refusal', code: 'additional_properties' },
    ]);
  });

  it.each([
    'null',
    '[]',
    '5',
    '"text"',
    '{"messages":5,"tools":5}',
    '{"messages":[],"tools":[null]}',
  ])('with JSON of another shape: %s', async (body) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(problemOf(answer).code).toBe('invalid_request');
  });

  it('without the request key, or with one that has a space', async () => {
    const { 'Idempotency-Key': _, ...headers } = { ...KEY, ...JSON_TYPE, 'Idempotency-Key': '' };
    const body = '{"model":"a","messages":[{"role":"user","content":"b"}],"maxOutputTokens":1}';
    const missing = await send(RUNS, { method: 'POST', body, headers });
    expect(problemOf(missing).code).toBe('idempotency_key_missing');
    const spaced = problemOf(await post(body, { 'Idempotency-Key': 'a b' }));
    expect(spaced).toMatchObject({ errors: [{ header: 'Idempotency-Key', code: 'pattern' }] });
  });

  it('with parameters that are unknown or out of bounds', async () => {
    const wrong = problemOf(await send(`${RUNS}?limit=0&createdAfter=soon`, { headers: KEY }));
    expect(wrong.errors?.map(({ parameter }) => parameter)).toEqual(['limit', 'createdAfter']);
    const unknown = problemOf(await send(`${RUNS}?limits=1`, { headers: KEY }));
    expect(unknown.errors).toMatchObject([{ parameter: 'limits', code: 'unknown' }]);
  });
});

describe('a preference that cannot be met', () => {
  it.each([
    ['example=run-lost', 'no example=run-lost', 'run-completed'],
    ['code=418', 'no code=418', '401'],
    ['code=402', 'no code=402', '404'],
    ['code=404, example=unauthorized', 'no example=unauthorized', 'not_found'],
    ['code=304, example=run-queued', 'no example=run-queued', 'no examples'],
    ['code=four', 'no code=four', '200'],
  ])('is answered with those that can: %s', async (prefer, what, instead) => {
    const answer = await mock.ask({ operation: 'getModelRun', prefer });
    expect(answer.status).toBe(400);
    const { code, detail, errors } = problemOf(answer);
    expect(code).toBe('invalid_request');
    expect(detail).toContain(what);
    expect(detail).toContain(instead);
    expect(errors).toMatchObject([{ header: 'Prefer' }]);
  });
});

describe('the bytes of an answer', () => {
  it('are those of GET without the body for HEAD', async () => {
    const headers = { ...KEY };
    const answer = await send(`${RUNS}/limits`, { method: 'HEAD', headers });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('');
  });

  it('have no header without a value', async () => {
    for (const { path, method } of mock.operations.filter((each) => each.method === 'GET')) {
      const answer = await send(path.replace(/\{\w+\}/, 'not_found'), { method, headers: KEY });
      for (const [name, value] of answer.headers) expect(value, name).not.toBe('null');
    }
  });

  it('come for a client that is gone no more, and others are served on', async () => {
    const { port } = new URL(mock.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`POST ${RUNS} HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{`);
    await once(socket, 'connect');
    socket.destroy();
    expect((await send('/livez')).status).toBe(200);
  });
});
