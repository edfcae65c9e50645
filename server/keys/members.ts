/** The members of a request that creates or changes a key. */
import { type Fault, type FaultCode, Problem } from '../platform/lib/problem.ts';

export function checkExpiry(expiresAt: Date | null): void {
  if (expiresAt === null || expiresAt.getTime() > Date.now()) return;
  throw wrongMember('expiresAt', 'range', 'The expiry must be in the future.');
}

/** `member` is the one of the request body, if there is a body. */
export function wrongMember(member: string, code: FaultCode, detail: string): Problem {
  const errors: Fault[] = [{ pointer: `#/${member}`, detail, code }];
  return new Problem('invalid_request', detail, { errors });
}

/** The name as it is stored. Throws for an invisible name, or one that reverses the text around it. */
export function checkName(given: string): string {
  const name = given.trim();
  if (PRINTABLE.test(name) && VISIBLE.test(name)) return name;
  const errors: Fault[] = [{ pointer: '#/name', detail: 'is not a name', code: 'format' }];
  throw new Problem('invalid_request', NAME_RULE, { errors });
}

const NAME_RULE =
  'A name has 1 to 100 printable characters, not all of them blank, and without characters that change the direction of text.';
const PRINTABLE = /^[^\p{Cc}\p{Cs}\p{Bidi_Control}]{1,100}$/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
