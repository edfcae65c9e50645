/**
 * Plain Linux containers without a daemon: runc, or gVisor's runsc for stronger isolation. Needs root, for the limits
 * of the kernel and for file systems of a bounded size.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ComputeEngine } from '../engine.ts';
import { sweepGroups } from '../local/cgroups.ts';
import { createLocalEngine } from '../local/index.ts';
import type { Machine } from '../machine.ts';
import type { OciSettings } from './runtime.ts';
import { createOciRuntime } from './runtime.ts';

interface OciEngineOptions {
  root: string;
  machine: Machine;
  /** The path of the runtime. Default: one found on this machine. */
  program?: string | undefined;
}

/** Throws if the runtime is missing, or if this process may not create containers. */
export async function createOciEngine(options: OciEngineOptions): Promise<ComputeEngine> {
  const { root, machine } = options;
  if (process.getuid?.() !== 0) throw new Error('The engine oci needs root, on Linux.');
  const program = options.program ?? (await findRuntime());
  if (program === undefined) {
    throw new Error('The engine oci needs runc or runsc: install one, such as the package runc.');
  }
  const isGvisor = /^runsc version/m.test(await versionOf(program));
  await sweepGroups();
  const settings: OciSettings = { program, isGvisor };
  return createLocalEngine({
    root,
    machine,
    settings,
    runtime: createOciRuntime(isGvisor ? 'gvisor' : 'container'),
    keeper: new URL('./keeper.ts', import.meta.url),
  });
}

async function versionOf(program: string): Promise<string> {
  try {
    return (await promisify(execFile)(program, ['--version'], { timeout: 10_000 })).stdout;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`The engine oci cannot execute ${program} (${code}).`);
  }
}

/** The runtimes to look for if the operator names none, the stronger isolation first. */
async function findRuntime(): Promise<string | undefined> {
  for (const name of ['runsc', 'runc']) {
    for (const folder of ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin']) {
      const program = `${folder}/${name}`;
      const isThere = await promisify(execFile)(program, ['--version'], { timeout: 10_000 }).then(
        () => true,
        () => false,
      );
      if (isThere) return program;
    }
  }
  return undefined;
}
