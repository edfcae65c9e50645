/** The interface of the providers: their constructors, the registry, and the port that all of them implement. */
import type { Registry as RegistryOf } from '../../providers/provider.ts';
import type { Provider } from './model-provider.ts';

export { createRegistry } from '../../providers/provider.ts';
export { createKeyRing, type ProviderKey } from './key-ring.ts';
export { base64Of, isDataUrl, joinedTexts, MODALITIES, partsOf, textsOf } from './message-parts.ts';
export * from './model-provider.ts';
export { createNativeProvider } from './native.ts';
export { createOpenAiCompatibleProvider } from './openai-compatible/provider.ts';
export { fetchOpenRouterCatalog, type OpenRouterCatalog } from './openrouter/catalog.ts';
export { createOpenRouterProvider } from './openrouter/provider.ts';
export { checkOpenRouterRequest } from './openrouter/wire-schema.ts';
export type Registry = RegistryOf<Provider>;
