export { connectionOf, isHere } from './connection.ts';
export { DockerEngine } from './engine.ts';
export { type DockerEngineOptions, dockerOptions } from './options.ts';
