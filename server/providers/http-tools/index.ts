/** Tools that are services with an HTTP address. */
export { createHttpToolsProvider, type HttpTool, type HttpToolsOptions } from './provider.ts';
