/** Environments: what code can run in, with its bounds and prices. What a job is sold by stands here, and nothing else. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type Decimal, parseDecimal } from '../kernel/money.ts';
import { StartError } from '../kernel/start-error.ts';
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
  network: 'none' | 'allowlist';
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
  /** Learns what isolation is wanted now: with another workspace, more than before. */
  refresh(): Promise<void>;
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

const decimal = z
  .union([z.string(), z.number()])
  .transform((value) => parseDecimal(value) ?? '')
  .refine((value) => value !== '', { error: 'is not a price such as "0.000014"' });

const FILE = z.strictObject({
  environments: z.record(
    z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'is not a name such as python-3.13'),
    z.strictObject({
      engine: z.string().min(1),
      description: z.string().max(1_000).optional(),
      kind: z.enum(['source', 'command']).default('command'),
      network: z.enum(['none', 'allowlist']).default('none'),
      maxCpu: z.number().min(0.1).max(256).default(1),
      maxMemoryMb: z.int().min(32).max(1_048_576).default(512),
      maxTimeoutSeconds: z.int().min(1).max(3_600).default(3_600),
      pricing: z.strictObject({
        perJob: decimal.default('0'),
        perCpuSecond: decimal.default('0'),
        perGibSecond: decimal.default('0'),
      }),
      options: z.unknown().optional(),
    }),
  ),
});

export async function readEnvironments(path: string | undefined): Promise<Environment[]> {
  if (path === undefined) return [JAVASCRIPT];
  const refuse = (why: string) => new StartError(`COMPUTE_FILE ${path} ${why}.`);
  let text: unknown;
  try {
    text = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw refuse(`cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const read = FILE.safeParse(text);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw refuse(`is not valid: ${issue?.path.join('.')} ${issue?.message}`);
  }
  return Object.entries(read.data.environments).map(([id, { maxCpu, description, ...rest }]) => ({
    id,
    ...rest,
    ...(description !== undefined && { description }),
    maxCpuMillis: Math.round(maxCpu * 1_000),
    options: rest.options ?? {},
  }));
}

/** Offers what is isolated as is wanted. Throws for an environment whose engine is not there. */
export function createEnvironmentCatalog(
  environments: readonly Environment[],
  engines: readonly Pick<ComputeEngine, 'name' | 'isolation'>[],
  wanted: { now(): Isolation; refresh(): Promise<void> },
): EnvironmentCatalog {
  const offered = environments.map((environment): OfferedEnvironment => {
    const engine = engines.find(({ name }) => name === environment.engine);
    if (!engine) {
      throw new StartError(
        `No engine is called ${environment.engine}, as ${environment.id} wants.`,
      );
    }
    return { ...environment, isolation: engine.isolation };
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
