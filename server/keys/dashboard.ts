/**
 * Keys over HTTP for people. This module decides what a role may do with a key beyond the operation itself: members give
 * scopes that their workspace allows them, and no credit.
 */

import { callerOf } from '../audit-trail/index.ts';
import { isAtLeast } from '../people/index.ts';
import type { DashboardHandlers, DashboardInput } from '../platform/http/index.ts';
import { Problem } from '../platform/lib/problem.ts';
import { readSettings } from '../workspaces/index.ts';
import { createKeyEdge, type KeyEdgeOptions } from './http.ts';

type KeyHandlers = Pick<
  DashboardHandlers,
  'listKeys' | 'createKey' | 'getKey' | 'updateKey' | 'rotateKey' | 'revokeKey'
>;

export function createKeyHandlers(options: KeyEdgeOptions): KeyHandlers {
  const keys = createKeyEdge(options);
  return {
    async listKeys({ principal: { workspace }, query }) {
      return { status: 200, body: await keys.list(workspace, query) };
    },

    async createKey(input) {
      await checkRights(options, input);
      return { status: 201, body: await keys.create(callerOf(input.principal), input) };
    },

    async getKey({ principal: { workspace }, params: { keyId } }) {
      return { status: 200, body: await keys.read(workspace, keyId) };
    },

    async updateKey(input) {
      const { body, params } = input;
      const changed = keys.update(callerOf(input.principal), params.keyId, body);
      return { status: 200, body: await changed.catch(refuse) };
    },

    async rotateKey(input) {
      const { body, params } = input;
      return {
        status: 201,
        body: await keys.rotate(callerOf(input.principal), params.keyId, body),
      };
    },

    async revokeKey(input) {
      return {
        status: 200,
        body: await keys.revoke(callerOf(input.principal), input.params.keyId),
      };
    },
  };
}

/** Here, the rights that a change exceeds are those of another key. */
function refuse(error: unknown): never {
  const isBeyond = error instanceof Problem && error.code === 'exceeds_own_rights';
  throw isBeyond ? new Problem('conflict', error.detail, error.options) : error;
}

async function checkRights(
  { db }: Pick<KeyEdgeOptions, 'db'>,
  { principal, body }: DashboardInput<'createKey'>,
): Promise<void> {
  if (isAtLeast(principal.role, 'admin')) return;
  if (body.creditAmount !== undefined) {
    throw forbidden('#/creditAmount', 'Only admins can set aside credit for a key.');
  }
  const { memberScopes } = await readSettings(db, principal.workspace);
  const denied = body.scopes.filter((scope) => !memberScopes.includes(scope));
  if (denied.length === 0) return;
  throw forbidden('#/scopes', `Members can't grant ${denied.join(', ')} in this workspace.`);
}

function forbidden(pointer: string, detail: string): Problem {
  return new Problem('forbidden', detail, { at: { pointer, code: 'forbidden' } });
}
