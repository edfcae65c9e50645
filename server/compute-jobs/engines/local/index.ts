export { createLocalEngine, type LocalEngineOptions } from './engine.ts';
export type { Exit, ExitFacts, KeptJob, KeptOrder, Launch, LocalRuntime } from './runtime.ts';
