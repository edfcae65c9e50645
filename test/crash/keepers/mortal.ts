/**
 * Kills its own process by SIGKILL right before the nth step that others can see: a change of a file, or the start of a
 * program. Without a number, it writes down the steps. A program must import it before anything else.
 */
import childProcess from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';

const STEPS = ['link', 'mkdir', 'open', 'rename', 'rm', 'writeFile'] as const;
/** Names that are random each time make no new step. */
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

export interface Death {
  /** The step before which the process dies; absent if it is not to die. */
  at?: number;
  /** Makes the process die only once: the next process finds this file. */
  marker: string;
  /** The file to which the process writes its steps, one per line. */
  stepsFile?: string;
}

export function beMortal({ at, marker, stepsFile }: Death): void {
  let step = 0;
  const passing = (what: string, on: unknown) => {
    step += 1;
    const name = `${what} ${basename(String(on)).replaceAll(UUID, '…')}`;
    if (stepsFile !== undefined) appendFileSync(stepsFile, `${name}\n`);
    if (step === at && isFirst(marker)) process.kill(process.pid, 'SIGKILL');
  };
  const all = fs as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of STEPS) {
    const real = all[name]!;
    all[name] = (...args) => {
      passing(name, name === 'rename' || name === 'link' ? args[1] : args[0]);
      return real(...args);
    };
  }
  const { spawn } = childProcess;
  childProcess.spawn = ((...args: Parameters<typeof spawn>) => {
    passing('spawn', args[0]);
    return spawn(...args);
  }) as typeof spawn;
  syncBuiltinESMExports();
}

function isFirst(marker: string): boolean {
  try {
    writeFileSync(marker, '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}
