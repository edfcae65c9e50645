/** The request for a run of any kind, from a body that the contract allows. */
import { withExact } from '../../platform/lib/json.ts';
import type { RunRequest } from '../index.ts';

/**
 * Takes passed-through members exactly as they came. Leaves out an optional member that is null, and an attribution or
 * metadata without members.
 */
export function readRunRequest<Request extends RunRequest>(
  body: unknown,
  exactBody: unknown,
  passedThrough: ReadonlySet<string>,
): Request {
  const exact = withExact(body, exactBody, passedThrough);
  const read = withoutNulls(exact, passedThrough) as Request;
  const { attribution = {}, metadata = {}, ...request } = read;
  return {
    ...request,
    ...(Object.keys(attribution).length > 0 && { attribution }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  } as Request;
}

function withoutNulls(value: unknown, passedThrough: ReadonlySet<string>): unknown {
  if (typeof value !== 'object' || value === null || !holdsNull(value)) return value;
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, passedThrough));
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      passedThrough.has(name) ? member : withoutNulls(member, passedThrough),
    ]),
  );
}

function holdsNull(value: object): boolean {
  for (const member of Object.values(value) as unknown[]) {
    if (member === null || (typeof member === 'object' && holdsNull(member))) return true;
  }
  return false;
}
