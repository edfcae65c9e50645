/**
 * The kinds of runs, as every part of the service knows them: by name. What a kind does is behind
 * `runs/edges/index.ts`; no other file outside the folder of a kind says its names.
 */

import { COMPUTE_JOBS } from './compute-jobs/kind.ts';
import { MODEL_RUNS } from './model-runs/kind.ts';
import { type IdPrefix, idToUuid, uuidToId } from './platform/lib/ids.ts';
import { TOOL_RUNS } from './tool-runs/kind.ts';

export interface KindNames {
  /** In the tables, in messages, and the first part of the names of its queues: lower case and underscores. */
  kind: string;
  idPrefix: IdPrefix;
  /** What its runs are of: a filter of lists, a dimension of metrics, a column of exports, an option of commands. */
  subject: string;
  /** The help of that option. */
  ofSubject: string;
  /** The path of its runs below `/v1/developer`. */
  path: string;
  /** Its word on the command line. */
  command: string;
  /** What a key needs to create runs. */
  scope: `${string}:run`;
  /** What people without it cannot do. */
  act: string;
  /** What the form of a key says of its scopes: the category, and what reading and creating runs is. */
  category: { title: string; description: string };
  reads: string;
  creates: string;
  /** The quota of what its runs store besides their content. */
  stores?: 'stored_outputs';
  /** Whether its runs take of the room of machines. */
  takesRoom?: boolean;
  /** The operations of the developer API; `batch` if it creates many runs in one request. */
  operations: {
    limits: string;
    estimate: string;
    create: string;
    list: string;
    get: string;
    cancel: string;
    batch?: string;
  };
  /**
   * Its operations in the dashboard's API, and the path of its runs there, with its parameter. `create` if people can write
   * a request there, `repeat` if they can repeat one, and `file` if a list can be downloaded.
   */
  pages: {
    path: string;
    id: string;
    list: string;
    get: string;
    lookUp: string;
    cancel: string;
    create?: string;
    repeat?: string;
    file?: string;
  };
}

/** In the order in which answers and texts name them. Tests add a kind of their own. */
export const KINDS: KindNames[] = [MODEL_RUNS, TOOL_RUNS, COMPUTE_JOBS];

/** The public identifier of a run of this kind. */
export function runIdOf(kind: string | null, uuid: string): string {
  // An entry of spoiled books may name a run that does not exist.
  return uuidToId(KINDS.find((each) => each.kind === kind)?.idPrefix ?? 'run', uuid);
}

/** The kind of the run with this id, or undefined if the text does not begin like a run id. */
export function kindOfId(id: string): KindNames | undefined {
  return KINDS.find(({ idPrefix }) => id.startsWith(`${idPrefix}_`));
}

/** The UUID of a run of any kind, or undefined if the text is not a run id. */
export function runUuidOf(id: string): string | undefined {
  const prefix = kindOfId(id)?.idPrefix;
  return prefix === undefined ? undefined : idToUuid(prefix, id);
}
