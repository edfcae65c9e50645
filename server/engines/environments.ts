/** Environments: what code can run in, with its bounds and prices. What a job is sold by stands here, and nothing else. */
import type { Decimal } from '../kernel/money.ts';
import { type ComputeEngine, ISOLATIONS, type Isolation } from './engine.ts';

export interface ComputePricing {
  perJob: Decimal;
  /** Of one whole processor. */
  perCpuSecond: Decimal;
  perGibSecond: Decimal;
}

export interface Environment {
  id: string;
  description?: string;
  engine: string;
  /** Whether a job brings the source of a program, or a command. */
  kind: 'source' | 'command';
  network: 'none';
  maxCpuMillis: number;
  maxMemoryMb: number;
  maxTimeoutSeconds: number;
  pricing: ComputePricing;
  /** For the engine. */
  options: unknown;
}

export interface OfferedEnvironment extends Environment {
  isolation: Isolation;
}

export interface EnvironmentCatalog {
  get(id: string): OfferedEnvironment | undefined;
  /** By id. */
  list(): readonly OfferedEnvironment[];
}

/** What there is without a file: it needs nothing that the service does not bring. */
export const JAVASCRIPT: Environment = {
  id: 'javascript',
  description: 'JavaScript in QuickJS, without network and without files of the machine.',
  engine: 'javascript',
  kind: 'source',
  network: 'none',
  maxCpuMillis: 1_000,
  maxMemoryMb: 512,
  maxTimeoutSeconds: 3_600,
  pricing: { perJob: '0.0001', perCpuSecond: '0.000014', perGibSecond: '0.0000045' },
  options: {},
};

/** Without the environments whose engine is not there, or is weaker than is wanted. */
export function createEnvironmentCatalog(
  environments: readonly Environment[],
  engines: readonly Pick<ComputeEngine, 'name' | 'isolation'>[],
  minIsolation: Isolation,
): EnvironmentCatalog {
  const offered = environments.flatMap((environment): OfferedEnvironment[] => {
    const engine = engines.find(({ name }) => name === environment.engine);
    return engine ? [{ ...environment, isolation: engine.isolation }] : [];
  });
  const strong = offered
    .filter(({ isolation }) => ISOLATIONS.indexOf(isolation) >= ISOLATIONS.indexOf(minIsolation))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const byId = new Map(strong.map((environment) => [environment.id, environment]));
  return { get: (id) => byId.get(id), list: () => strong };
}
