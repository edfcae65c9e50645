/** An environment as the contract has it. */
import type { ComputeEnvironment } from '../../openapi/generated/developer.ts';
import type { OfferedEnvironment } from './engines/environments.ts';

export function toEnvironment({
  engine: _,
  options: _1,
  allowlist,
  ...environment
}: OfferedEnvironment): ComputeEnvironment {
  if (!allowlist) return environment;
  const entries = allowlist.map(({ ports, names, ...entry }) => ({
    ...{ ...entry, ports: [...ports] },
    ...(names && { names: [...names] }),
  }));
  return { ...environment, allowlist: entries };
}
