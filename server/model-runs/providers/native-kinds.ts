/**
 * The kinds of providers with an API of their own that a models file may name, and what their APIs cannot do for any
 * model. A file that promises more is refused at the start, and a request that asks for more before it costs anything.
 */
import type { InputModality, Lack, SupportedParameter } from './model-provider.ts';
import type { Adapter } from './native.ts';

/** What an API cannot do. */
export interface Abilities {
  /** Parameters that no model takes by it. */
  without: readonly SupportedParameter[];
  inputs: readonly InputModality[];
  lacks: readonly Lack[];
}

export interface NativeKind extends Abilities {
  /** Its address, if there is one for everybody. */
  baseUrl?: string;
  /** What its chat completions cannot do, if a model may be reached by them. */
  chat?: Abilities;
  /** Whether addresses may have a version. */
  versions?: true;
  /** Whether it is in regions, and its requests are signed. */
  regions?: true;
  /** Whether its keys may be access tokens instead. */
  tokens: boolean;
  /** Loads the adapter: a process has the code of the providers that it uses. */
  load(): Promise<Adapter>;
}

const RESPONSES: Abilities = {
  without: ['stop', 'seed'],
  inputs: ['text', 'image', 'file'],
  lacks: [],
};

const CHAT: Abilities = { without: [], inputs: ['text', 'image', 'file', 'audio'], lacks: [] };

export const NATIVE_KINDS = {
  anthropic: {
    baseUrl: 'https://api.anthropic.com/v1',
    without: ['seed', 'response_format'],
    inputs: ['text', 'image', 'file'],
    lacks: ['image_detail', 'other_encodings'],
    tokens: false,
    load: async () => (await import('./anthropic/index.ts')).ANTHROPIC,
  },
  google: {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    without: [],
    inputs: ['text', 'image', 'file', 'audio'],
    lacks: ['image_url', 'image_detail', 'serial_calls'],
    tokens: true,
    load: async () => (await import('./google/index.ts')).GOOGLE,
  },
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    ...RESPONSES,
    chat: CHAT,
    tokens: false,
    load: async () => (await import('./openai/index.ts')).OPENAI,
  },
  'azure-openai': {
    ...RESPONSES,
    chat: CHAT,
    tokens: true,
    versions: true,
    load: async () => (await import('./openai/index.ts')).AZURE_OPENAI,
  },
  bedrock: {
    without: ['seed', 'response_format'],
    inputs: ['text', 'image', 'file'],
    lacks: ['image_url', 'image_detail', 'serial_calls', 'tool_choice_none', 'other_encodings'],
    tokens: false,
    regions: true,
    load: async () => (await import('./bedrock/index.ts')).BEDROCK,
  },
} as const satisfies Record<string, NativeKind>;

export type NativeKindName = keyof typeof NATIVE_KINDS;

export const NATIVE_KIND_NAMES = Object.keys(NATIVE_KINDS) as NativeKindName[];
