/** Tools that are services with an HTTP address. */
export type { HttpTool, HttpToolsOptions } from './options.ts';
export { createHttpToolsProvider } from './provider.ts';
