/** An environment as the contract has it. */
import type { ComputeEnvironment } from '../../../openapi/generated/developer.ts';
import type { OfferedEnvironment } from '../../engines/environments.ts';

export function toEnvironment({
  engine: _,
  options: _1,
  ...environment
}: OfferedEnvironment): ComputeEnvironment {
  return environment;
}
