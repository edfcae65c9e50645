/** The interface of the providers: their constructors, the registry, and the port that all of them implement. */

import type { Registry as RegistryOf } from '../../providers/registry.ts';
import type { Provider } from './model-provider.ts';

export { createRegistry } from '../../providers/registry.ts';
export { base64Of, isDataUrl, joinedTexts, MODALITIES, partsOf, textsOf } from './content-parts.ts';
export { createKeyRing, type KeyRing, type ProviderKey } from './key-ring.ts';
export * from './model-provider.ts';
export { type Adapter, createNativeProvider, type NativeOptions } from './native/index.ts';
export {
  createOpenAiCompatibleProvider,
  type OpenAiCompatibleOptions,
} from './openai-compatible/index.ts';
export {
  checkOpenRouterRequest,
  createOpenRouterProvider,
  fetchOpenRouterCatalog,
  type OpenRouterCatalog,
  type OpenRouterOptions,
} from './openrouter/index.ts';
export type Registry = RegistryOf<Provider>;
