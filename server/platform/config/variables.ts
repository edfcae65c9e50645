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
    about: 'URL that callers reach the API under; default http://localhost:PORT.',
  },
  KEYS_URL: {
    schema: url(/^https?$/, 'https://example.com/keys').optional(),
    about:
      'Page where callers get their keys, which the documentation names; default the dashboard.',
  },
  TRUSTED_PROXIES: {
    schema: z
      .string()
      .refine((text) => text.split(',').every(isNetwork), { error: NETWORKS })
      .default('loopback'),
    about: 'Whose X-Forwarded-For is believed, for limits per address; names and CIDR, by commas.',
  },
  IPV6_PREFIX: {
    schema: integer(64, 32, 128),
    about: 'Bits of an IPv6 address that are one address, for limits per address.',
  },
  DATABASE_URL: {
    schema: databaseUrl.optional(),
    about: 'PostgreSQL to use; without it the service runs its own.',
    secret: true,
  },
  MIGRATION_DATABASE_URL: {
    schema: databaseUrl.optional(),
    about:
      'The same database as the role that owns the tables; without it they belong to that of DATABASE_URL, which can then rewrite the ledger.',
    secret: true,
  },
  DATABASE_SYNCHRONOUS_STANDBY: {
    schema: flag.default(false),
    about:
      'On where only synchronous standbys are ever promoted, as Patroni does with synchronous_mode: then one answers for processes that died with the primary, and claims go on without recover.',
  },
  DATABASE_LISTEN_URL: {
    schema: databaseUrl.optional(),
    about:
      'The same database by a direct connection, where DATABASE_URL is a pooler: for notifications and, without MIGRATION_DATABASE_URL, migrations.',
    secret: true,
  },
  DATABASE_POOLER: {
    schema: oneOf('none', 'transaction').optional(),
    about:
      'Whether DATABASE_URL is a pooler that lends connections for one transaction each, such as PgBouncer; default transaction with DATABASE_LISTEN_URL, otherwise none.',
  },
  DATABASE_PASSWORD_COMMAND: {
    schema: z.string().min(1).optional(),
    about:
      'For sh: prints the password of database URLs that have none, such as a token of a cloud, and is run again when it is refused.',
  },
  DATA_DIR: {
    schema: z.string().min(1).default('.data'),
    about:
      'Folder of the embedded PostgreSQL, and of the files that MODELS_FILE, TOOLS_FILE and COMPUTE_FILE do not name.',
  },
  POSTGRES_UID: {
    schema: integerFrom(1, 2_147_483_647).optional(),
    about: 'User that the embedded PostgreSQL runs as under root; default one for each DATA_DIR.',
  },
  PROCESSES: {
    schema: processes.default(1),
    about: 'Processes that share the port; auto takes as many as there are processors.',
  },
  PROBE_PORT: {
    schema: integerFrom(0, 65_535).optional(),
    about:
      'Port for probes and metrics of a process, apart from that of the API; without it there is none. 0 takes any free one.',
  },
  PROBE_HOST: {
    schema: z.string().min(1).default('127.0.0.1'),
    about: 'Address that PROBE_PORT is on.',
  },
  LAME_DUCK_MS: {
    schema: integerFrom(0, 3_600_000).optional(),
    about:
      'How long a process that was asked to stop says so in /readyz and still takes connections; default 2000 in production, otherwise 0.',
  },
  DRAIN_MS: {
    schema: integer(6_000, 0, 86_400_000),
    about:
      'How long what is under way may take to end after that; what has not ended is handed on.',
  },
  DATABASE_POOL: {
    schema: integer(10, 2, 500),
    about: 'Connections of a process to PostgreSQL for runs, beside up to 17 others.',
  },
  DATABASE_READ_TIMEOUT_MS: {
    schema: milliseconds(5_000),
    about:
      'How long a statement for sums, traces or an export may take; beyond that, the request gets 503.',
  },
  NODE_ENV: {
    schema: oneOf('development', 'test', 'production').default('development'),
    about: 'In production responses are not validated against the contract.',
  },
  LOG_LEVEL: {
    schema: oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent').default('info'),
    about: 'Least severe line that is logged.',
  },
  ACCESS_LOG: {
    schema: flag.optional(),
    about:
      'Whether each request to an operation is a line of the log; default on in production, otherwise off.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: url(/^https?$/, 'http://collector:4318').optional(),
    about:
      'Collector that is sent service spans, by OTLP over HTTP with protobuf; without it none are recorded.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: namedTexts,
    about: 'Headers for the collector: name=value, by commas.',
    secret: true,
  },
  OTEL_SERVICE_NAME: {
    schema: z.string().min(1).max(255).default('model-run-api'),
    about: 'Name of this service in service spans.',
  },
  OTEL_RESOURCE_ATTRIBUTES: {
    schema: namedTexts,
    about: 'Attributes of all service spans: name=value, by commas.',
  },
  OTEL_TRACES_SAMPLER: {
    schema: oneOf(...SAMPLERS).default('parentbased_always_on'),
    about: 'Which requests are traced; parentbased_ ones heed the traceparent of the caller.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: share.default(1),
    about: 'Share of requests for the samplers with a ratio, from 0 to 1.',
  },
  OTEL_SDK_DISABLED: {
    schema: flag.default(false),
    about: 'Records no service spans, although there is a collector.',
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
      'Most that a workspace may make you lose within a day by cancelling runs, in billionths of a US dollar; beyond it a cancelled run waits for its answer.',
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

const GIB = 1_073_741_824;
const MOST_BYTES = Number.MAX_SAFE_INTEGER;

/** What one workspace may store, send in a day and have in use at once, unless `quotas set` says otherwise. */
const QUOTA_VARIABLES = {
  MAX_STORED_OUTPUT_BYTES: {
    schema: integer(10 * GIB, 0, MOST_BYTES),
    about:
      'Bytes of logs and artifacts of jobs, and of made exports, that a workspace may store; beyond it, it creates no job.',
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
  MAX_CUSTOMERS: {
    schema: integer(100_000, 0, 2_147_483_647),
    about:
      'Customers that one workspace may make ahead, until it erases them. Those that appear with a run do not count.',
  },
  STORAGE_PRICE_PER_GB_DAY: {
    schema: price(1_000).optional(),
    about:
      'US dollars for a day of 10^9 stored bytes of outputs, content and spans, such as 0.003; without it they cost nothing.',
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
    about: 'A session in the dashboard ends after so long without use.',
  },
  SESSION_LIMIT_MS: {
    schema: integer(604_800_000, 1_000, 2_592_000_000),
    about: 'A session in the dashboard ends after so long in any case.',
  },
  CREDIT_BY: {
    schema: oneOf('operator', 'owner', 'admin').optional(),
    about:
      'Who credits wallets in the dashboard; default admin, in production operator: the command line only.',
  },
  STRIPE_SECRET_KEY: {
    schema: z.string().min(1).optional(),
    about:
      'Takes payments by card through Stripe; with STRIPE_WEBHOOK_SECRET and PUBLIC_URL. Without it, the sandbox takes pretended ones, but none in production.',
    secret: true,
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: z.string().min(1).optional(),
    about: 'With what Stripe signs its events to PUBLIC_URL/v1/dashboard/payment-events.',
    secret: true,
  },
  STRIPE_BASE_URL: {
    schema: url(/^https?$/, 'https://api.stripe.com').default('https://api.stripe.com'),
    about: 'Where Stripe is reached.',
  },
  PAYMENT_MINIMUM: {
    schema: integer(5, 1, 1_000_000),
    about: 'Least amount of a payment by card, in the currency.',
  },
  PAYMENT_MAXIMUM: {
    schema: integer(2_000, 1, 1_000_000),
    about: 'Largest amount of a payment by card, in the currency.',
  },
  PAYMENT_TAX: {
    schema: oneOf('off', 'automatic').default('off'),
    about:
      'Whether Stripe computes taxes, which are paid on top of the credit: automatic, with Stripe Tax set up in the account.',
  },
  SUSPEND_AT_CHARGEBACKS: {
    schema: integer(1, 0, 1_000),
    about:
      'A workspace is suspended once so many of its payments by card were charged back within 180 days; 0 for never.',
  },
  RUNS_IN_DEBT: {
    schema: oneOf('allowed', 'refused').default('allowed'),
    about:
      'Runs of a workspace that owes something for refunded or contested payments: allowed with granted credit and the credit of keys, or refused until the debt is paid.',
  },
  OIDC_ISSUER: {
    schema: url(/^https?$/, 'https://id.example.com').optional(),
    about: 'OpenID provider that users of the dashboard may sign in by; with the three below.',
  },
  OIDC_CLIENT_ID: {
    schema: z.string().min(1).optional(),
    about: 'What the OpenID provider knows this deployment as.',
  },
  OIDC_CLIENT_SECRET: {
    schema: z.string().min(1).optional(),
    about: 'Its secret there.',
    secret: true,
  },
  OIDC_NAME: {
    schema: z.string().min(1).max(100).optional(),
    about: 'Name of the OpenID provider on the sign-in page.',
  },
  SIGN_UP: {
    schema: oneOf('off', 'open').default('off'),
    about:
      'Whether anybody with an e-mail can make an account with a workspace of its own: open, with TERMS_URL and, in production, SMTP_URL. Otherwise people join by invitation.',
  },
  TERMS_URL: {
    schema: url(/^https?$/, 'https://example.com/terms').optional(),
    about:
      'Terms that people agree to before they get an account; the audit trail keeps when, and to which.',
  },
  WELCOME_CREDIT: {
    schema: price(1_000_000).optional(),
    about:
      'Credit for whoever signs up, in the currency, such as 5.00: once for each mailbox. Without it there is none.',
  },
  WELCOME_CREDIT_DAYS: {
    schema: integer(30, 1, 3_660),
    about: 'Days after which what is left of it expires.',
  },
  CAPTCHA_VERIFY_URL: {
    schema: url(/^https?$/, 'https://challenges.cloudflare.com/turnstile/v0/siteverify').optional(),
    about:
      'Where answers to the captcha of sign-ups are checked, in the form of Turnstile, hCaptcha and reCAPTCHA; with the two below. Without it there is no captcha.',
  },
  CAPTCHA_SECRET: {
    schema: z.string().min(1).optional(),
    about: 'The secret for that.',
    secret: true,
  },
  CAPTCHA_SITE_KEY: {
    schema: z.string().min(1).max(256).optional(),
    about: 'What the captcha is shown with.',
  },
  CAPTCHA_SCRIPT_URL: {
    schema: url(/^https?$/, 'https://challenges.cloudflare.com/turnstile/v0/api.js').optional(),
    about:
      'The script of the captcha; default that of Turnstile, hCaptcha or reCAPTCHA, by CAPTCHA_VERIFY_URL.',
  },
  SMTP_URL: {
    schema: smtpUrl.optional(),
    about:
      'Mail server for forgotten passwords, invitations, sign-ups, alerts and made exports; with MAIL_FROM and PUBLIC_URL.',
    secret: true,
  },
  MAIL_FROM: {
    schema: sender.optional(),
    about: 'Whom mails are from, such as Model runs <runs@example.com>.',
  },
} satisfies Record<string, Variable>;

export const VARIABLES = { ...OPERATION, ...RUNS, ...QUOTA_VARIABLES, ...PEOPLE };
