export { fetchOpenRouterCatalog, type OpenRouterCatalog } from './catalog.ts';
export { createOpenRouterProvider, type OpenRouterOptions } from './provider.ts';
export { checkOpenRouterRequest } from './wire-schema.ts';
