/**
 * The folder of a job, and what its files say:
 *
 *   order.json     what is to be done; the folder appears with it, in one step
 *   work/, stdin   the working directory and the input of the code
 *   keeper.json    the process that keeps the job; who writes it first is the only one
 *   launched       the keeper is about to launch the code: without it nothing ran
 *   process.json   the process that was launched
 *   started.json   when the code began
 *   stdout, stderr what the code wrote, as far as it is kept; `truncated` says that it wrote more
 *   cancel         somebody wants the job to end
 *   artifacts/     the files that are kept, by their place in ending.json
 *   ending.json    how it ended; written last, in one step
 */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { JobEnding, JobOrder, LogSizes } from '../engine.ts';
import type { KeptOrder } from './runtime.ts';

export type KeptEnding =
  | { kind: 'ended'; ending: Omit<JobEnding, 'startedAt' | 'endedAt'> & EndingTimes }
  | { kind: 'never_started'; reason: string; fault?: string };

interface EndingTimes {
  startedAt: string;
  endedAt: string;
}

/** Where programs of jobs cache their compiled code: reading it takes half of the memory, and less time. */
export function compiledIn(root: string): string {
  return join(root, '.compiled');
}

/** Whether this order created the folder; false if the id is taken. */
export async function makeFolder(
  root: string,
  order: JobOrder,
  settings: unknown,
): Promise<boolean> {
  const { stdin, files, ...kept } = order;
  const made = join(root, '.new', `${order.jobId}.${randomUUID()}`);
  const work = join(made, 'work');
  await mkdir(work, { recursive: true });
  try {
    for (const { path, content } of files) {
      const file = join(work, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    await writeFile(join(made, 'stdin'), stdin ?? new Uint8Array());
    const text: KeptOrder = { ...kept, files: files.map(({ path }) => path), settings };
    await writeFile(join(made, 'order.json'), JSON.stringify(text));
    return await renameNew(made, join(root, order.jobId));
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/** Creates a folder of this id that says from the start that nothing will ever run; false if the id is taken. */
export async function makeCancelled(root: string, jobId: string, reason: string): Promise<boolean> {
  const made = join(root, '.new', `${jobId}.${randomUUID()}`);
  await mkdir(made, { recursive: true });
  try {
    const ending: KeptEnding = { kind: 'never_started', reason };
    await writeFile(join(made, 'ending.json'), JSON.stringify(ending));
    return await renameNew(made, join(root, jobId));
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/** The target always has files, so a rename never replaces an existing folder. */
async function renameNew(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) return false;
    throw error;
  }
}

/** Whether this process is the first to write the file: with its whole content, or not at all. */
export async function writeFirst(path: string, value: unknown): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(value));
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Survives a crash of the machine: the content is on disk before the name. */
export async function writeWhole(path: string, value: unknown): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'wx');
  try {
    await file.writeFile(JSON.stringify(value));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
}

/** Undefined if there is no such file. */
export async function readJson<T>(path: string): Promise<T | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isAbsence(error)) return undefined;
    throw error;
  });
  return text === undefined ? undefined : (JSON.parse(text) as T);
}

export async function isThere(path: string): Promise<boolean> {
  return (await sizeOf(path)) !== undefined;
}

export async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}

export async function logSizesOf(folder: string): Promise<LogSizes> {
  return {
    stdoutBytes: (await sizeOf(join(folder, 'stdout'))) ?? 0,
    stderrBytes: (await sizeOf(join(folder, 'stderr'))) ?? 0,
    truncated: await isThere(join(folder, 'truncated')),
  };
}

export function isAbsence(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '');
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
