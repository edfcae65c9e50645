/**
 * The real service as a target: each documented answer comes about as it does in life. What stands between the client
 * and the service acts as a careless caller or a bad network does.
 */
import type { ProblemCode } from '../../openapi/generated/developer.ts';
import { contract, startService } from '../support/service.ts';
import { startApis } from './apis.ts';
import { makeAllFixtures } from './fixtures.ts';
import { refusalWays } from './refusal-ways.ts';
import { successWays } from './success-ways.ts';
import type { Target } from './suite.ts';

export async function startRealTarget(): Promise<Target> {
  const service = await startService({ environment: { RUNS_IN_DEBT: 'refused' } });
  const apis = await startApis();
  const stageOf = await makeAllFixtures(service, apis);
  return {
    contract,
    async provoke({ name, operation, status, code, form }) {
      const fixtures = stageOf(operation);
      const way =
        code === undefined
          ? successWays(fixtures)[[status, form].filter(Boolean).join(' ')]
          : refusalWays(fixtures)[code as ProblemCode];
      if (!way) throw new Error(`nobody knows how to bring about ${name}`);
      return way(operation);
    },
    async close() {
      await apis.close();
      await service.close();
    },
  };
}
