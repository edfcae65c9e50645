/**
 * The answer that a request asks for: `Prefer: example=NAME`, `Prefer: code=STATUS`, both together, and with them the
 * `wait=N` of the contract. An example alone implies its status. For a name that the operation does not have, the
 * refusal lists those that it has.
 */
import { MAX_WAIT_SECONDS } from '../../server/platform/http/request-headers.ts';
import type { Answer, Operation } from './operations.ts';

export interface Preference {
  /** The requested status; undefined if there is none. */
  status: number | undefined;
  example: string | undefined;
  /** Seconds, as the service caps them; undefined if there is no such preference. */
  wait: number | undefined;
}

export type Reading =
  | { kind: 'preference'; preference: Preference }
  | { kind: 'unknown'; sentence: string };

export function readPreference(prefer: string | undefined, operation: Operation): Reading {
  const preferences = preferencesOf(prefer ?? '');
  const code = preferences.get('code');
  const example = preferences.get('example');
  const wait = waitOf(preferences.get('wait'));
  if (code === undefined && example === undefined) {
    return { kind: 'preference', preference: { status: undefined, example, wait } };
  }
  const { answers } = operation;
  const coded = code === undefined ? answers : answers.filter(({ status }) => `${status}` === code);
  if (coded.length === 0) return unknown(`${operation.id} has no code=${code}`, codesOf(answers));
  if (example === undefined) {
    return { kind: 'preference', preference: { status: coded[0]?.status, example, wait } };
  }
  const answer = coded.find(({ examples }) => examples.has(example));
  if (answer) return { kind: 'preference', preference: { status: answer.status, example, wait } };
  const where = code === undefined ? operation.id : `code=${code} of ${operation.id}`;
  return unknown(`${where} has no example=${example}`, namesOf(coded));
}

function unknown(what: string, known: string[]): Reading {
  const choice = known.length === 0 ? 'It has no examples.' : `Choose from: ${known.join(', ')}.`;
  return { kind: 'unknown', sentence: `${what}. ${choice}` };
}

function codesOf(answers: Answer[]): string[] {
  return answers.map(({ status }) => String(status));
}

function namesOf(answers: Answer[]): string[] {
  return [...new Set(answers.flatMap(({ examples }) => [...examples.keys()]))];
}

/** Treats lists and parameters alike: `code=422, example=x` and `code=422; example=x` are the same preference. */
function preferencesOf(prefer: string): Map<string, string> {
  const pairs = prefer.split(/[,;]/).map((part) => {
    const [name = '', value = ''] = part.split(/=(.*)/s);
    return [name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1')] as const;
  });
  // The first of a repeated preference counts (RFC 7240).
  return new Map(pairs.reverse());
}

function waitOf(value: string | undefined): number | undefined {
  return value !== undefined && /^\d+$/.test(value)
    ? Math.min(Number(value), MAX_WAIT_SECONDS)
    : undefined;
}
