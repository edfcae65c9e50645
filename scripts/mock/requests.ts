/** A request to the mock, and the answer that the mock decides on. */
import type { Choice, Operation } from './operations.ts';
import type { Preference } from './preference.ts';
import type { Fault, Refusal } from './refusals.ts';

/** A parameter that was repeated has several values. */
export type Query = Record<string, string | string[]>;

export interface MockRequest {
  operation: Operation;
  params: string[];
  query: Query;
  headers: Record<string, string>;
  body: unknown;
  preference: Preference;
}

export type Refused = { kind: 'refuse' } & Refusal;

/** The mock answers with an example, in which it replaces these values. */
export interface Play extends More {
  kind: 'play';
  choice: Choice;
}

interface More {
  /** Makes the body of the answer from that of the example. */
  body?: (example: unknown) => unknown;
  /** Whether the answer is for a known request key. */
  isReplay?: boolean;
  /** Headers in the place of those of the example, by their lower-case names. */
  headers?: Record<string, string>;
}

export type Decision = Play | Refused;

/** A part of the mock that keeps what callers create, and answers for it. */
export interface Resource {
  /** Returns undefined if the request is not about this resource. */
  decide(request: MockRequest): Decision | undefined;
  /** Returns the example that was requested by name, with the values of the request. It saves nothing. */
  shown?(request: MockRequest, example: unknown): unknown;
}

export function play(choice: Choice, more: More = {}): Play {
  return { kind: 'play', choice, ...more };
}

/** `at` says which part of the request is at fault, as the service does. */
export function refuse(code: string, detail: string, at?: Pick<Fault, 'header'>): Refused {
  const errors = at && { errors: [{ ...at, detail, code }] };
  return { kind: 'refuse', code, detail, ...errors };
}

/** Returns the request key without quotes. */
export function requestKeyOf({ headers }: Pick<MockRequest, 'headers'>): string {
  const value = headers['idempotency-key'] ?? '';
  return value.replace(/^"(.*)"$/, (_, inner: string) => inner.replaceAll(/\\(.)/g, '$1'));
}

/** Returns the value of a parameter that occurs once. */
export function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
