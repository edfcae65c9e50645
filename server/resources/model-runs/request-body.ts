/**
 * The request as the domain has it, from a body that the contract allows: what is passed through is taken
 * exactly as it came, and an optional member that is null, an attribution without members and an empty list of
 * tools (some generated clients send one for what was not given) are absent.
 */
import { withExact } from '../../kernel/exact-json.ts';
import { PASSED_THROUGH } from '../../providers/port.ts';
import type { CreateRequest } from './run.ts';

export function toCreateRequest(body: unknown, exactBody: unknown): CreateRequest {
  const exact = withExact(body, exactBody, PASSED_THROUGH);
  const { attribution = {}, tools = [], ...request } = withoutNulls(exact) as CreateRequest;
  return {
    ...request,
    ...(tools.length > 0 && { tools }),
    ...(Object.keys(attribution).length > 0 && { attribution }),
  };
}

function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutNulls);
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      PASSED_THROUGH.has(name) ? member : withoutNulls(member),
    ]),
  );
}
