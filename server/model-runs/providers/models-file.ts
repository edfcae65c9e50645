/**
 * The models file: providers, and models with their prices, as an operator writes them. The process
 * reads all of it or nothing, and names every fault at once with its path. It refuses a model without a price, or with
 * a price that is not an amount, because nothing would limit its cost.
 */
import { z } from 'zod';
import { operatorFile } from '../../platform/lib/files.ts';
import type { KeyNow } from './key-ring.ts';
import type { Model } from './model-provider.ts';
import {
  atMostOnePricing,
  inputModalities,
  modelId,
  natural,
  perToken,
  positive,
  prices,
  somePricing,
  supportedParameters,
  templateTokens,
} from './model-schema.ts';
import {
  type FileProvider,
  faultsOfModel,
  faultsOfServer,
  lacksOf,
  nativeModel,
  readKeys,
  type Servers,
  server,
  takenBy,
  toProvider,
} from './models-file-servers.ts';

export interface ModelsFile {
  providers: FileProvider[];
  models: Model[];
}

export interface ModelsFileOptions {
  path: string;
  /** The value of the environment variable that holds a server's key. */
  secret: (name: string) => string | undefined;
  /** Its value at the time of a request; without it, the current value. */
  secretNow?: (name: string) => KeyNow | undefined;
  /** Providers of the deployment besides those of the file, whose models the file may list. */
  builtIn: readonly string[];
}

export async function readModelsFile(options: ModelsFileOptions): Promise<ModelsFile> {
  return parseModelsFile(await modelsFile(options.path).read(), options);
}

export function modelsFile(path: string) {
  return operatorFile('models', path);
}

/** The same with a text that is not in the file, or not yet. */
export async function parseModelsFile(
  text: string,
  options: ModelsFileOptions,
): Promise<ModelsFile> {
  const { path, secret, secretNow = (name) => secret(name) } = options;
  const parsed = FILE.safeParse(modelsFile(path).parse(text));
  const faults: string[] = [];
  const keys = parsed.success ? await readKeys(parsed.data.providers, secretNow, faults) : {};
  faults.push(
    ...(parsed.success
      ? faultsAcross(parsed.data, options)
      : parsed.error.issues.map((issue) => `${locationOf(issue.path)} ${reasonOf(issue)}`)),
  );
  if (!parsed.success || faults.length > 0) {
    throw modelsFile(path).notValid(faults);
  }
  return {
    providers: Object.entries(parsed.data.providers).map(([name, entry]) =>
      toProvider({ name, entry, models: parsed.data.models }, secretNow, keys[name]),
    ),
    models: parsed.data.models.map((entry) => toModel(entry, parsed.data.providers)),
  };
}

const fallback = z
  .strictObject({
    provider: z.string({ error: 'must name a provider' }),
    providerModel: z.string().min(1).exactOptional(),
    ...prices,
  })
  .refine(...atMostOnePricing)
  .transform(perToken);

const model = z
  .strictObject({
    id: modelId,
    provider: z.string({ error: 'must name a provider' }),
    providerModel: z.string().min(1).exactOptional(),
    name: z.string().min(1).max(200).exactOptional(),
    contextLength: positive.exactOptional(),
    maxCharsPerToken: positive.exactOptional(),
    maxOutputTokens: positive.exactOptional(),
    minOutputTokens: positive.exactOptional(),
    tools: z.boolean().exactOptional(),
    supportedParameters: supportedParameters.exactOptional(),
    inputModalities: inputModalities.exactOptional(),
    maxImageTokens: natural.exactOptional(),
    ...nativeModel,
    ...prices,
    feeBasisPoints: natural.max(100_000, { error: 'must be at most 100000' }).exactOptional(),
    fallbacks: z.array(fallback).max(8, { error: 'must be 8 at most' }).exactOptional(),
    templateTokens: templateTokens.exactOptional(),
  })
  .refine(...somePricing)
  .refine(...atMostOnePricing)
  .transform((entry) => ({ pricing: entry.pricing!, ...perToken(entry) }));

const FILE = z.strictObject({
  providers: z.record(z.string(), server).default({}),
  models: z.array(model).default([]),
});

/** Room for the markup of a chat template, if the file does not define it. */
const TEMPLATE_TOKENS = { perRequest: 256, perMessage: 16 };

const PROVIDER_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;

function faultsAcross(file: z.output<typeof FILE>, options: ModelsFileOptions): string[] {
  const faults: string[] = [];
  for (const [name, entry] of Object.entries(file.providers)) {
    const { apiKeyEnv } = entry;
    const at = `providers.${name}`;
    faults.push(...faultsOfServer(entry, options.secret).map((fault) => `${at}.${fault}`));
    if (!PROVIDER_NAME.test(name)) {
      faults.push(`${at} must be named with up to 40 of a-z, 0-9 and -`);
    } else if (RESERVED.has(name)) faults.push(`${at} is the name of a built-in provider`);
    if (apiKeyEnv !== undefined && options.secret(apiKeyEnv) === undefined) {
      faults.push(`${at}.apiKeyEnv names ${apiKeyEnv}, which is not set`);
    }
  }
  const known = [...Object.keys(file.providers), ...options.builtIn];
  const seen = new Map<string, number>();
  for (const [i, entry] of file.models.entries()) {
    const { id, provider: named, minOutputTokens, maxOutputTokens } = entry;
    const at = `models[${i}]`;
    faults.push(...unboundedInputs(entry).map((fault) => `${at}.inputModalities ${fault}`));
    faults.push(...faultsOfModel(entry, file.providers).map((fault) => `${at}.${fault}`));
    if (!known.includes(named)) {
      faults.push(
        `${at}.provider is ${named}, but the providers are ${known.join(', ') || 'none'}`,
      );
    }
    faults.push(...faultyFallbacks(entry, known).map((fault) => `${at}.fallbacks${fault}`));
    if ((minOutputTokens ?? 0) > (maxOutputTokens ?? Number.POSITIVE_INFINITY)) {
      faults.push(`${at}.minOutputTokens is above maxOutputTokens`);
    }
    const first = seen.get(id);
    if (first !== undefined) faults.push(`${at}.id is ${id}, like models[${first}].id`);
    else seen.set(id, i);
  }
  return faults;
}

function faultyFallbacks(
  { provider: first, fallbacks = [] }: z.output<typeof model>,
  known: readonly string[],
): string[] {
  const names = [first];
  return fallbacks.flatMap(({ provider: named }, i) => {
    const isTaken = names.includes(named);
    names.push(named);
    if (isTaken) return [`[${i}].provider is ${named}, which comes before it`];
    if (known.includes(named)) return [];
    return [`[${i}].provider is ${named}, but the providers are ${known.join(', ') || 'none'}`];
  });
}

/** What the model accepts from a user without any limit on its tokens. */
function unboundedInputs(entry: z.output<typeof model>): string[] {
  const { inputModalities: names = [], maxImageTokens, contextLength } = entry;
  if (contextLength !== undefined) return [];
  return names
    .filter((name) => (name === 'image' ? maxImageTokens === undefined : name !== 'text'))
    .map((name) => {
      const needed = name === 'image' ? 'maxImageTokens or contextLength' : 'contextLength';
      return `has ${name}, which needs ${needed}`;
    });
}

const RESERVED: ReadonlySet<string> = new Set(['openrouter', 'sandbox']);

function toModel(entry: z.output<typeof model>, servers: Servers): Model {
  const { tools = false, fallbacks, thinking: _, api: __, ...given } = entry;
  const { providerModel = entry.id } = entry;
  const lacks = lacksOf(entry, servers);
  return {
    name: entry.id,
    templateTokens: TEMPLATE_TOKENS,
    supportedParameters: [],
    inputModalities: ['text'],
    ...{ ...given, providerModel },
    capabilities: { tools, reasoning: takenBy(servers[entry.provider], providerModel) },
    ...(lacks.length > 0 && { lacks }),
    ...(fallbacks && {
      fallbacks: fallbacks.map(({ provider: named, ...own }) => ({
        ...{ provider: named, providerModel, pricing: entry.pricing },
        ...own,
        reasoning: takenBy(servers[named], own.providerModel ?? providerModel),
      })),
    }),
  };
}

function reasonOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    return `has a member that is not known: ${issue.keys.join(', ')}`;
  }
  return issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')
    ? `must be ${issue.expected === 'object' ? 'an object' : `of type ${issue.expected}`}`
    : issue.message;
}

function locationOf(path: PropertyKey[]): string {
  return path.length === 0 ? 'the file' : z.core.toDotPath(path);
}
