/** How processes run, where they listen, which database they use, and what they report about themselves. */
import { z } from 'zod';
import { SAMPLERS } from '../telemetry/samplers.ts';
import {
  databaseUrl,
  flag,
  integer,
  integerFrom,
  isNetwork,
  NETWORKS,
  namedTexts,
  oneOf,
  processes,
  share,
  url,
} from './schemas.ts';
import type { Variable } from './variable.ts';

export const OPERATION = {
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
