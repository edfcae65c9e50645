/**
 * Requests that no HTTP client makes, instead of the client's: the head alone, half a body, a body that is announced
 * and never sent. The client still gets the answer.
 */
import { exchange, type Field, head, open } from '../service/connection.ts';
import type { Api } from './apis.ts';
import type { Provocation } from './suite.ts';
import { responseOf, targetOf } from './wire.ts';

type Send = Provocation['send'];
type Target = Pick<Api, 'port' | 'publicUrl'>;

/** The headers never end. */
export function withoutEnd(api: Target): Send {
  return async (request) => {
    const { method } = request;
    const connection = open(api);
    connection.write(head(method, targetOf(request)).slice(0, -2));
    const answer = await connection.answer(method, targetOf(request));
    connection.destroy();
    return responseOf(answer);
  };
}

/** The body stops halfway. */
export function withHalfABody(api: Target): Send {
  return async (request) => {
    const target = targetOf(request);
    const body = await request.text();
    const fields = [...fieldsOf(request), ['Content-Length', Buffer.byteLength(body)] as const];
    const answer = await exchange(api, {
      ...{ method: request.method, target, fields },
      body: [body.slice(0, Math.ceil(body.length / 2))],
    });
    return responseOf(answer);
  };
}

/** Announces a gigabyte. */
export function withAHugeBody(api: Target): Send {
  return async (request) => {
    const fields = [...fieldsOf(request), ['Content-Length', 10 ** 9] as const];
    const target = targetOf(request);
    return responseOf(await exchange(api, { method: request.method, target, fields }));
  };
}

/** After another request on the same connection, during which the API is asked to stop. */
export function whileStopping(
  api: Api,
  key: string,
  { path, body: content }: { path: string; body: object },
): Send {
  const body = JSON.stringify(content);
  return async (request) => {
    const target = targetOf(request);
    const connection = open(api);
    const fields: Field[] = [
      ['Authorization', `Bearer ${key}`],
      ['Content-Type', 'application/json'],
      ['Content-Length', Buffer.byteLength(body)],
      ['Idempotency-Key', 'under-way'],
      ['Expect', '100-continue'],
    ];
    connection.write(head('POST', path, fields));
    const first = connection.answer('POST', path);
    await connection.continued;
    const stopped = api.drain();
    connection.write(body, head(request.method, target));
    await first;
    const answer = await connection.answer(request.method, target);
    connection.destroy();
    await stopped;
    return responseOf(answer);
  };
}

function fieldsOf({ headers }: Request): Field[] {
  return [...headers].filter(([name]) => name !== 'content-length');
}
