/**
 * Containers of plain Linux, without a daemon: runc, or gVisor's runsc where stronger isolation is wanted. Needs root,
 * for the limits of the kernel and for file systems of a bounded size.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ComputeEngine } from '../engine.ts';
import { createLocalEngine } from '../local/index.ts';
import type { OciSettings } from './options.ts';
import { createOciRuntime } from './runtime.ts';

export interface OciEngineOptions {
  root: string;
  maxJobs: number;
  /** The runtime, by its path. */
  program: string;
}

/** Throws where the runtime is not there, or where this process may not make containers. */
export async function createOciEngine(options: OciEngineOptions): Promise<ComputeEngine> {
  const { root, maxJobs, program } = options;
  if (process.getuid?.() !== 0) throw new Error('The engine oci needs root, on Linux.');
  const { stdout } = await promisify(execFile)(program, ['--version'], { timeout: 10_000 });
  const isGvisor = /^runsc version/m.test(stdout);
  const settings: OciSettings = { program, isGvisor };
  return createLocalEngine({
    root,
    maxJobs,
    settings,
    runtime: createOciRuntime(isGvisor ? 'gvisor' : 'container'),
    keeper: new URL('./keeper.ts', import.meta.url),
  });
}

/** The runtimes that are looked for where the operator names none, the stronger isolation first. */
export async function findRuntime(): Promise<string | undefined> {
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
