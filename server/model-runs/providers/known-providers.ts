/**
 * The providers that the service can sell by the price list: the name of each, the variables in which its keys usually
 * are, and how the models file names it. The list knows no capabilities: here is what the API of a provider takes for
 * every chat model that it has now. If a model takes less, its provider refuses the request, which costs nothing.
 */
import { invariant } from '../../platform/lib/errors.ts';
import type { SupportedParameter } from './model-provider.ts';
import { PRESETS, type PresetName } from './openai-compatible/index.ts';

export interface KnownProvider {
  /** The variables that usually hold its key; the first one that is set counts. */
  keyVariables: readonly [string, ...string[]];
  /** Where the provider itself is, by which the price list knows it. */
  baseUrl: string;
  /** Its entry in a models file, without the key. */
  entry: { kind: string; preset?: string; baseUrl?: string };
  /** What the address in the variable of its SDK leaves out, such as ANTHROPIC_BASE_URL. */
  sdkPath?: string;
  /** Further variables without which it cannot be used. It finds all of them, and its key, by their usual names. */
  needs?: readonly string[];
  /** The variables that usually name the region, if it is in regions. */
  regionVariables?: readonly string[];
  parameters: readonly SupportedParameter[];
  /** The names of models that also take an effort of reasoning. */
  thinking?: RegExp;
}

export const KNOWN_PROVIDERS: Record<string, KnownProvider> = {
  anthropic: {
    keyVariables: ['ANTHROPIC_API_KEY'],
    baseUrl: 'https://api.anthropic.com/v1',
    entry: { kind: 'anthropic' },
    sdkPath: '/v1',
    parameters: ['stop'],
    thinking: /^claude-(3-7|(haiku|sonnet|opus|fable|mythos)-)/,
  },
  bedrock: {
    keyVariables: ['AWS_ACCESS_KEY_ID'],
    baseUrl: 'https://bedrock-runtime.us-east-1.amazonaws.com',
    entry: { kind: 'bedrock' },
    needs: ['AWS_SECRET_ACCESS_KEY'],
    regionVariables: ['AWS_REGION', 'AWS_DEFAULT_REGION'],
    parameters: ['stop'],
    thinking: /anthropic\.claude-(3-7|(haiku|sonnet|opus|fable|mythos)-)|amazon\.nova-2/,
  },
  deepseek: compatible('deepseek', [
    ...(['temperature', 'top_p', 'stop', 'response_format'] as const),
  ]),
  google: {
    keyVariables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    entry: { kind: 'google' },
    sdkPath: '/v1beta',
    parameters: ['temperature', 'top_p', 'stop', 'seed'],
    thinking: /^gemini-(2\.5|[3-9])/,
  },
  groq: compatible('groq', [...(['temperature', 'top_p', 'stop', 'seed'] as const)]),
  mistral: compatible('mistral', [
    ...(['temperature', 'top_p', 'stop', 'response_format', 'structured_outputs'] as const),
  ]),
  openai: {
    keyVariables: ['OPENAI_API_KEY'],
    baseUrl: 'https://api.openai.com/v1',
    entry: { kind: 'openai' },
    parameters: [],
    thinking: /^(o[1-9]|gpt-[5-9])/,
  },
  xai: compatible('xai', ['temperature', 'top_p', 'seed']),
};

function compatible(preset: PresetName, parameters: readonly SupportedParameter[]): KnownProvider {
  const { baseUrl, keyVariable } = PRESETS[preset];
  invariant(baseUrl !== undefined && keyVariable !== undefined, `${preset} is at one address`);
  return {
    ...{ keyVariables: [keyVariable], baseUrl, parameters },
    entry: { kind: 'openai-compatible', preset },
  };
}
