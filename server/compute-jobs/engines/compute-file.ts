/**
 * The compute file: the environments on offer, their engines, and where outputs are stored. The process reads all of it
 * or nothing, and names every fault at once with its path. Reading it loads no engine code.
 */
import { readFile } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { operatorFile } from '../../platform/lib/files.ts';
import { parseDecimal } from '../../platform/lib/money.ts';
import { dockerOptions, javascriptOptions, kubernetesOptions, ociOptions } from './container.ts';
import { type Environment, JAVASCRIPT, JAVASCRIPT_MOST } from './environments.ts';

export interface ComputeFile {
  environments: Environment[];
  engines: EngineSettings;
  /** Absent if PostgreSQL stores the outputs. */
  storage?: StorageSettings;
}

interface StorageSettings {
  bucket: string;
  prefix: string;
  client: {
    region: string;
    endpoint?: string;
    forcePathStyle?: boolean;
    credentials?: { accessKeyId: string; secretAccessKey: string };
  };
}

export type EngineSettings = z.output<typeof engines>;

export interface ComputeFileOptions {
  path: string;
  /** Without the file, there is only JavaScript. */
  mayBeMissing: boolean;
  /** Variables that contain secrets. */
  secret: (name: string) => string | undefined;
}

const absolutePath = z.string().refine(isAbsolute, 'must be an absolute path');

const dnsName = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'must be a name such as model-run');

const oci = z.strictObject({
  /** The runtime: runc or runsc. Default: one found on this machine. */
  program: absolutePath.optional(),
});

const docker = z.strictObject({
  /** The address of Docker or Podman. Default: DOCKER_HOST, or Docker's socket. */
  host: z
    .string()
    .regex(
      /^(unix:\/\/\/.+|https?:\/\/[^/]+\/?)$/,
      'must be unix:///path, http://host:port or https://host:port',
    )
    .optional(),
  /** PEM files for https: the CA of the engine, and the service's certificate and key. */
  tls: z
    .strictObject({
      ca: absolutePath.optional(),
      cert: absolutePath.optional(),
      key: absolutePath.optional(),
    })
    .optional(),
  /** A runtime that the engine knows, such as `runsc`. */
  runtime: z.string().min(1).optional(),
  /** The name of this service at the engine. Default: a name that no other deployment has. */
  deployment: dnsName.optional(),
});

const kubernetes = z.strictObject({
  kubeconfig: absolutePath.optional(),
  context: z.string().min(1).optional(),
  namespace: dnsName,
  deployment: dnsName.optional(),
  runtimeClass: z
    .strictObject({ name: z.string().min(1), isolation: z.enum(['container', 'gvisor', 'vm']) })
    .optional(),
});

const engines = z.strictObject({
  oci: oci.default({}),
  docker: docker.default({}),
  kubernetes: kubernetes.optional(),
});

const ENGINES = ['javascript', 'oci', 'docker', 'kubernetes'] as const;
const OPTIONS = {
  javascript: javascriptOptions,
  oci: ociOptions,
  docker: dockerOptions,
  kubernetes: kubernetesOptions,
} satisfies Record<(typeof ENGINES)[number], z.ZodType>;

const price = z
  .union([z.string(), z.number()])
  .transform((value) => parseDecimal(value) ?? '')
  .refine((value) => value !== '', { error: 'is not a price such as "0.000014"' });

const environment = z.strictObject({
  engine: z.enum(ENGINES, { error: `must be one of ${ENGINES.join(', ')}` }),
  description: z.string().max(1_000).exactOptional(),
  kind: z.enum(['source', 'command']).optional(),
  /** An allowlist is an option of the only engine that can enforce it. */
  network: z
    .literal('none', { error: 'must be none: see the option allow of kubernetes' })
    .exactOptional(),
  maxCpu: z.number().min(0.1).max(256).default(1),
  maxMemoryMb: z.int().min(32).max(1_048_576).default(512),
  maxTimeoutSeconds: z.int().min(1).max(3_600).default(3_600),
  /** Wall also where the engine measures processor time, such as for machines that are sold whole. */
  billedTime: z.literal('wall', { error: 'must be wall, or left out' }).exactOptional(),
  pricing: z.strictObject({
    perJob: price.default('0'),
    perCpuSecond: price.default('0'),
    perGibSecond: price.default('0'),
  }),
  options: z.unknown().optional(),
});

const secret = z.union([
  z.strictObject({ env: z.string().min(1) }),
  z.strictObject({ file: z.string().min(1) }),
]);

/** Storage with the S3 protocol. Its secret key is in a variable or a file, never in the compute file. */
const storage = z.strictObject({
  bucket: z.string().min(3).max(63),
  /** The prefix of all object names. */
  prefix: z.string().max(256).exactOptional(),
  /** Default: Amazon's address for the region. */
  endpoint: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).exactOptional(),
  region: z.string().min(1).default('us-east-1'),
  /** Whether the bucket is the first part of the path, as most storage except Amazon's requires. */
  pathStyle: z.boolean().exactOptional(),
  /** Both or none: without them, the client finds credentials in the usual sources, such as the role of a machine. */
  accessKeyId: z.string().min(1).exactOptional(),
  secretAccessKey: secret.exactOptional(),
});

const FILE = z.strictObject({
  engines: engines.prefault({}),
  storage: storage.exactOptional(),
  environments: z
    .record(
      z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'is not a name such as python-3.13'),
      environment,
    )
    .optional(),
});

type Given = z.output<typeof environment>;

export async function readComputeFile(options: ComputeFileOptions): Promise<ComputeFile> {
  const { path, mayBeMissing } = options;
  const text = await computeFile(path).read(mayBeMissing ? '{}' : undefined);
  return parseComputeFile(text, options);
}

export function computeFile(path: string) {
  return operatorFile('compute', path);
}

/** The same for a text that is to become the file. */
export async function parseComputeFile(
  text: string,
  { path, secret }: ComputeFileOptions,
): Promise<ComputeFile> {
  const file = computeFile(path);
  const read = FILE.safeParse(file.parse(text));
  if (!read.success) throw file.notValid(read.error.issues.map((issue) => faultOf(issue)));
  const { engines: settings, storage: kept, environments } = read.data;
  const faults: string[] = [];
  const all = Object.entries(environments ?? {}).map(([id, given]) => {
    faults.push(...faultsOf(id, given));
    return toEnvironment(id, given);
  });
  if (all.some(({ engine }) => engine === 'kubernetes') && !settings.kubernetes) {
    faults.push('engines.kubernetes must say the namespace of the jobs');
  }
  const stored = kept && (await storageOf(kept, secret, faults));
  if (faults.length > 0) throw file.notValid(faults);
  return {
    environments: environments ? all : [JAVASCRIPT],
    engines: settings,
    ...(stored && { storage: stored }),
  };
}

/** What the engine would refuse about every job. */
function faultsOf(id: string, given: Given): string[] {
  const { engine, kind, network, options, maxCpu, maxMemoryMb } = given;
  const at = `environments.${id}`;
  const parsed = OPTIONS[engine].safeParse(options ?? {});
  if (!parsed.success) {
    return parsed.error.issues.map((issue) => faultOf(issue, `${at}.options`));
  }
  if (network === 'none' && networkOf(given).network !== network) {
    return [`${at}.network must not be none beside options.allow`];
  }
  if (engine === 'javascript') {
    return [
      ...(kind === 'command' ? [`${at}.kind must be source: JavaScript takes no command`] : []),
      ...(maxCpu * 1_000 > JAVASCRIPT_MOST.cpuMillis ? [`${at}.maxCpu must be at most 1`] : []),
      ...(maxMemoryMb > JAVASCRIPT_MOST.memoryMb
        ? [`${at}.maxMemoryMb must be at most ${JAVASCRIPT_MOST.memoryMb}`]
        : []),
    ];
  }
  if (kind !== 'source' || 'source' in parsed.data) return [];
  return [`${at}.options.source must say how a source is run, or kind must be command`];
}

function toEnvironment(id: string, given: Given): Environment {
  const { maxCpu, description, options, kind, ...rest } = given;
  return {
    id,
    ...rest,
    kind: kind ?? (given.engine === 'javascript' ? 'source' : 'command'),
    ...(description !== undefined && { description }),
    maxCpuMillis: Math.round(maxCpu * 1_000),
    ...networkOf(given),
    options: options ?? {},
  };
}

function networkOf({ engine, options }: Given): Pick<Environment, 'network' | 'allowlist'> {
  const parsed = engine === 'kubernetes' ? kubernetesOptions.safeParse(options ?? {}) : undefined;
  const allowlist = parsed?.success ? parsed.data.allow : [];
  return allowlist.length > 0 ? { network: 'allowlist', allowlist } : { network: 'none' };
}

function faultOf(issue: z.core.$ZodIssue, under?: string): string {
  const at = [...(under === undefined ? [] : [under]), ...issue.path.map(String)].join('.');
  const message = issue.code === 'invalid_key' ? issue.issues[0]?.message : issue.message;
  return `${at || 'the file'} ${message}`;
}

/** An unreadable file is a fault, and its content is never quoted. */
async function storageOf(
  given: z.output<typeof storage>,
  variable: (name: string) => string | undefined,
  faults: string[],
): Promise<StorageSettings> {
  const { bucket, prefix = '', endpoint, region, accessKeyId, secretAccessKey: reference } = given;
  const { pathStyle = endpoint !== undefined } = given;
  if ((accessKeyId === undefined) !== (reference === undefined)) {
    faults.push('storage must have both accessKeyId and secretAccessKey, or none of them');
  }
  const key = reference && (await secretOf(reference, variable, faults));
  return {
    ...{ bucket, prefix },
    client: {
      ...{ region, forcePathStyle: pathStyle },
      ...(endpoint !== undefined && { endpoint }),
      ...(accessKeyId !== undefined &&
        key !== undefined && { credentials: { accessKeyId, secretAccessKey: key } }),
    },
  };
}

async function secretOf(
  reference: z.output<typeof secret>,
  variable: (name: string) => string | undefined,
  faults: string[],
): Promise<string | undefined> {
  const at = 'storage.secretAccessKey';
  if ('env' in reference) {
    const found = variable(reference.env);
    if (found === undefined) faults.push(`${at}.env names ${reference.env}, which is not set`);
    return found;
  }
  const text = await readFile(reference.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    faults.push(`${at}.file names ${reference.file}, which cannot be read (${error.code})`);
  });
  return text?.trim();
}
