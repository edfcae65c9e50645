/** Requests that are valid except for what a property puts into them, on a service with a few runs. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type Answer, ask, headOf, type Lines, operations } from './exchange.ts';
import type { FuzzedService } from './service.ts';

export const RUNS = '/v1/developer/model-runs';
export const VALID = JSON.stringify({
  model: 'sandbox/echo',
  messages: [{ role: 'user', content: 'Hello' }],
  maxOutputTokens: 10,
});

/** Any status in the document: for requests that may or may not match an operation. */
const ALL = [...new Set([...operations.flatMap(({ statuses }) => statuses), 404])];

/** Sends the request, with `more` headers at the end, and checks the answer against the contract. */
export async function send(
  service: FuzzedService,
  method: string,
  target: string,
  more: Lines = [],
  statuses: readonly number[] = ALL,
): Promise<Answer> {
  const payload = method === 'POST' ? VALID : '';
  const head = headOf(method, target, [...usual(service, payload), ...more]);
  const isHead = method === 'HEAD';
  return ask(service, Buffer.from(head + payload, 'latin1'), { statuses, isHead });
}

export function usual(service: FuzzedService, payload: string): [string, string][] {
  return [
    ['Host', 'localhost'],
    ['Authorization', `Bearer ${service.key}`],
    ...(payload === '' ? [] : body(payload)),
  ];
}

export const body = (payload: string): [string, string][] => [
  ['Content-Type', 'application/json'],
  ['Content-Length', String(payload.length)],
  ['Idempotency-Key', randomUUID()],
];

export async function makeRun(service: FuzzedService): Promise<string> {
  const { body: made } = await send(service, 'POST', RUNS);
  return (JSON.parse(made) as { id: string }).id;
}

export const visible = fc
  .integer({ min: 0x21, max: 0x7e })
  .map((code) => String.fromCharCode(code));
const octet = fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code));

/** The value of a header: bytes that a line can hold. */
export const headerText = (maxLength: number) =>
  fc.string({ unit: octet, maxLength }).map((text) => text.replaceAll('\x7f', '~'));
