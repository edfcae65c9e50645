/** Every environment variable: which values it may have, and what it does. */
import { z } from 'zod';
import { SAMPLERS } from '../telemetry/tracer.ts';
import {
  clickHouseUrl,
  contentKeys,
  databaseUrl,
  flag,
  integer,
  integerFrom,
  isNetwork,
  milliseconds,
  NETWORKS,
  namedTexts,
  oneOf,
  price,
  processes,
  pseudonymKey,
  rateStoreUrl,
  sender,
  share,
  smtpUrl,
  timeZone,
  url,
} from './schemas.ts';

export interface Variable {
  schema: z.ZodType;
  /** What the variable does, for the table that people read. */
  about: string;
  secret?: boolean;
}

/** How processes run, where they listen, which database they use, and what they report about themselves. */
const OPERATION = {
  PORT: { schema: integer(8080, 0, 65_535), about: 'Port of the API; 0 takes any free one.' },
  HOST: {
    schema: z.string().min(1).default('127.0.0.1'),
    about: 'Address that the API listens on.',
  },
  PUBLIC_URL: {
    schema: url(/^https?$/, 'https://api.example.com').optional(),
    about: 'URL at which callers reach the API; by default http://localhost:PORT.',
  },
  KEYS_URL: {
    schema: url(/^https?$/, 'https://example.com/keys').optional(),
    about:
      'Page where callers get their keys, to which the documentation links; by default the dashboard.',
  },
  TRUSTED_PROXIES: {
    schema: z
      .string()
      .refine((text) => text.split(',').every(isNetwork), { error: NETWORKS })
      .default('loopback'),
    about:
      'Proxies whose X-Forwarded-For the service believes, for limits per address: names and CIDR ranges, separated by commas.',
  },
  IPV6_PREFIX: {
    schema: integer(64, 32, 128),
    about: 'Bits of an IPv6 address that count as one address, for limits per address.',
  },
  DATABASE_URL: {
    schema: databaseUrl.optional(),
    about: 'PostgreSQL to use; without it, the service runs its own.',
    secret: true,
  },
  MIGRATION_DATABASE_URL: {
    schema: databaseUrl.optional(),
    about:
      'The same database, with the role that owns the tables. Without it, the role of DATABASE_URL owns them and can rewrite the ledger.',
    secret: true,
  },
  DATABASE_SYNCHRONOUS_STANDBY: {
    schema: flag.default(false),
    about:
      'Whether only synchronous standbys are ever promoted, as with synchronous_mode of Patroni. If so, a promoted standby vouches for processes that died with the primary, and runs start again without recover.',
  },
  DATABASE_LISTEN_URL: {
    schema: databaseUrl.optional(),
    about:
      'The same database over a direct connection, if DATABASE_URL is a pooler: for notifications and, without MIGRATION_DATABASE_URL, for migrations.',
    secret: true,
  },
  DATABASE_POOLER: {
    schema: oneOf('none', 'transaction').optional(),
    about:
      'Whether DATABASE_URL is a pooler that lends a connection for one transaction, such as PgBouncer; by default transaction with DATABASE_LISTEN_URL, otherwise none.',
  },
  DATABASE_PASSWORD_COMMAND: {
    schema: z.string().min(1).optional(),
    about:
      'Command for sh that prints the password of database URLs that have none, such as a token of a cloud. It runs again when the server refuses the password.',
  },
  DATA_DIR: {
    schema: z.string().min(1).default('.data'),
    about:
      'Folder of the embedded PostgreSQL, and of the models, tools and compute files that no variable names.',
  },
  POSTGRES_UID: {
    schema: integerFrom(1, 2_147_483_647).optional(),
    about:
      'User that runs the embedded PostgreSQL if the service runs as root; by default one for each DATA_DIR.',
  },
  PROCESSES: {
    schema: processes.default(1),
    about: 'Processes that share the port; auto starts one for each processor.',
  },
  PROBE_PORT: {
    schema: integerFrom(0, 65_535).optional(),
    about:
      'Port for probes and metrics, separate from that of the API; without it, there is no such port. 0 takes any free one.',
  },
  PROBE_HOST: {
    schema: z.string().min(1).default('127.0.0.1'),
    about: 'Address that PROBE_PORT listens on.',
  },
  LAME_DUCK_MS: {
    schema: integerFrom(0, 3_600_000).optional(),
    about:
      'How long a process that was asked to stop still accepts connections, while /readyz says that it stops; by default 2000 in production, otherwise 0.',
  },
  DRAIN_MS: {
    schema: integer(6_000, 0, 86_400_000),
    about:
      'How long requests and runs under way may take to end after LAME_DUCK_MS. Runs that have not ended by then are aborted and looked up.',
  },
  DATABASE_POOL: {
    schema: integer(10, 2, 500),
    about: 'Connections of a process to PostgreSQL for runs, in addition to up to 19 others.',
  },
  DATABASE_READ_TIMEOUT_MS: {
    schema: milliseconds(5_000),
    about:
      'How long a statement for sums, traces or an export may take; after that, the request gets 503.',
  },
  NODE_ENV: {
    schema: oneOf('development', 'test', 'production').default('development'),
    about:
      'In production, responses are not validated against the contract, and some variables have other defaults.',
  },
  LOG_LEVEL: {
    schema: oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent').default('info'),
    about: 'The least severe level that is logged.',
  },
  ACCESS_LOG: {
    schema: flag.optional(),
    about:
      'Whether the log has a line for each request to an operation; by default only in production.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: url(/^https?$/, 'http://collector:4318').optional(),
    about:
      'Collector that gets the service spans, by OTLP over HTTP with protobuf; without it, none are recorded.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: namedTexts,
    about: 'Headers for the collector: name=value, separated by commas.',
    secret: true,
  },
  OTEL_SERVICE_NAME: {
    schema: z.string().min(1).max(255).default('model-run-api'),
    about: 'Name of this service in service spans.',
  },
  OTEL_RESOURCE_ATTRIBUTES: {
    schema: namedTexts,
    about: 'Attributes of all service spans: name=value, separated by commas.',
  },
  OTEL_TRACES_SAMPLER: {
    schema: oneOf(...SAMPLERS).default('parentbased_always_on'),
    about:
      'Which requests are traced. Samplers that begin with parentbased_ follow the traceparent of the caller.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: share.default(1),
    about: 'Share of requests that a sampler with a ratio traces, from 0 to 1.',
  },
  OTEL_SDK_DISABLED: {
    schema: flag.default(false),
    about: 'Records no service spans, even if there is a collector.',
  },
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: {
    schema: flag.default(false),
    about: 'Whether service spans have prompts and answers, cut to 65,536 characters.',
  },
} satisfies Record<string, Variable>;

/** What the service offers, the limits of runs, and how long it tries and keeps them. */
const RUNS = {
  MODELS_FILE: {
    schema: z.string().min(1).optional(),
    about:
      'JSON file with providers of models, models and prices; by default models.json in DATA_DIR, if it exists.',
  },
  LISTED_MODELS: {
    schema: flag.optional(),
    about:
      'Whether, without a models file, the service sells the chat models of the price list of each provider whose key is in its usual variable, such as ANTHROPIC_API_KEY; on by default, except in production.',
  },
  TOOLS_FILE: {
    schema: z.string().min(1).optional(),
    about: 'JSON file with servers of tools and prices; by default tools.json in DATA_DIR.',
  },
  OPENROUTER_API_KEY: {
    schema: z.string().min(1).optional(),
    about: 'Turns the OpenRouter provider on. Several keys, separated by commas, are used in turn.',
    secret: true,
  },
  OPENROUTER_BASE_URL: {
    schema: url(/^https?$/, 'https://openrouter.ai/api/v1').default('https://openrouter.ai/api/v1'),
    about: 'Address of OpenRouter.',
  },
  SANDBOX: {
    schema: flag.optional(),
    about:
      'Whether the sandbox provider runs and its models are sold; on by default, except in production.',
  },
  SANDBOX_PORT: {
    schema: integer(0, 0, 65_535),
    about: 'Loopback port of the sandbox; 0 takes any free one.',
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
      'JSON file with environments of compute jobs, their engines and storage; by default compute.json in DATA_DIR.',
  },
  COMPUTE_DIR: {
    schema: z.string().min(1).optional(),
    about: 'Folder of the jobs of this machine; by default jobs in DATA_DIR.',
  },
  COMPUTE_MAX_JOBS: {
    schema: integer(64, 0, 10_000),
    about:
      'Compute jobs that may run at once on this machine, even if it has room for more; 0 offers none.',
  },
  COMPUTE_CPU_MILLIS: {
    schema: integerFrom(1, 1_000_000).optional(),
    about:
      'Thousandths of a processor that all jobs of this machine may have together; by default all processors.',
  },
  COMPUTE_MEMORY_MB: {
    schema: integerFrom(1, 16_777_216).optional(),
    about:
      'Mebibytes that all jobs of this machine and their processes may have together; by default three quarters of the memory, and never the last gibibyte.',
  },
  COMPUTE_MAX_INPUT_BYTES: {
    schema: integer(8_388_608, 1, 67_108_864),
    about: 'Bytes of source, command, input and files that a compute job may have together.',
  },
  COMPUTE_MIN_ISOLATION: {
    schema: oneOf('container', 'wasm', 'gvisor', 'vm').optional(),
    about:
      'Weakest isolation of environments that are offered; by default container, and gvisor in production with several workspaces.',
  },
  RATE_LIMIT_PER_MINUTE: {
    schema: integer(6_000, 1, 10_000_000),
    about: 'Requests that one key may send per minute to all processes together.',
  },
  RATE_LIMIT_BYTES_PER_MINUTE: {
    schema: integer(134_217_728, 1, 9_999_999_999),
    about:
      'Bytes of request bodies that one key may send per minute to all processes together; never less than the largest body.',
  },
  RATE_LIMIT_URL: {
    schema: rateStoreUrl.optional(),
    about:
      'Valkey or Redis that counts these rates; without it, PostgreSQL counts them. It must not evict keys.',
    secret: true,
  },
  BODY_BYTES_IN_FLIGHT: {
    schema: integer(268_435_456, 1, 9_999_999_999),
    about:
      'Bytes of request bodies in memory at once per process. One workspace alone may use two thirds of it, which is never less than the largest body.',
  },
  MAX_DOWNLOADS: {
    schema: integer(64, 1, 100_000),
    about:
      'Downloads under way at once per process: artifacts, logs, exports and lists as files. One more is refused with 503.',
  },
  MAX_DOWNLOADS_PER_WORKSPACE: {
    schema: integer(8, 1, 100_000),
    about:
      'Downloads of one workspace under way at once per process: 1, or at most half of MAX_DOWNLOADS. One more is refused with 429.',
  },
  DOWNLOAD_BYTES_IN_MEMORY: {
    schema: integer(67_108_864, 1, 9_999_999_999),
    about:
      'Bytes that the downloads of a process hold in memory before no other one begins; half of it for one workspace.',
  },
  DOWNLOAD_STALL_MS: {
    schema: milliseconds(60_000),
    about: 'A download that takes less than 64 KiB in this time loses its connection.',
  },
  SHED_EVENT_LOOP_DELAY_MS: {
    schema: milliseconds(500),
    about:
      'A process whose timers are this late on average refuses new work with 503, and reads at three times that.',
  },
  SHED_POOL_WAIT_MS: {
    schema: milliseconds(5_000),
    about:
      'A process refuses new work with 503 while a call has waited this long for a connection to PostgreSQL, and reads at 1.8 times that.',
  },
  SHED_MEMORY_BYTES: {
    schema: integerFrom(1, 9_999_999_999).optional(),
    about:
      'A process refuses new work with 503 while it uses this many bytes of memory, and reads at 1.05 times that; by default 90 % of what the container gives each process.',
  },
  CANCEL_LOSS_LIMIT: {
    schema: integer(1_000_000_000, 0, 9_007_199_254_740_991),
    about:
      'The most that a workspace may make you lose within a day by canceling runs, in billionths of a US dollar. Beyond it, a canceled run waits for its answer.',
  },
  WEBHOOK_PRIVATE_NETWORKS: {
    schema: flag.optional(),
    about:
      'Whether webhook endpoints may be at private addresses and without TLS; on by default, except in production.',
  },
  WEBHOOK_DISABLE_AFTER_MS: {
    schema: integer(432_000_000, 1, 31_536_000_000),
    about: 'How long a webhook endpoint may fail before it is disabled.',
  },
  SPAN_RETENTION_DAYS: {
    // A read locks the partition of each day, and PostgreSQL has room for a limited number of locks.
    schema: integer(30, 1, 180),
    about:
      'Days for which spans that programs sent are kept. Spans of runs stay as long as the runs.',
  },
  CONTENT_RETENTION_DAYS: {
    schema: integerFrom(1, 36_500).optional(),
    about:
      'The most days for which requests and answers are kept; a workspace may set fewer. Without it, a workspace may keep them for good.',
  },
  CONTENT_KEYS: {
    schema: contentKeys.optional(),
    about:
      'Keys that encrypt content in the database: id:base64 of 32 bytes, separated by commas, the current one first. Without them, content is plain text.',
    secret: true,
  },
  CONTENT_ENCRYPTION: {
    schema: flag.optional(),
    about:
      'Whether content is encrypted when it is saved; on by default if there are CONTENT_KEYS. If it is off, encrypted content can still be read.',
  },
  PSEUDONYM_KEY: {
    schema: pseudonymKey.optional(),
    about:
      'Key of the pseudonyms that providers get, as 64 hexadecimal digits; by default the one in pseudonym.key in DATA_DIR, or else the one in the database.',
    secret: true,
  },
  BROADCAST_PRIVATE_NETWORKS: {
    schema: flag.optional(),
    about:
      'Whether spans may be broadcast to private addresses and without TLS; on by default, except in production.',
  },
  BROADCAST_GIVE_UP_AFTER_MS: {
    schema: milliseconds(86_400_000),
    about: 'How long a span waits for a destination that fails before it is given up.',
  },
  BROADCAST_DISABLE_AFTER_MS: {
    schema: integer(432_000_000, 1, 2_592_000_000),
    about: 'How long a destination of spans may fail before it is disabled.',
  },
  CLICKHOUSE_URL: {
    schema: clickHouseUrl.optional(),
    about:
      'ClickHouse for the spans that programs send, with its database as the path; without it, they are in PostgreSQL, like everything else.',
    secret: true,
  },
  MAX_PENDING_RUNS: {
    schema: integer(1_000, 1, 1_000_000),
    about: 'Runs of one workspace that may be pending at once.',
  },
  MAX_IN_FLIGHT: {
    schema: integer(256, 1, 10_000),
    about:
      'Submissions under way at once per provider, in all processes together. One workspace alone may use two thirds of it.',
  },
  ANSWER_BYTES_IN_FLIGHT: {
    schema: integer(268_435_456, 1, 9_999_999_999),
    about:
      'Bytes of answers of all providers in memory at once per process. Beyond it, the process ends the largest one.',
  },
  CLAIM_ON_CREATE: {
    schema: flag.default(true),
    about: 'Whether a process that creates a run also claims it, if it has room to carry it out.',
  },
  SERVE_CARRIES_OUT: {
    schema: flag.default(false),
    about:
      'Whether serve carries out the runs that it creates, if it has room; work does the rest.',
  },
  LEASE_MS: {
    schema: milliseconds(20_000, 100),
    about:
      'A worker that has been silent for this long counts as dead, and its runs are reconciled.',
  },
  SWEEP_INTERVAL_MS: {
    schema: milliseconds(1_000, 20),
    about:
      'Pause between two sweeps, in which a worker ends or moves runs that nothing else would.',
  },
  REFUSE_CREATES_AFTER_MS: {
    schema: milliseconds(60_000, 0),
    about:
      'How long runs are still created while none may be claimed, because a promoted database may have lost commits. After that, a create is 503 and holds nothing; in a database that is provably stale, at once.',
  },
  RUN_DEADLINE_MS: {
    schema: milliseconds(600_000),
    about: 'A run that was not sent within this time fails with run_expired.',
  },
  CONNECT_TIMEOUT_MS: {
    schema: milliseconds(5_000),
    about: 'The longest time to connect to a provider; shorter than LEASE_MS.',
  },
  REQUEST_TIMEOUT_MS: {
    schema: milliseconds(600_000),
    about: 'The longest time that a provider may take to answer.',
  },
  RECONCILE_DEADLINE_MS: {
    schema: milliseconds(900_000),
    about: 'How long the service looks for an unknown outcome.',
  },
  RECONCILE_GRACE_MS: {
    schema: milliseconds(30_000),
    about: 'How long an unknown outcome stays open if the provider keeps no record to look up.',
  },
  PRICE_DEADLINE_MS: {
    schema: milliseconds(60_000),
    about: 'How long the service looks for the final price of an answer.',
  },
} satisfies Record<string, Variable>;

const GIB = 1_073_741_824;
const MOST_BYTES = Number.MAX_SAFE_INTEGER;

/** What one workspace may store, send in a day and have in use at once, unless `quotas set` says otherwise. */
const QUOTA_VARIABLES = {
  MAX_STORED_OUTPUT_BYTES: {
    schema: integer(10 * GIB, 0, MOST_BYTES),
    about:
      'Bytes of logs and artifacts of jobs, and of exports made in the background, that a workspace may store. Exports have at most half of it. Beyond it, the workspace creates no job.',
  },
  OUTPUT_RETENTION_DAYS: {
    schema: integer(30, 1, 36_500),
    about:
      'The most days for which logs and artifacts of jobs are kept; a workspace may set fewer.',
  },
  MAX_STORED_CONTENT_BYTES: {
    schema: integer(100 * GIB, 0, MOST_BYTES),
    about:
      'Bytes of requests and answers of runs that a workspace may store. Beyond it, the workspace creates no run.',
  },
  MAX_STORED_SPAN_BYTES: {
    schema: integer(20 * GIB, 0, MOST_BYTES),
    about:
      'Bytes of spans from its programs that a workspace may store. Beyond it, spans are refused.',
  },
  MAX_SPANS_PER_DAY: {
    schema: integer(1_000_000, 0, 9_999_999_999),
    about: 'Spans that the programs of a workspace may send in a UTC day.',
  },
  MAX_SPAN_BYTES_PER_DAY: {
    schema: integer(2 * GIB, 0, MOST_BYTES),
    about: 'Bytes of spans that the programs of a workspace may send in a UTC day.',
  },
  MAX_RECEIVED_BYTES_PER_DAY: {
    schema: integer(20 * GIB, 0, MOST_BYTES),
    about:
      'Bytes of request bodies that a workspace may send in a UTC day. Beyond it, the workspace creates no run and sends no spans.',
  },
  MAX_DOWNLOADED_BYTES_PER_DAY: {
    schema: integer(100 * GIB, 0, MOST_BYTES),
    about:
      'Bytes of artifacts, logs, exports and lists as files that a workspace may download in a UTC day. Beyond it, no download begins.',
  },
  MAX_COMPUTE_CPU_MILLIS: {
    schema: integer(256_000, 0, 9_999_999_999),
    about:
      'Thousandths of a processor that the jobs of a workspace that have not ended may have together.',
  },
  MAX_COMPUTE_MEMORY_MB: {
    schema: integer(131_072, 0, 9_999_999_999),
    about:
      'Mebibytes of memory that the jobs of a workspace that have not ended may have together.',
  },
  MAX_CUSTOMERS: {
    schema: integer(100_000, 0, 2_147_483_647),
    about:
      'Customers that a workspace may make ahead; erasing one makes room. Customers that appear with a run do not count.',
  },
  STORAGE_PRICE_PER_GB_DAY: {
    schema: price(1_000).optional(),
    about:
      'US dollars for 10^9 bytes of outputs, content and spans that are stored for a day, such as 0.003. Without it, storage costs nothing.',
  },
  BOOKS_TIME_ZONE: {
    schema: timeZone.default('UTC'),
    about: 'Time zone of the months in the books of the deployment, such as Europe/Berlin.',
  },
} satisfies Record<string, Variable>;

/** How people sign in to the dashboard, and what they may do there. */
const PEOPLE = {
  SESSION_IDLE_MS: {
    schema: integer(43_200_000, 1, 2_592_000_000),
    about: 'A session in the dashboard ends after this time without use.',
  },
  SESSION_LIMIT_MS: {
    schema: integer(604_800_000, 1_000, 2_592_000_000),
    about: 'A session in the dashboard ends after this time in any case.',
  },
  CREDIT_BY: {
    schema: oneOf('operator', 'owner', 'admin').optional(),
    about:
      'Who may credit wallets in the dashboard; by default admin, and in production operator, which is nobody in the dashboard.',
  },
  STRIPE_SECRET_KEY: {
    schema: z.string().min(1).optional(),
    about:
      'Takes payments by card through Stripe; needs STRIPE_WEBHOOK_SECRET and PUBLIC_URL. Without it, the sandbox takes pretended payments, except in production.',
    secret: true,
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: z.string().min(1).optional(),
    about: 'Secret with which Stripe signs its events to PUBLIC_URL/v1/dashboard/payment-events.',
    secret: true,
  },
  STRIPE_BASE_URL: {
    schema: url(/^https?$/, 'https://api.stripe.com').default('https://api.stripe.com'),
    about: 'Address of Stripe.',
  },
  PAYMENT_MINIMUM: {
    schema: integer(5, 1, 1_000_000),
    about: 'Smallest amount of a payment by card, in whole units of the currency.',
  },
  PAYMENT_MAXIMUM: {
    schema: integer(2_000, 1, 1_000_000),
    about: 'Largest amount of a payment by card, in whole units of the currency.',
  },
  PAYMENT_TAX: {
    schema: oneOf('off', 'automatic').default('off'),
    about:
      'Whether Stripe computes taxes, which are paid in addition to the credit; automatic needs Stripe Tax in the account.',
  },
  SUSPEND_AT_CHARGEBACKS: {
    schema: integer(1, 0, 1_000),
    about:
      'A workspace is suspended once this many of its payments by card were charged back within 180 days; 0 suspends none.',
  },
  RUNS_IN_DEBT: {
    schema: oneOf('allowed', 'refused').default('allowed'),
    about:
      'Whether a workspace that owes for refunded or contested payments creates runs: allowed, with granted credit and the credit of keys, or refused until the debt is paid.',
  },
  OIDC_ISSUER: {
    schema: url(/^https?$/, 'https://id.example.com').optional(),
    about:
      'OpenID provider with which users of the dashboard may sign in; needs the other three OIDC variables.',
  },
  OIDC_CLIENT_ID: {
    schema: z.string().min(1).optional(),
    about: 'Client id of this deployment at the OpenID provider.',
  },
  OIDC_CLIENT_SECRET: {
    schema: z.string().min(1).optional(),
    about: 'Client secret of this deployment at the OpenID provider.',
    secret: true,
  },
  OIDC_NAME: {
    schema: z.string().min(1).max(100).optional(),
    about: 'Name of the OpenID provider on the sign-in page.',
  },
  SIGN_UP: {
    schema: oneOf('off', 'open').default('off'),
    about:
      'Whether anybody with an email address can make an account with a workspace: open needs TERMS_URL and, in production, SMTP_URL. With off, people join by invitation.',
  },
  TERMS_URL: {
    schema: url(/^https?$/, 'https://example.com/terms').optional(),
    about:
      'Terms that people agree to before they get an account. The audit trail keeps when, and to which terms.',
  },
  WELCOME_CREDIT: {
    schema: price(1_000_000).optional(),
    about:
      'Credit for a person who signs up, in the currency, such as 5.00: once for each mailbox. Without it, there is none.',
  },
  WELCOME_CREDIT_DAYS: {
    schema: integer(30, 1, 3_660),
    about: 'Days after which the rest of the welcome credit expires.',
  },
  CAPTCHA_VERIFY_URL: {
    schema: url(/^https?$/, 'https://challenges.cloudflare.com/turnstile/v0/siteverify').optional(),
    about:
      'Address that checks answers to the captcha of sign-ups, as Turnstile, hCaptcha and reCAPTCHA do; needs CAPTCHA_SECRET and CAPTCHA_SITE_KEY. Without it, there is no captcha.',
  },
  CAPTCHA_SECRET: {
    schema: z.string().min(1).optional(),
    about: 'Secret for CAPTCHA_VERIFY_URL.',
    secret: true,
  },
  CAPTCHA_SITE_KEY: {
    schema: z.string().min(1).max(256).optional(),
    about: 'Key with which the sign-up page shows the captcha.',
  },
  CAPTCHA_SCRIPT_URL: {
    schema: url(/^https?$/, 'https://challenges.cloudflare.com/turnstile/v0/api.js').optional(),
    about:
      'Script of the captcha; by default that of Turnstile, hCaptcha or reCAPTCHA, whichever CAPTCHA_VERIFY_URL belongs to.',
  },
  SMTP_URL: {
    schema: smtpUrl.optional(),
    about:
      'Mail server for forgotten passwords, invitations, sign-ups, alerts and exports made in the background; needs MAIL_FROM and PUBLIC_URL.',
    secret: true,
  },
  MAIL_FROM: {
    schema: sender.optional(),
    about: 'Sender of emails, such as Model runs <runs@example.com>.',
  },
} satisfies Record<string, Variable>;

export const VARIABLES = { ...OPERATION, ...RUNS, ...QUOTA_VARIABLES, ...PEOPLE };
