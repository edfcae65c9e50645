/** Requests as bytes on their own connections, and the rules for every answer of the service. */
import { connect } from 'node:net';
import { expect } from 'vitest';
import document from '../../openapi/generated/developer.json' with { type: 'json' };
import type { FuzzedService } from './service.ts';

export interface Operation {
  id: string;
  method: string;
  path: string;
  statuses: number[];
  takesBody: boolean;
  takesRequestKey: boolean;
}

interface Described {
  operationId: string;
  responses: object;
  requestBody?: object;
  parameters?: { $ref?: string }[];
}

export const operations: Operation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Described>)
    .filter(([, operation]) => operation.operationId !== undefined)
    .map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      statuses: Object.keys(operation.responses).map(Number),
      takesBody: operation.requestBody !== undefined,
      takesRequestKey: /IdempotencyKey|RequestKey/.test(JSON.stringify(operation.parameters ?? [])),
    })),
);

export const operation = (id: string): Operation => operations.find((one) => one.id === id)!;

export interface Answer {
  status: number;
  headers: Headers;
  body: string;
}

export type Lines = readonly (readonly [name: string, value: string])[];

/** The head of a request as written, with nothing added and nothing checked. */
export function headOf(method: string, target: string, lines: Lines): string {
  const headers = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `${method} ${target} HTTP/1.1\r\n${headers}\r\n`;
}

/** The first final answer to these bytes; undefined if the connection closed without one. */
export function exchange(
  port: number,
  bytes: Uint8Array,
  isHead = false,
): Promise<Answer | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let received = Buffer.alloc(0);
    const done = (answer: Answer | undefined) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(() => {
      socket.destroy();
      reject(
        new Error(
          `no answer to ${JSON.stringify(Buffer.from(bytes).toString('latin1').slice(0, 500))}`,
        ),
      );
    }, 120_000);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const answer = parse(received.toString('latin1'), isHead);
      if (answer) done(answer);
    });
    socket.on('close', () => done(undefined));
    socket.on('error', () => done(undefined));
    socket.write(bytes);
  });
}

function parse(text: string, isHead: boolean): Answer | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const status = Number(first.split(' ')[1]);
  if (status < 200) return parse(text.slice(end + 4), isHead);
  const headers = new Headers(
    lines.map((line) => /^([^:]+): ?(.*)$/.exec(line)!.slice(1) as [string, string]),
  );
  const body = text.slice(end + 4);
  const length = Number(headers.get('content-length') ?? 0);
  if (!isHead && status !== 304 && body.length < length) return undefined;
  return { status, headers, body: Buffer.from(body.slice(0, length), 'latin1').toString() };
}

/** Sends and checks the answer against the contract. `statuses` are those of the intended operation. */
export async function ask(
  service: FuzzedService,
  bytes: Uint8Array,
  { statuses, isHead = false }: { statuses: readonly number[]; isHead?: boolean },
): Promise<Answer> {
  const answer = await exchange(service.port, bytes, isHead);
  expect(answer, 'an answer').toBeDefined();
  expectContract(service, answer!, statuses, isHead);
  return answer!;
}

export function expectContract(
  { faults }: FuzzedService,
  { status, headers, body }: Answer,
  statuses: readonly number[],
  isHead = false,
): void {
  const seen = `${status} ${body.slice(0, 1_000)} ${faults.at(-1) ?? ''}`;
  expect(status, seen).toBeLessThan(500);
  expect(statuses, seen).toContain(status);
  expect(headers.get('x-request-id'), seen).toMatch(/^req_/);
  if (status < 400) return;
  expect(headers.get('content-type'), seen).toBe('application/problem+json');
  if (isHead) return;
  expect(JSON.parse(body), seen).toMatchObject({
    status,
    requestId: headers.get('x-request-id'),
    code: expect.any(String),
    title: expect.any(String),
    detail: expect.any(String),
    type: expect.stringMatching(/^http/),
  });
}
