/**
 * JavaScript in QuickJS, compiled to WebAssembly, in a process with limits: the code sees no host, no network and no
 * file of the machine. The engine needs no privileges and no installation.
 */
import type { ComputeEngine } from '../engine.ts';
import { createLocalEngine } from '../local/index.ts';
import type { Machine } from '../machine/index.ts';
import { createJavascriptRuntime } from './runtime.ts';

export function createJavascriptEngine(options: {
  root: string;
  machine: Machine;
}): Promise<ComputeEngine> {
  const keeper = new URL('./keeper.ts', import.meta.url);
  return createLocalEngine({ ...options, runtime: createJavascriptRuntime(), keeper });
}
