/**
 * JavaScript in QuickJS, compiled to WebAssembly, in a process with limits: the code sees no host, no network and no
 * file of the machine. The engine needs no privileges and no installation.
 */
import type { ComputeEngine } from '../engine.ts';
import { sweepGroups } from '../local/cgroups.ts';
import { createLocalEngine } from '../local/index.ts';
import type { Machine } from '../machine.ts';
import { createJavascriptRuntime, type JavascriptSettings } from './runtime.ts';

export async function createJavascriptEngine({
  groups = true,
  ...options
}: {
  root: string;
  machine: Machine;
  /** Whether cgroups limit the code where they can; otherwise the keepers do. Default: yes. */
  groups?: boolean;
}): Promise<ComputeEngine> {
  await sweepGroups();
  const settings: JavascriptSettings = { groups };
  return createLocalEngine({
    ...{ ...options, settings, runtime: createJavascriptRuntime() },
    keeper: new URL('./keeper.ts', import.meta.url),
  });
}
