/**
 * The kinds of providers with an API of their own that a models file may name, and what their APIs cannot do for any
 * model. A file that promises more is refused at the start, and a request that asks for more before it costs anything.
 */
import type { InputModality, Lack, SupportedParameter } from './model-provider.ts';
import type { Adapter } from './native/index.ts';

export interface NativeKind {
  /** Its address, if there is one for everybody. */
  baseUrl?: string;
  /** Parameters that no model of it takes. */
  without: readonly SupportedParameter[];
  inputs: readonly InputModality[];
  lacks: readonly Lack[];
  /** Loads the adapter: a process has the code of the providers that it uses. */
  load(): Promise<Adapter>;
}

export const NATIVE_KINDS = {
  anthropic: {
    baseUrl: 'https://api.anthropic.com/v1',
    without: ['seed', 'response_format'],
    inputs: ['text', 'image', 'file'],
    lacks: ['image_detail'],
    load: async () => (await import('./anthropic/index.ts')).ANTHROPIC,
  },
} as const satisfies Record<string, NativeKind>;

export type NativeKindName = keyof typeof NATIVE_KINDS;

export const NATIVE_KIND_NAMES = Object.keys(NATIVE_KINDS) as NativeKindName[];
