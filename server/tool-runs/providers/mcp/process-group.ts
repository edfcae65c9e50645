/** The process of a server and all that it starts, in a process group of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Launch } from './launch.ts';

export function openGroup({
  file,
  args,
  env,
  cwd,
  isSandboxed,
  showsErrors,
}: Launch): ChildProcess {
  return spawn(file, args, {
    env,
    ...(cwd !== undefined && { cwd }),
    detached: true,
    stdio: [
      'pipe',
      'pipe',
      showsErrors ? 'inherit' : 'ignore',
      ...(isSandboxed ? [] : (['pipe'] as const)),
    ],
    windowsHide: true,
  });
}

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Politely first: closes its input. */
export async function endGroup(child: ChildProcess): Promise<void> {
  if (!hasEnded(child) && child.pid !== undefined) {
    const exit = once(child, 'exit');
    child.stdin?.end();
    const timer = setTimeout(() => killGroup(child), END_WITHIN_MS);
    await exit;
    clearTimeout(timer);
  }
  killGroup(child);
}

/** All processes that it has started, unless they left its group. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/** Processes that a server leaves behind end with it, and cannot keep its output open. */
export function clearUp(child: ChildProcess): void {
  killGroup(child);
  setTimeout(() => child.stdout?.destroy(), END_WITHIN_MS).unref();
}

const END_WITHIN_MS = 1_000;
