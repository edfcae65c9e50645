export { DockerEngine } from './engine.ts';
export { type DockerEngineOptions, dockerConnection, dockerOptions } from './options.ts';
