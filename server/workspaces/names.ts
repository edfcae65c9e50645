/** The rules for a workspace's name. */
import { idToUuid } from '../platform/lib/ids.ts';
import { Problem } from '../platform/lib/problem.ts';

const NAME = /^[^\p{Cc}\p{Cs}]{1,100}$/u;

/** Throws if the name is not allowed, and says why. */
export function checkWorkspaceName(name: string): void {
  if (!NAME.test(name)) throw refusal('A name has 1 to 100 printable characters.');
  if (idToUuid('wsp', name) !== undefined) {
    throw refusal('A name must not look like the id of a workspace.');
  }
}

function refusal(detail: string): Problem {
  return new Problem('invalid_request', detail, {
    errors: [{ pointer: '#/name', detail, code: 'format' }],
  });
}
