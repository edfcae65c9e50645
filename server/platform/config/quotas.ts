/** What one workspace may store, send in a day and have in use at once, unless `quotas set` says otherwise. */
import { integer, price } from './schemas.ts';
import type { Variable } from './variable.ts';

const GIB = 1_073_741_824;
const MOST_BYTES = Number.MAX_SAFE_INTEGER;

export const QUOTA_VARIABLES = {
  MAX_STORED_OUTPUT_BYTES: {
    schema: integer(10 * GIB, 0, MOST_BYTES),
    about:
      'Bytes of logs and artifacts of jobs that a workspace may store; beyond it, it creates no job.',
  },
  OUTPUT_RETENTION_DAYS: {
    schema: integer(30, 1, 36_500),
    about: 'Days that logs and artifacts of jobs are kept at most; a workspace may set fewer.',
  },
  MAX_STORED_CONTENT_BYTES: {
    schema: integer(100 * GIB, 0, MOST_BYTES),
    about: 'Bytes of requests and answers of runs that it may store; beyond it, it creates no run.',
  },
  MAX_STORED_SPAN_BYTES: {
    schema: integer(20 * GIB, 0, MOST_BYTES),
    about: 'Bytes of spans that its programs sent that it may store; beyond it, they are refused.',
  },
  MAX_SPANS_PER_DAY: {
    schema: integer(1_000_000, 0, 9_999_999_999),
    about: 'Spans that the programs of one workspace may send in a day of UTC.',
  },
  MAX_SPAN_BYTES_PER_DAY: {
    schema: integer(2 * GIB, 0, MOST_BYTES),
    about: 'Bytes of these spans.',
  },
  MAX_RECEIVED_BYTES_PER_DAY: {
    schema: integer(20 * GIB, 0, MOST_BYTES),
    about:
      'Bytes of request bodies of one workspace in a day of UTC; beyond it, it creates no run and sends no spans.',
  },
  MAX_DOWNLOADED_BYTES_PER_DAY: {
    schema: integer(100 * GIB, 0, MOST_BYTES),
    about:
      'Bytes of artifacts, logs, exports and lists as files that one workspace may download in a day of UTC; beyond it, no download begins.',
  },
  MAX_COMPUTE_CPU_MILLIS: {
    schema: integer(256_000, 0, 9_999_999_999),
    about:
      'Thousandths of processors that the jobs of one workspace which have not ended may have together.',
  },
  MAX_COMPUTE_MEMORY_MB: {
    schema: integer(131_072, 0, 9_999_999_999),
    about: 'Mebibytes of memory that they may have together.',
  },
  STORAGE_PRICE_PER_GB_DAY: {
    schema: price(1_000).optional(),
    about:
      'US dollars for a day of 10^9 stored bytes of outputs, content and spans, such as 0.003; without it they cost nothing.',
  },
} satisfies Record<string, Variable>;
