/** What a workspace may store, send and download in a day and have in use at once: every quota is described here, once. */

import { KINDS } from '../kinds.ts';
import { Problem } from '../platform/lib/problem.ts';

interface Description {
  unit: 'bytes' | 'spans' | 'cpu_millis' | 'mebibytes' | 'customers';
  /** What is counted, as the subject of a sentence with how much there is. */
  about: string;
  /** When it becomes free: once it expires, at the end of the day, as soon as jobs end, or once something is erased. */
  frees: 'expires' | 'daily' | 'ends' | 'erased';
}

const day = { frees: 'daily' } as const;

/** In the order in which they are shown. */
export const QUOTAS = {
  stored_outputs: {
    ...{ unit: 'bytes', frees: 'expires' },
    about: 'bytes of logs and artifacts of jobs, and of exports, are stored',
  },
  stored_content: {
    ...{ unit: 'bytes', frees: 'expires' },
    about: 'bytes of requests and answers of runs are stored',
  },
  stored_spans: {
    ...{ unit: 'bytes', frees: 'expires' },
    about: 'bytes of spans that programs sent are stored',
  },
  spans: { ...day, unit: 'spans', about: 'spans were sent today, in UTC' },
  span_bytes: { ...day, unit: 'bytes', about: 'bytes of spans were sent today, in UTC' },
  received_bytes: { ...day, unit: 'bytes', about: 'bytes of requests were sent today, in UTC' },
  downloaded_bytes: {
    ...day,
    unit: 'bytes',
    about: 'bytes of files were downloaded today, in UTC',
  },
  compute_cpu: {
    ...{ unit: 'cpu_millis', frees: 'ends' },
    about: 'thousandths of processors are in use by jobs that have not ended',
  },
  compute_memory: {
    ...{ unit: 'mebibytes', frees: 'ends' },
    about: 'mebibytes of memory are in use by jobs that have not ended',
  },
  customers: {
    ...{ unit: 'customers', frees: 'erased' },
    about: 'customers were made ahead',
  },
} as const satisfies Record<string, Description>;

export type QuotaName = keyof typeof QUOTAS;
export const QUOTA_NAMES = Object.keys(QUOTAS) as QuotaName[];
/** What no request counts by itself: a process knows what is used up from the database, a few seconds late. */
export type StoredName = 'stored_outputs' | 'stored_content' | 'stored_spans';

/** What applies to a workspace for which the operator has set nothing else. */
export type QuotaDefaults = Readonly<Record<QuotaName, number>>;

export interface UsedQuota {
  quota: QuotaName;
  limit: number;
  used: number;
  /** How much more the request would use, if that is known. */
  requested?: number;
  /** When some of it becomes free by itself. */
  freesAt?: Date | undefined;
  /** If the limit and the use are of a part of the quota: what is counted, and what the limit is. */
  part?: { about: string; bound: string };
}

const DAY_MS = 86_400_000;
/** The operator may raise a quota, or somebody may erase something, at any time. */
const ASK_AGAIN_SECONDS = 3_600;

export function endOfDay(): Date {
  const now = Date.now();
  return new Date(now - (now % DAY_MS) + DAY_MS);
}

export function quotaExceeded(
  { quota, limit, used, requested, freesAt, part }: UsedQuota,
  code: 'quota_exceeded' | 'ingest_quota_exceeded' = 'quota_exceeded',
): Problem {
  const { frees } = QUOTAS[quota];
  const { about, bound } = part ?? { about: QUOTAS[quota].about, bound: `its quota ${quota}` };
  const wanted = requested === undefined ? '' : `, and the request needs ${requested} more`;
  const free = freesAt ? ` Some of it is free again at ${freesAt.toISOString()}.` : '';
  const detail = `In the workspace, ${used} ${about}${wanted}; ${bound} is ${limit}.${free}`;
  const left = freesAt && Math.ceil((freesAt.getTime() - Date.now()) / 1_000);
  const seconds = left && Math.min(Math.max(1, left), DAY_MS / 1_000);
  return new Problem(code, detail, {
    retryAfterSeconds: seconds ?? (frees === 'ends' ? 1 : ASK_AGAIN_SECONDS),
    members: {
      ...{ quota, limit, used },
      ...(requested !== undefined && { requested }),
      ...(freesAt && { freesAt: freesAt.toISOString() }),
    },
  });
}

/** In SQL: the queues of the runs that take of the room of machines. */
export const QUEUES_OF_MACHINES = KINDS.filter(({ takesRoom }) => takesRoom)
  .map(({ kind }) => `'${kind}/%'`)
  .join(', ');
