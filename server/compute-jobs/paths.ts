/** Paths of input files and of files to keep: relative, inside the working directory, and not too many. */
import type { CreateComputeJobRequest } from './request.ts';

/** File systems allow no longer name. */
const MOST_BYTES_OF_NAME = 255;
/** A short path can name hundreds of folders, and creating or checking each takes as long as a file. */
const MOST_NAMES = 64;
const MOST_FOLDERS = 1_000;

interface PathFault {
  pointer: string;
  detail: string;
}

export function pathFault({
  files = [],
  outputs = [],
}: Pick<CreateComputeJobRequest, 'files' | 'outputs'>): PathFault | undefined {
  const paths = files.map(({ path }) => path);
  return (
    faultOfOne(paths, (i) => `#/files/${i}/path`) ??
    faultOfOne(outputs, (i) => `#/outputs/${i}`) ??
    faultOfAll(paths, outputs)
  );
}

function faultOfOne(
  paths: readonly string[],
  pointerTo: (i: number) => string,
): PathFault | undefined {
  for (const [i, path] of paths.entries()) {
    if (LEADS_OUT.test(path)) {
      const detail = 'A path is relative and stays inside the working directory.';
      return { pointer: pointerTo(i), detail };
    }
    const names = path.split('/');
    if (names.length > MOST_NAMES) {
      return { pointer: pointerTo(i), detail: `A path has at most ${MOST_NAMES} names.` };
    }
    if (names.some((name) => Buffer.byteLength(name) > MOST_BYTES_OF_NAME)) {
      const detail = `The name of a file or a folder has at most ${MOST_BYTES_OF_NAME} bytes.`;
      return { pointer: pointerTo(i), detail };
    }
  }
  return undefined;
}

/** A name that is empty or consists of dots only. */
const LEADS_OUT = /(?:^|\/)\.{0,2}(?:\/|$)/;

function faultOfAll(files: readonly string[], outputs: readonly string[]): PathFault | undefined {
  const sorted = sortedPaths(files);
  const taken = takenPath(sorted);
  if (taken !== undefined) {
    return { pointer: `#/files/${taken}/path`, detail: 'Two files are in each other’s place.' };
  }
  const detail = `The files are in more than ${MOST_FOLDERS} folders.`;
  if (foldersOf(sorted) > MOST_FOLDERS) return { pointer: '#/files', detail };
  if (foldersOf(sortedPaths(outputs)) > MOST_FOLDERS) return { pointer: '#/outputs', detail };
  return undefined;
}

interface SortedPath {
  /** The index of the path in the request. */
  i: number;
  /** The names of the path, each ended by a character that sorts before any in a name. */
  key: string;
}

/** Puts the contents of a path after it, and each path after the one that shares most folders with it. */
function sortedPaths(paths: readonly string[]): SortedPath[] {
  const entries = paths.map((path, i) => ({ i, key: `${path.replaceAll('/', END)}${END}` }));
  return entries.sort((a, b) => Number(a.key > b.key) - Number(a.key < b.key));
}

const END = '\0';

/** The path that equals another one, or that has another one as a folder. */
function takenPath(sorted: readonly SortedPath[]): number | undefined {
  const at = sorted.findIndex(({ key }, n) => sorted[n + 1]?.key.startsWith(key));
  return at < 0 ? undefined : Math.max(sorted[at]!.i, sorted[at + 1]!.i);
}

function foldersOf(sorted: readonly SortedPath[]): number {
  return sorted.reduce((sum, { key }, n) => sum + newFolders(key, sorted[n - 1]?.key ?? ''), 0);
}

/** How many folders of a path are not in the previous path. */
function newFolders(key: string, before: string): number {
  let at = 0;
  while (at < key.length && key[at] === before[at]) at++;
  // A folder with a longer name that begins alike is another one.
  let folders = -1;
  for (let end = key.indexOf(END, at); end >= 0; end = key.indexOf(END, end + 1)) folders++;
  return Math.max(0, folders);
}
