/**
 * The mock as a caller uses it: valid requests, with the document's own example bodies, and a check of every answer
 * against the document.
 */
import { type Mock, startMock } from '../../scripts/mock/index.ts';
import { document, examplesOf, operation as nodeOf } from '../contract/document.ts';
import { createContract, operations } from '../support/contract.ts';
import { type Answer, unique } from '../support/service.ts';
import { sending } from '../targets/wire.ts';

export const RUN = 'run_01k0a2v4xfe8t9m3c5h7j1q6wz';
/** Of the documented trace. */
export const TRACE = '0198142d93af72349a0d8589e41b9b9f';
const SPAN = TRACE.slice(16);

export interface Question {
  operation: string;
  prefer?: string;
  /** The value of a path variable. */
  name?: string;
  requestKey?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface QueriedMock extends Mock {
  ask(question: Question): Promise<Answer>;
  /** Sends it unchanged, without any further header. */
  send(request: Request): Promise<Answer>;
}

export async function startQueriedMock(): Promise<QueriedMock> {
  const mock = await startMock({ document, port: 0 });
  const contract = createContract();
  const checked = sending({ publicUrl: mock.url, contract });

  async function send(request: Request): Promise<Answer> {
    const response = await checked(request);
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  return {
    ...mock,
    send,
    ask({ operation: id, prefer, name = RUN, requestKey, body, headers = {} }) {
      const operation = operations.find((o) => o.id === id)!;
      const { method, path, takesBody, takesRequestKey } = operation;
      const query = new URLSearchParams(operation.query as Record<string, string>).toString();
      const sent = takesBody ? (body ?? examplesOf(nodeOf(id))[0]?.value) : undefined;
      const target = path
        .replace('{label}', 'production')
        .replace('{spanId}', SPAN)
        .replace('{grantId}', 'cgr_01k0b6m2s4fq8v3x7c9d1h5j0n')
        .replace('{messageId}', 'msg_01k0d5h9m1p3r5t7w9y2a4c6e8')
        .replace(/\{\w+\}/, encodeURIComponent(name))
        .replace('{name}', 'result.json');
      const request = new Request(`${mock.url}${target}${query && `?${query}`}`, {
        ...{ method, redirect: 'manual' },
        headers: {
          Authorization: 'Bearer any',
          ...(takesRequestKey && { 'Idempotency-Key': requestKey ?? unique('request') }),
          ...(sent !== undefined && { 'Content-Type': 'application/json' }),
          ...(prefer !== undefined && { Prefer: prefer }),
          ...headers,
        },
        ...(sent !== undefined && { body: JSON.stringify(sent) }),
      });
      return send(request);
    },
  };
}
