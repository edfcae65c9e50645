/** What the service offers, the limits of runs, and how long it tries and keeps them. */
import { z } from 'zod';
import {
  clickHouseUrl,
  contentKeys,
  flag,
  integer,
  integerFrom,
  milliseconds,
  oneOf,
  pseudonymKey,
  rateStoreUrl,
  url,
} from './schemas.ts';
import type { Variable } from './variable.ts';

export const RUNS = {
  MODELS_FILE: {
    schema: z.string().min(1).optional(),
    about:
      'JSON file with providers of models, models and prices; default models.json in DATA_DIR, if it is there.',
  },
  LISTED_MODELS: {
    schema: flag.optional(),
    about:
      'Without a models file, sells the chat models of the price list of each provider whose key is in its usual variable, such as ANTHROPIC_API_KEY; default on, off in production.',
  },
  TOOLS_FILE: {
    schema: z.string().min(1).optional(),
    about: 'JSON file with servers of tools and prices; default tools.json in DATA_DIR.',
  },
  OPENROUTER_API_KEY: {
    schema: z.string().min(1).optional(),
    about: 'Turns the OpenRouter provider on; several keys, by commas, are used in turn.',
    secret: true,
  },
  OPENROUTER_BASE_URL: {
    schema: url(/^https?$/, 'https://openrouter.ai/api/v1').default('https://openrouter.ai/api/v1'),
    about: 'Where OpenRouter is reached.',
  },
  SANDBOX: {
    schema: flag.optional(),
    about: 'Runs the sandbox upstream and offers its models; default on, off in production.',
  },
  SANDBOX_PORT: {
    schema: integer(0, 0, 65_535),
    about: 'Loopback port of the sandbox; 0 takes any.',
  },
  MAX_PROMPT_CHARS: {
    schema: integer(200_000, 1, 10_000_000),
    about: 'Longest prompt, in Unicode code points.',
  },
  MAX_OUTPUT_TOKENS: {
    schema: integer(16_384, 1, 10_000_000),
    about: 'Largest maxOutputTokens that a run may ask for.',
  },
  FEE_BASIS_POINTS: {
    schema: integer(500, 0, 100_000),
    about: 'Fee on top of the provider amount; 500 is 5 %.',
  },
  COMPUTE_FILE: {
    schema: z.string().min(1).optional(),
    about:
      'JSON file with environments of compute jobs, their engines and storage; default compute.json in DATA_DIR.',
  },
  COMPUTE_DIR: {
    schema: z.string().min(1).optional(),
    about: 'Folder of the jobs of this machine; default jobs in DATA_DIR.',
  },
  COMPUTE_MAX_JOBS: {
    schema: integer(64, 0, 10_000),
    about: 'Compute jobs that run at once on this machine, whatever it could take; 0 offers none.',
  },
  COMPUTE_CPU_MILLIS: {
    schema: integerFrom(1, 1_000_000).optional(),
    about:
      'Thousandths of a processor that jobs have on this machine together; default all processors.',
  },
  COMPUTE_MEMORY_MB: {
    schema: integerFrom(1, 16_777_216).optional(),
    about:
      'Mebibytes that jobs and their processes have on this machine together; default three quarters, and never the last gibibyte.',
  },
  COMPUTE_MAX_INPUT_BYTES: {
    schema: integer(8_388_608, 1, 67_108_864),
    about: 'Bytes of source, command, input and files that a compute job may have together.',
  },
  COMPUTE_MIN_ISOLATION: {
    schema: oneOf('container', 'wasm', 'gvisor', 'vm').optional(),
    about:
      'Weakest isolation of environments that are offered; default container, in production with several workspaces gvisor.',
  },
  RATE_LIMIT_PER_MINUTE: {
    schema: integer(6_000, 1, 10_000_000),
    about: 'Requests of one key per minute, in all processes together.',
  },
  RATE_LIMIT_BYTES_PER_MINUTE: {
    schema: integer(134_217_728, 1, 9_999_999_999),
    about: 'Bytes of their bodies; never less than the largest body.',
  },
  RATE_LIMIT_URL: {
    schema: rateStoreUrl.optional(),
    about:
      'Valkey or Redis for the windows of these limits; without it they are in PostgreSQL. It must not evict keys.',
    secret: true,
  },
  BODY_BYTES_IN_FLIGHT: {
    schema: integer(268_435_456, 1, 9_999_999_999),
    about:
      'Bytes of request bodies in memory at once per process; two thirds for one workspace alone, which hold at least the largest body.',
  },
  MAX_DOWNLOADS: {
    schema: integer(64, 1, 100_000),
    about:
      'Downloads under way at once per process: artifacts, logs, exports and lists as files. One beyond gets 503.',
  },
  MAX_DOWNLOADS_PER_WORKSPACE: {
    schema: integer(8, 1, 100_000),
    about:
      'Those of one workspace, per process, at most half of `MAX_DOWNLOADS` unless 1. One beyond gets 429.',
  },
  DOWNLOAD_BYTES_IN_MEMORY: {
    schema: integer(67_108_864, 1, 9_999_999_999),
    about:
      'Bytes that downloads hold in memory per process beyond which no other begins; half of it for one workspace.',
  },
  DOWNLOAD_STALL_MS: {
    schema: milliseconds(60_000),
    about: 'The connection is cut if a download takes less than 64 KiB in this time.',
  },
  SHED_EVENT_LOOP_DELAY_MS: {
    schema: milliseconds(500),
    about:
      'A process whose timers are so late on average refuses new work with 503, and reads at three times that.',
  },
  SHED_POOL_WAIT_MS: {
    schema: milliseconds(5_000),
    about: 'The same while a call has waited for a connection to PostgreSQL for so long.',
  },
  SHED_MEMORY_BYTES: {
    schema: integerFrom(1, 9_999_999_999).optional(),
    about:
      'The same while a process takes so many bytes of memory; default 90 % of what the container gives each process.',
  },
  CANCEL_LOSS_LIMIT: {
    schema: integer(1_000_000_000, 0, 9_007_199_254_740_991),
    about:
      'Most that a workspace may make you lose within a day by cancelling runs, in 10^-9 US dollars; beyond it a cancelled run waits for its answer.',
  },
  WEBHOOK_PRIVATE_NETWORKS: {
    schema: flag.optional(),
    about:
      'Whether webhook endpoints may be at private addresses and without TLS; default on, off in production.',
  },
  WEBHOOK_DISABLE_AFTER_MS: {
    schema: integer(432_000_000, 1, 31_536_000_000),
    about: 'How long a webhook endpoint may fail before it is disabled.',
  },
  SPAN_RETENTION_DAYS: {
    // A read locks the partition of each day, and PostgreSQL has room for a limited number of locks.
    schema: integer(30, 1, 180),
    about: 'Days that spans which programs sent are kept; spans of runs stay as long as the runs.',
  },
  CONTENT_RETENTION_DAYS: {
    schema: integerFrom(1, 36_500).optional(),
    about:
      'Days that what was asked and answered is kept at most; a workspace may set fewer. Without it a workspace may keep it for good.',
  },
  CONTENT_KEYS: {
    schema: contentKeys.optional(),
    about:
      'Keys that content is encrypted with in the database: id:base64 of 32 bytes, by commas, the current one first. Without them it is plain text there.',
    secret: true,
  },
  CONTENT_ENCRYPTION: {
    schema: flag.optional(),
    about:
      'Whether content is encrypted as it is saved; default on where there are CONTENT_KEYS. Off: what is encrypted is still read.',
  },
  PSEUDONYM_KEY: {
    schema: pseudonymKey.optional(),
    about:
      'The 64 hexadecimal digits behind the pseudonyms that providers get; default those of pseudonym.key in DATA_DIR.',
    secret: true,
  },
  BROADCAST_PRIVATE_NETWORKS: {
    schema: flag.optional(),
    about:
      'Whether spans may be broadcast to private addresses and without TLS; default on, off in production.',
  },
  BROADCAST_GIVE_UP_AFTER_MS: {
    schema: milliseconds(86_400_000),
    about: 'How long a span waits for a destination that fails, before it is given up.',
  },
  BROADCAST_DISABLE_AFTER_MS: {
    schema: integer(432_000_000, 1, 2_592_000_000),
    about: 'How long a destination of spans may fail before it is disabled.',
  },
  CLICKHOUSE_URL: {
    schema: clickHouseUrl.optional(),
    about:
      'ClickHouse for the spans that programs send, with its database as the path; without it they are in PostgreSQL. All else always is.',
    secret: true,
  },
  MAX_PENDING_RUNS: {
    schema: integer(1_000, 1, 1_000_000),
    about: 'Runs of one workspace that may be pending at once.',
  },
  MAX_IN_FLIGHT: {
    schema: integer(256, 1, 10_000),
    about:
      'Submissions under way at once per provider, in all processes together; two thirds for one workspace alone.',
  },
  ANSWER_BYTES_IN_FLIGHT: {
    schema: integer(268_435_456, 1, 9_999_999_999),
    about:
      'Bytes of answers in memory at once per process, of all providers; beyond it the largest is ended.',
  },
  CLAIM_ON_CREATE: {
    schema: flag.default(true),
    about: 'Whether a process claims a run as it creates it, where it has room to carry it out.',
  },
  SERVE_CARRIES_OUT: {
    schema: flag.default(false),
    about:
      'Whether serve carries out the runs that it creates, where it has room; work does the rest.',
  },
  LEASE_MS: {
    schema: milliseconds(20_000, 100),
    about: 'A worker silent for so long is dead; its runs are reconciled.',
  },
  SWEEP_INTERVAL_MS: { schema: milliseconds(1_000, 20), about: 'Pause between two sweeps.' },
  REFUSE_CREATES_AFTER_MS: {
    schema: milliseconds(60_000, 0),
    about:
      'How long runs are still created while none may be claimed, because a promoted database may have lost commits; after that, and at once in a database that is provably stale, a create is 503, and holds nothing.',
  },
  RUN_DEADLINE_MS: {
    schema: milliseconds(600_000),
    about: 'A run not sent by then fails with run_expired.',
  },
  CONNECT_TIMEOUT_MS: {
    schema: milliseconds(5_000),
    about: 'Longest connection set-up to a provider; shorter than the lease.',
  },
  REQUEST_TIMEOUT_MS: {
    schema: milliseconds(600_000),
    about: 'Longest answer of a provider.',
  },
  RECONCILE_DEADLINE_MS: {
    schema: milliseconds(900_000),
    about: 'How long an unknown outcome is looked for.',
  },
  RECONCILE_GRACE_MS: {
    schema: milliseconds(30_000),
    about: 'The same where the provider keeps no record to look up.',
  },
  PRICE_DEADLINE_MS: {
    schema: milliseconds(60_000),
    about: 'How long the final price of an answer is looked for.',
  },
} satisfies Record<string, Variable>;
