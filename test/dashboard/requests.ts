/** A request for each operation of the document, that it would take from whoever may send it. */
import type { DocumentedOperation } from '../support/contract.ts';
import { unique } from '../support/service.ts';
import { API, type Ask } from './scene.ts';

export interface Input {
  /** Without it the operation's own, where it needs one. */
  query?: string | undefined;
  headers?: Record<string, string>;
  /** Without it the operation's own. */
  body?: unknown;
}

/** `names` fills the places of the path. */
export function requestOf(
  operation: DocumentedOperation,
  names: Record<string, string>,
  { query = QUERIES[operation.id], headers = {}, body = BODIES[operation.id] ?? {} }: Input = {},
): Ask {
  const path = operation.path
    .slice(API.length)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? name);
  return {
    method: operation.method,
    path: query === undefined ? path : `${path}?${query}`,
    headers: {
      ...(operation.takesRequestKey && { 'Idempotency-Key': unique('click') }),
      ...headers,
    },
    ...(operation.takesBody && { body }),
  };
}

const QUERIES: Record<string, string | undefined> = {
  getUsage: 'from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z',
};

const BODIES: Record<string, object | undefined> = {
  createKey: { name: 'a key', scopes: ['models:run'] },
  updateKey: { dayLimitAmount: 1 },
  rotateKey: { overlapSeconds: 60 },
  createCredit: { amount: 1, reference: 'once' },
  createInvitation: { role: 'member' },
  updateMember: { role: 'owner' },
  updateWorkspace: { lowBalanceAmount: 1 },
  updatePassword: { currentPassword: 'x', newPassword: 'a password of twelve' },
  createSession: { email: 'nobody@example.com', password: 'x' },
  getInvitation: { token: 'x' },
  acceptInvitation: { token: 'x' },
};
