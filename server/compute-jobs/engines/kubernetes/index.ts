export { KubernetesEngine } from './engine.ts';
export { type KubernetesEngineOptions, kubernetesOptions } from './options.ts';
