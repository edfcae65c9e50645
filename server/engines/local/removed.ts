/**
 * The ids of jobs that are used up, so that a start which was on its way is refused: empty folders, in one for each day.
 * They are not among the jobs, so that who looks through the jobs does not go through all that have ever been there.
 */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsence, isThere } from './job-folder.ts';

const DAY_MS = 86_400_000;
/** No start of a job comes later than that. */
const REMEMBERED_DAYS = 2;

/** Its folder goes in one step: nobody ever sees a part of it, such as an order without its keeper. */
export async function moveToRemoved(root: string, jobId: string): Promise<void> {
  const day = join(folderIn(root), String(today()));
  await mkdir(day, { recursive: true });
  const moved = join(day, jobId);
  await rename(join(root, jobId), moved);
  for (const name of await readdir(moved)) {
    await rm(join(moved, name), { recursive: true, force: true });
  }
}

export async function isRemoved(root: string, jobId: string): Promise<boolean> {
  const days = await daysIn(root);
  const found = await Promise.all(days.map((day) => isThere(join(folderIn(root), day, jobId))));
  return found.includes(true);
}

export async function forgetRemoved(root: string): Promise<void> {
  for (const day of await daysIn(root)) {
    if (today() - Number(day) <= REMEMBERED_DAYS) continue;
    await rm(join(folderIn(root), day), { recursive: true, force: true });
  }
}

function folderIn(root: string): string {
  return join(root, '.removed');
}

function today(): number {
  return Math.floor(Date.now() / DAY_MS);
}

async function daysIn(root: string): Promise<string[]> {
  return readdir(folderIn(root)).catch((error: unknown) => {
    if (isAbsence(error)) return [];
    throw error;
  });
}
