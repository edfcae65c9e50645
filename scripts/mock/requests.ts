/** What a caller asks of the mock, and what the mock decides to answer it with. */
import type { Choice, Operation } from './operations.ts';
import type { Preference } from './preference.ts';

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

export type Refused = { kind: 'refuse'; code: string; detail: string };

/** An example is answered, and these values replace those of the example. */
export interface Play extends More {
  kind: 'play';
  choice: Choice;
}

interface More {
  /** The body, of that of the example. */
  body?: (example: unknown) => unknown;
  /** Whether it answers a request key that was there. */
  isReplay?: boolean;
  etag?: string;
}

export type Decision = Play | Refused;

/** A part of the mock that keeps what callers create, and answers for it. */
export interface Resource {
  /** Undefined if nothing of this resource is asked for. */
  decide(request: MockRequest): Decision | undefined;
  /** The example that was asked for by its name, with what the request says; nothing is saved. */
  shown?(request: MockRequest, example: unknown): unknown;
}

export function play(choice: Choice, more: More = {}): Play {
  return { kind: 'play', choice, ...more };
}

export function refuse(code: string, detail: string): Refused {
  return { kind: 'refuse', code, detail };
}

/** The request key in its bare form. */
export function requestKeyOf({ headers }: Pick<MockRequest, 'headers'>): string {
  const value = headers['idempotency-key'] ?? '';
  return value.replace(/^"(.*)"$/, (_, inner: string) => inner.replaceAll(/\\(.)/g, '$1'));
}

/** The value of a parameter that is given once. */
export function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
