/**
 * The ids of used-up jobs, so that the engine refuses a start that was in progress: empty folders, in one folder per
 * day. They are not among the jobs, so a scan of the jobs does not read all that ever existed. A folder that is not
 * empty yet is in a separate folder, where the engine finds what an interrupted removal left.
 */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsence, isThere } from './job-folder.ts';

const DAY_MS = 86_400_000;
/** No start of a job comes later than that. */
const REMEMBERED_DAYS = 2;

/**
 * Removes its folder in one step: nobody ever sees a part of it, such as an order without its keeper. A repeat
 * continues an interrupted removal.
 */
export async function moveToRemoved(root: string, jobId: string): Promise<void> {
  await mkdir(removingIn(root), { recursive: true });
  await rename(join(root, jobId), join(removingIn(root), jobId)).catch(unlessAbsent);
  await empty(root, jobId);
}

async function empty(root: string, jobId: string): Promise<void> {
  const folder = join(removingIn(root), jobId);
  for (const name of await namesIn(folder)) {
    await rm(join(folder, name), { recursive: true, force: true });
  }
  const day = join(removedIn(root), String(today()));
  await mkdir(day, { recursive: true });
  await rename(folder, join(day, jobId)).catch(unlessAbsent);
}

export async function isRemoved(root: string, jobId: string): Promise<boolean> {
  const days = await namesIn(removedIn(root));
  const folders = [removingIn(root), ...days.map((day) => join(removedIn(root), day))];
  const found = await Promise.all(folders.map((folder) => isThere(join(folder, jobId))));
  return found.includes(true);
}

/** Finishes interrupted removals, and forgets old ids. */
export async function tidyRemoved(root: string): Promise<void> {
  for (const jobId of await namesIn(removingIn(root))) await empty(root, jobId);
  for (const day of await namesIn(removedIn(root))) {
    if (today() - Number(day) <= REMEMBERED_DAYS) continue;
    await rm(join(removedIn(root), day), { recursive: true, force: true });
  }
}

function removingIn(root: string): string {
  return join(root, '.removing');
}

function removedIn(root: string): string {
  return join(root, '.removed');
}

function today(): number {
  return Math.floor(Date.now() / DAY_MS);
}

/** Empty if there is no such folder. */
async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(unlessAbsent)) ?? [];
}

function unlessAbsent(error: unknown): undefined {
  if (!isAbsence(error)) throw error;
}
