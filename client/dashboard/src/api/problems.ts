/**
 * What can go wrong with a request, as the pages see it: a problem that the service named, or an unreachable service.
 * The client throws nothing else, so that every page can say what happened.
 */
import type { Fault, Problem } from './contract.ts';

/** The request may or may not have arrived. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

export function isProblem(error: unknown): error is Problem {
  return typeof error === 'object' && error !== null && 'code' in error && 'status' in error;
}

export function hasCode(error: unknown, code: Problem['code']): error is Problem {
  return isProblem(error) && error.code === code;
}

/** Until when the page must wait, in milliseconds, if the answer has such a time. */
export interface Wait {
  retryAt?: number;
}

export function retryAtOf(error: unknown): number | undefined {
  return isProblem(error) ? (error as Wait).retryAt : undefined;
}

/** Worth retrying automatically: the service is unreachable, or is about to be. */
export function isPassing(error: unknown): boolean {
  return error instanceof Unreachable || (isProblem(error) && error.status >= 502);
}

/** Replaces the contract's words, which are for programs. */
const TITLES: Partial<Record<string, string>> = {
  conflict: 'That didn’t work',
  cross_site: 'This request was blocked',
  forbidden: 'You don’t have permission',
  link_not_valid: 'This link doesn’t work',
  rate_limited: 'Please wait a moment',
  wrong_credentials: 'Check what you entered',
};

export interface ProblemMessage {
  title: string;
  detail: string;
  requestId?: string;
}

export function sayProblem(error: unknown): ProblemMessage {
  if (isProblem(error)) {
    const title = TITLES[error.code] ?? error.title;
    return { title, detail: detailOf(error), requestId: error.requestId };
  }
  if (error instanceof Unreachable) {
    return {
      title: 'Can’t reach the server',
      detail: 'Nothing you typed is lost. Try again when you’re back online.',
    };
  }
  return {
    title: 'Something went wrong on this page',
    detail: error instanceof Error ? error.message : String(error),
  };
}

/** `#/scopes/0` belongs to the field `scopes`. Faults that no field shows are under the empty name. */
export function faultsByField(error: unknown, fields: readonly string[]): Record<string, string> {
  const found: Record<string, string[]> = {};
  for (const fault of isProblem(error) ? (error.errors ?? []) : []) {
    const field = fieldOf(fault);
    const name = fields.includes(field) ? field : '';
    const words = name === '' && field !== '' ? `${field}: ${fault.detail}` : fault.detail;
    found[name] = [...(found[name] ?? []), words];
  }
  return Object.fromEntries(
    Object.entries(found).map(([name, details]) => [name, details.map(asSentence).join(' ')]),
  );
}

function fieldOf({ pointer, parameter, header }: Fault): string {
  if (pointer !== undefined) return pointer.replace(/^#?\//, '').split('/')[0] ?? '';
  return parameter ?? header ?? '';
}

function asSentence(detail: string): string {
  const text = detail.charAt(0).toUpperCase() + detail.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function detailOf(problem: Problem): string {
  if (problem.code === 'forbidden') return `${problem.detail} Ask an owner for help.`;
  return problem.detail;
}
