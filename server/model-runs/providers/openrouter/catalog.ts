/**
 * Converts OpenRouter's list of models. Accepts a model only if its cost is bounded: prices for everything billed, and
 * a limit of output that it honors. Names the others with the reason.
 */

import { createConnections, getText } from '../../../providers/transport/index.ts';
import { asList, asObject, asText, type JsonObject, parseJson } from '../chat-completions/index.ts';
import {
  INPUT_MODALITIES,
  type InputModality,
  type JsonValue,
  type Model,
  SUPPORTED_PARAMETERS,
} from '../model-provider.ts';
import { pricedApart, readPricing } from './pricing.ts';

export interface OpenRouterCatalog {
  models: Model[];
  skipped: { id: string; reason: string }[];
}

export interface CatalogOptions {
  /** The registry's name of the provider that runs the models. */
  provider?: string;
  baseUrl: string;
  apiKey?: string;
  signal: AbortSignal;
}

/** Throws if the list is unavailable or incomplete. */
export async function fetchOpenRouterCatalog(options: CatalogOptions): Promise<OpenRouterCatalog> {
  const connections = createConnections(TIMEOUT_MS);
  try {
    const fetched = await getText(connections, {
      url: new URL(`${options.baseUrl}/models`),
      headers: {
        accept: 'application/json',
        ...(options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` }),
      },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      signal: options.signal,
    });
    if (fetched.kind === 'failed')
      throw new Error(`The catalog could not be read: ${fetched.reason}`);
    if (fetched.status !== 200) {
      throw new Error(`The catalog could not be read: the provider answered ${fetched.status}.`);
    }
    return readCatalog(parseJson(fetched.text), options.provider ?? 'openrouter');
  } finally {
    await connections.destroy();
  }
}

export function readCatalog(value: JsonValue | undefined, provider: string): OpenRouterCatalog {
  const listed = asList(asObject(value)?.data);
  if (!listed) throw new Error('The catalog could not be read: it is not a list of models.');
  const total = asObject(value)?.total_count;
  if (typeof total === 'number' && total > listed.length) {
    throw new Error(`The catalog came with ${listed.length} of ${total} models.`);
  }
  const models = new Map<string, Model>();
  const skipped: OpenRouterCatalog['skipped'] = [];
  for (const entry of listed) {
    const model = readModel(asObject(entry) ?? {}, provider);
    if ('reason' in model) skipped.push(model);
    else if (models.has(model.id)) skipped.push({ id: model.id, reason: 'is listed twice' });
    else models.set(model.id, model);
  }
  return { models: [...models.values()], skipped };
}

function readModel(entry: JsonObject, provider: string): Model | { id: string; reason: string } {
  const id = asText(entry.id);
  if (id === undefined || !MODEL_ID.test(id)) return { id: '', reason: 'has no usable identifier' };
  const parameters = asList(entry.supported_parameters) ?? [];
  const unfit = reasonUnfit(entry, parameters);
  if (unfit !== undefined) return { id, reason: unfit };
  const pricing = readPricing(entry.pricing);
  if (pricing.kind === 'unsupported') return { id, reason: pricing.reason };
  const contextLength = positive(entry.context_length);
  const maxOutputTokens = positive(asObject(entry.top_provider)?.max_completion_tokens);
  return {
    id,
    provider,
    providerModel: id,
    name: asText(entry.name) ?? id,
    ...(contextLength === undefined ? {} : { contextLength }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    minOutputTokens: MIN_OUTPUT_TOKENS,
    capabilities: { tools: parameters.includes('tools'), reasoning: 'entries' },
    supportedParameters: SUPPORTED_PARAMETERS.filter((name) => parameters.includes(name)),
    inputModalities: inputsOf(entry),
    pricing: pricing.pricing,
    templateTokens: TEMPLATE_TOKENS,
  };
}

function reasonUnfit(entry: JsonObject, parameters: JsonValue[]): string | undefined {
  const architecture = asObject(entry.architecture);
  const output = asList(architecture?.output_modalities) ?? ['text'];
  const input = asList(architecture?.input_modalities) ?? ['text'];
  if (output.some((modality) => modality !== 'text')) return 'answers with more than text';
  if (!input.includes('text')) return 'takes no text';
  if (!parameters.includes('max_tokens') && !parameters.includes('max_completion_tokens')) {
    return 'takes no limit of output tokens';
  }
  const searchPrice = asObject(entry.pricing)?.web_search;
  if (parameters.includes('web_search_options') && Number(searchPrice ?? 0) !== 0) {
    return 'may search the web of its own accord, which is billed per search';
  }
  return undefined;
}

/** Leaves out what costs more than the hold would count: the service refuses it instead. */
function inputsOf(entry: JsonObject): InputModality[] {
  const listed = asList(asObject(entry.architecture)?.input_modalities) ?? [];
  const apart = pricedApart(entry.pricing);
  return INPUT_MODALITIES.filter(
    (name) => name === 'text' || (listed.includes(name) && !apart.has(name)),
  );
}

function positive(value: JsonValue | undefined): number | undefined {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined;
}

const MODEL_ID = /^[\x21-\x7e]{1,256}$/;

/** Some of its providers raise smaller limits to this, and bill it. */
const MIN_OUTPUT_TOKENS = 16;

/**
 * The list does not describe chat templates: generous, also because the instructions that some models get with tools
 * are hundreds of tokens long.
 */
const TEMPLATE_TOKENS = { perRequest: 1_024, perMessage: 16 };

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 33_554_432;
