/** Environments: where code can run, with bounds and prices. Contains the terms of a job, and nothing else. */
import type { Decimal } from '../../platform/lib/money.ts';
import { type ComputeEngine, ISOLATIONS, type Isolation } from './engine.ts';

export interface ComputePricing {
  perJob: Decimal;
  /** The price of one whole processor. */
  perCpuSecond: Decimal;
  perGibSecond: Decimal;
}

/** Either the time in which the code could run, or the time that its processors worked. */
export type BilledTime = 'wall' | 'processor';

export interface Environment {
  id: string;
  description?: string;
  engine: string;
  /** Whether a job brings the source of a program, or a command. */
  kind: 'source' | 'command';
  /** With an allowlist, the code reaches only what is on it. */
  network: 'none' | 'allowlist';
  allowlist?: readonly { cidr: string; ports: readonly number[]; names?: readonly string[] }[];
  maxCpuMillis: number;
  maxMemoryMb: number;
  maxTimeoutSeconds: number;
  pricing: ComputePricing;
  /** The clock that processors are billed by; absent: processor time, if the engine measures it. */
  billedTime?: BilledTime;
  /** The options for the engine. */
  options: unknown;
}

export interface OfferedEnvironment extends Environment {
  isolation: Isolation;
  billedTime: BilledTime;
}

export interface EnvironmentCatalog {
  get(id: string): OfferedEnvironment | undefined;
  /** By id. */
  list(): readonly OfferedEnvironment[];
  /** Takes the isolation required now: with another workspace, more than before. */
  refresh(): Promise<void>;
}

/** QuickJS has one thread; WebAssembly addresses no more memory, and QuickJS gets no more. */
export const JAVASCRIPT_MOST = { cpuMillis: 1_000, memoryMb: 2_048 };

/** The environments without a file: they need only what the service includes. */
export const JAVASCRIPT: Environment = {
  id: 'javascript',
  description: 'JavaScript in QuickJS, without network and without files of the machine.',
  engine: 'javascript',
  kind: 'source',
  network: 'none',
  maxCpuMillis: JAVASCRIPT_MOST.cpuMillis,
  maxMemoryMb: 512,
  maxTimeoutSeconds: 3_600,
  pricing: { perJob: '0.0001', perCpuSecond: '0.000014', perGibSecond: '0.0000045' },
  options: {},
};

/**
 * Offers only environments with the required isolation and an available engine, and no more of it than its machine
 * has.
 */
export function createEnvironmentCatalog(
  environments: readonly Environment[],
  engines: readonly Pick<ComputeEngine, 'name' | 'isolation' | 'room' | 'measuresCpu'>[],
  wanted: { now(): Isolation; refresh(): Promise<void> },
): EnvironmentCatalog {
  const offered = environments.flatMap((environment): OfferedEnvironment[] => {
    const engine = engines.find(({ name }) => name === environment.engine);
    if (!engine) return [];
    const { cpuMillis = Infinity, memoryMb = Infinity } = engine.room?.most ?? {};
    return [
      {
        ...environment,
        isolation: engine.isolation,
        billedTime: engine.measuresCpu ? (environment.billedTime ?? 'processor') : 'wall',
        maxCpuMillis: Math.min(environment.maxCpuMillis, cpuMillis),
        maxMemoryMb: Math.min(environment.maxMemoryMb, memoryMb),
      },
    ];
  });
  const byId = new Map(offered.map((environment) => [environment.id, environment]));
  const isStrong = ({ isolation }: OfferedEnvironment) =>
    ISOLATIONS.indexOf(isolation) >= ISOLATIONS.indexOf(wanted.now());
  return {
    get(id) {
      const environment = byId.get(id);
      return environment && isStrong(environment) ? environment : undefined;
    },
    list: () => offered.filter(isStrong).sort((a, b) => (a.id < b.id ? -1 : 1)),
    refresh: wanted.refresh,
  };
}
