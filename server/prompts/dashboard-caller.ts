/** Who acts on prompts, and how refusals are worded for people. */

import { isAtLeast } from '../people/index.ts';
import type { Member } from '../platform/http/index.ts';
import { Problem } from '../platform/lib/problem.ts';
import type { Caller } from './index.ts';

export function callerOf({ workspace, session, role }: Member): Caller {
  return { workspace, actor: session.user, movesProtected: isAtLeast(role, 'admin') };
}

/** The refusal of a protected label refers keys to the dashboard; a member has to learn who may move it. */
export function inWordsOfRoles(error: unknown): never {
  if (error instanceof Problem && error.code === 'label_protected') {
    throw new Problem('forbidden', 'This label is protected. Only admins can move it.');
  }
  throw error;
}
