/** What a caller asks of the mock, and what the mock decides to answer it with. */
import type { Choice, Operation } from './operations.ts';
import type { Preference } from './preference.ts';

/** A parameter that was repeated has several values. */
export type Query = Record<string, string | string[]>;

export interface Asked {
  operation: Operation;
  params: string[];
  query: Query;
  headers: Record<string, string>;
  body: unknown;
  preference: Preference;
}

export type Refused = { kind: 'refuse'; code: string; detail: string };

export type Decision = { kind: 'play'; choice: Choice } | Refused;

export function play(choice: Choice): Decision {
  return { kind: 'play', choice };
}

export function refuse(code: string, detail: string): Refused {
  return { kind: 'refuse', code, detail };
}
