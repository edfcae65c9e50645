/** Quotas for people: what each counts, and how much of it is used. */
import { formatBytes, formatCount, plural } from './numbers.ts';

interface QuotaUse {
  quota: string;
  unit: string;
  limit: number;
  used: number;
}

/** When some of it is free again: as jobs end, at the end of the day, as what is stored expires, or once something is erased. */
type Frees = 'ends' | 'daily' | 'expires' | 'erased';

interface QuotaWords {
  name: string;
  about: string;
  frees: Frees;
}

/** A quota that is newer than the page has its own name. */
export function wordsOfQuota(quota: string): Partial<QuotaWords> & { name: string } {
  return WORDS[quota] ?? { name: quota };
}

const WORDS: Record<string, QuotaWords> = {
  stored_outputs: {
    ...{ name: 'Stored files', frees: 'expires' },
    about: 'Logs and artifacts of compute jobs, and exports',
  },
  stored_content: {
    ...{ name: 'Stored requests and answers', frees: 'expires' },
    about: 'What runs were sent, and what they answered',
  },
  stored_spans: {
    ...{ name: 'Stored spans', frees: 'expires' },
    about: 'Traces that your programs sent',
  },
  spans: { name: 'Spans sent today', about: 'Their number', frees: 'daily' },
  span_bytes: { name: 'Span data sent today', about: 'Their bytes', frees: 'daily' },
  received_bytes: {
    ...{ name: 'Requests sent today', frees: 'daily' },
    about: 'Bytes of their bodies',
  },
  downloaded_bytes: {
    ...{ name: 'Downloads today', frees: 'daily' },
    about: 'Artifacts, logs, exports and lists as files',
  },
  compute_cpu: {
    ...{ name: 'Processors in use', frees: 'ends' },
    about: 'Of compute jobs that have not ended',
  },
  compute_memory: {
    ...{ name: 'Memory in use', frees: 'ends' },
    about: 'Of compute jobs that have not ended',
  },
  customers: {
    ...{ name: 'Customers made ahead', frees: 'erased' },
    about: 'Without those that appeared with a run',
  },
};

/** `70 MiB of 10 GiB`, `2.5 of 256 processors`. */
export function formatQuotaUse({ unit, used, limit }: QuotaUse): string {
  return `${formatUsed(unit, used)} of ${formatLimit(unit, limit)}`;
}

/** `10 GiB`, `256 processors`. */
export function formatQuotaLimit(quota: string, limit: number): string {
  return formatLimit(UNITS[quota] ?? 'bytes', limit);
}

/** Of the quotas that are not in bytes. */
const UNITS: Record<string, string> = {
  spans: 'spans',
  compute_cpu: 'cpu_millis',
  compute_memory: 'mebibytes',
  customers: 'customers',
};

function formatUsed(unit: string, used: number): string {
  switch (unit) {
    case 'bytes':
      return formatBytes(used);
    case 'mebibytes':
      return formatBytes(used * MEBIBYTE);
    case 'cpu_millis':
      return formatCount(used / 1_000);
    default:
      return formatCount(used);
  }
}

function formatLimit(unit: string, limit: number): string {
  if (unit === 'cpu_millis') return plural(limit / 1_000, 'processor');
  if (unit === 'customers') return plural(limit, 'customer');
  return unit === 'spans' ? plural(limit, 'span') : formatUsed(unit, limit);
}

const MEBIBYTE = 1_048_576;
const NEAR_PERCENT = 80;

/** `none` if the workspace may have nothing of it at all. */
export type QuotaLevel = 'none' | 'free' | 'near' | 'full';

export function levelOfQuota({ used, limit }: Pick<QuotaUse, 'used' | 'limit'>): QuotaLevel {
  if (limit === 0) return 'none';
  if (used >= limit) return 'full';
  return used >= (limit / 100) * NEAR_PERCENT ? 'near' : 'free';
}
