export { createOpenAiCompatibleProvider, type OpenAiCompatibleOptions } from './provider.ts';
