/**
 * The only reader of the environment: every variable is validated together and every fault is named at
 * once. Modules get only their slice, already typed. `npm run cli -- config` prints this table. The value
 * of a secret is never part of a message or of the table.
 */
import { z } from 'zod';
import {
  databaseUrl,
  flag,
  integer,
  integerFrom,
  isNetwork,
  milliseconds,
  NETWORKS,
  oneOf,
  url,
} from './config-schemas.ts';
import { StartError } from './kernel/start-error.ts';

export type Environment = Record<string, string | undefined>;

interface Variable {
  schema: z.ZodType;
  /** What the variable does, for the table that people read. */
  about: string;
  secret?: boolean;
}

export const VARIABLES = {
  PORT: { schema: integer(8080, 0, 65_535), about: 'Port of the API; 0 takes any free one.' },
  HOST: {
    schema: z.string().min(1).default('127.0.0.1'),
    about: 'Address that the API listens on.',
  },
  PUBLIC_URL: {
    schema: url(/^https?$/, 'https://api.example.com').optional(),
    about: 'URL that callers reach the API under; default http://localhost:PORT.',
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
  DATA_DIR: {
    schema: z.string().min(1).default('.data'),
    about: 'Folder of the embedded PostgreSQL.',
  },
  POSTGRES_UID: {
    schema: integerFrom(1, 2_147_483_647).optional(),
    about: 'User that the embedded PostgreSQL runs as under root; default one for each DATA_DIR.',
  },
  DATABASE_POOL: { schema: integer(10, 2, 500), about: 'Connections to PostgreSQL per process.' },
  NODE_ENV: {
    schema: oneOf('development', 'test', 'production').default('development'),
    about: 'In production responses are not validated against the contract.',
  },
  LOG_LEVEL: {
    schema: oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent').default('info'),
    about: 'Least severe line that is logged.',
  },
  MODELS_FILE: {
    schema: z.string().min(1).optional(),
    about: 'JSON file with OpenAI-compatible servers, models and prices.',
  },
  OPENROUTER_API_KEY: {
    schema: z.string().min(1).optional(),
    about: 'Turns the OpenRouter provider on.',
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
  RATE_LIMIT_PER_MINUTE: {
    schema: integer(6_000, 1, 10_000_000),
    about: 'Requests of one key per minute and process.',
  },
  RATE_LIMIT_BYTES_PER_MINUTE: {
    schema: integer(134_217_728, 1, 9_999_999_999),
    about: 'Bytes of their bodies; never less than the largest body.',
  },
  BODY_BYTES_IN_FLIGHT: {
    schema: integer(268_435_456, 1, 9_999_999_999),
    about:
      'Bytes of request bodies in memory at once per process; two thirds for one workspace alone, which hold at least the largest body.',
  },
  MAX_PENDING_RUNS: {
    schema: integer(1_000, 1, 1_000_000),
    about: 'Runs of one workspace that may be pending at once.',
  },
  MAX_IN_FLIGHT: {
    schema: integer(256, 1, 10_000),
    about:
      'Submissions under way at once, per provider and process; two thirds for one workspace alone.',
  },
  ANSWER_BYTES_IN_FLIGHT: {
    schema: integer(268_435_456, 1, 9_999_999_999),
    about:
      'Bytes of answers in memory at once per process, of all providers; beyond it the largest is ended.',
  },
  LEASE_MS: {
    schema: milliseconds(20_000, 100),
    about: 'A worker silent for so long is dead; its runs are reconciled.',
  },
  SWEEP_INTERVAL_MS: { schema: milliseconds(1_000, 20), about: 'Pause between two sweeps.' },
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
    about: 'Longest answer of a provider; also the bound of the drain.',
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
} satisfies Record<string, Variable>;

type Values = { [Name in keyof typeof VARIABLES]: z.output<(typeof VARIABLES)[Name]['schema']> };
export type Config = ReturnType<typeof shape>;
/** Who credits wallets in the dashboard: a role and those above it, or nobody but the operator. */
export type CreditBy = Config['creditBy'];

/** Reads and validates the environment; throws a StartError that names every fault. */
export function readConfig(environment: Environment = process.env): Config {
  const parsed = Object.entries(VARIABLES).map(
    ([name, variable]) => [name, parse(variable, environment[name])] as const,
  );
  const faults = parsed.flatMap(([name, { fault }]) => (fault ? [`${name} ${fault}`] : []));
  if (faults.length === 0) {
    const values = Object.fromEntries(parsed.map(([name, { value }]) => [name, value])) as Values;
    const config = shape(values, environment);
    faults.push(...faultsBetween(config, values));
    if (faults.length === 0) return config;
  }
  throw new StartError(`The configuration is not valid: ${faults.join('; ')}.`);
}

/** Whether failures are to be shown with their stacks; asked even where the configuration is not valid. */
export function wantsStacks(environment: Environment = process.env): boolean {
  return ['debug', 'trace'].includes(environment.LOG_LEVEL ?? '');
}

export interface ConfigRow {
  name: string;
  /** The text in effect; null where there is none. A secret is never shown. */
  value: string | null;
  source: 'environment' | 'default';
  about: string;
  fault?: string;
}

/** The table of all variables, for people: with the faults of single variables, and without secrets. */
export function describeConfig(environment: Environment = process.env): ConfigRow[] {
  return Object.entries(VARIABLES).map(([name, variable]: [string, Variable]) => {
    const given = environment[name];
    const { value, fault } = parse(variable, given);
    const shown = fault === undefined ? value : given;
    return {
      name,
      value: shown === undefined ? null : variable.secret ? '(secret)' : String(shown),
      source: given ? 'environment' : 'default',
      about: variable.about,
      ...(fault === undefined ? {} : { fault }),
    };
  });
}

function parse(variable: Variable, given: string | undefined): { value?: unknown; fault?: string } {
  // An empty variable is an unset one: that is what `NAME= npm start` means to people.
  const parsed = variable.schema.safeParse(given === '' ? undefined : given);
  if (parsed.success) return { value: parsed.data };
  return { fault: parsed.error.issues.map((issue) => issue.message).join(', ') };
}

function shape(v: Values, environment: Environment) {
  return {
    production: v.NODE_ENV === 'production',
    logLevel: v.LOG_LEVEL,
    http: {
      host: v.HOST,
      port: v.PORT,
      publicUrl: v.PUBLIC_URL,
      trustedProxies: v.TRUSTED_PROXIES,
      ipv6Prefix: v.IPV6_PREFIX,
      ratePerMinute: v.RATE_LIMIT_PER_MINUTE,
      rateBytesPerMinute: v.RATE_LIMIT_BYTES_PER_MINUTE,
      bodyBytesInFlight: v.BODY_BYTES_IN_FLIGHT,
    },
    database: {
      url: v.DATABASE_URL,
      ownerUrl: v.MIGRATION_DATABASE_URL,
      dataDir: v.DATA_DIR,
      uid: v.POSTGRES_UID,
      pool: v.DATABASE_POOL,
    },
    providers: {
      modelsFile: v.MODELS_FILE,
      /** Keys of the servers in the models file, which names the variables that hold them. */
      secret: (name: string) => environment[name] || undefined,
      openRouter: { apiKey: v.OPENROUTER_API_KEY, baseUrl: v.OPENROUTER_BASE_URL },
      sandbox: { enabled: v.SANDBOX ?? v.NODE_ENV !== 'production', port: v.SANDBOX_PORT },
      maxInFlight: v.MAX_IN_FLIGHT,
      connectTimeoutMs: v.CONNECT_TIMEOUT_MS,
      requestTimeoutMs: v.REQUEST_TIMEOUT_MS,
    },
    limits: {
      maxPromptChars: v.MAX_PROMPT_CHARS,
      maxOutputTokens: v.MAX_OUTPUT_TOKENS,
      feeBasisPoints: v.FEE_BASIS_POINTS,
      maxPendingRuns: v.MAX_PENDING_RUNS,
      answerBytesInFlight: v.ANSWER_BYTES_IN_FLIGHT,
    },
    /** Counted in 10^-9 US dollars: every provider we know bills in dollars. */
    unit: { currency: 'USD', scale: 9 },
    worker: {
      leaseMs: v.LEASE_MS,
      sweepIntervalMs: v.SWEEP_INTERVAL_MS,
      drainMs: v.REQUEST_TIMEOUT_MS,
    },
    times: {
      runDeadlineMs: v.RUN_DEADLINE_MS,
      reconcileDeadlineMs: v.RECONCILE_DEADLINE_MS,
      reconcileGraceMs: v.RECONCILE_GRACE_MS,
      priceDeadlineMs: v.PRICE_DEADLINE_MS,
    },
    creditBy: v.CREDIT_BY ?? (v.NODE_ENV === 'production' ? 'operator' : 'admin'),
    sessions: { idleMs: v.SESSION_IDLE_MS, limitMs: v.SESSION_LIMIT_MS },
    oidc: oidcOf(v),
  };
}

/** All or none: what is half there is a fault between variables. */
function oidcOf(v: Values) {
  const [issuer, clientId, clientSecret, name] = OIDC.map((variable) => v[variable]);
  if (!issuer || !clientId || !clientSecret || !name) return undefined;
  return { issuer, clientId, clientSecret, name };
}

const OIDC = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const;

function faultsBetween(config: Config, values: Values): string[] {
  const { database, providers, worker, sessions } = config;
  const faults: string[] = [];
  if (database.ownerUrl !== undefined && !namesRole(database.url)) {
    faults.push('MIGRATION_DATABASE_URL needs DATABASE_URL, with the name of the role that works');
  }
  if (providers.connectTimeoutMs >= worker.leaseMs) {
    faults.push(
      'CONNECT_TIMEOUT_MS must be shorter than LEASE_MS, or a dead worker could still be connecting',
    );
  }
  if (sessions.idleMs > sessions.limitMs) {
    faults.push('SESSION_IDLE_MS must not be longer than SESSION_LIMIT_MS');
  }
  const missing = OIDC.filter((variable) => values[variable] === undefined);
  if (missing.length > 0 && missing.length < OIDC.length) {
    faults.push(`${missing.join(', ')} must be set as well, or none of ${OIDC.join(', ')}`);
  }
  return faults;
}

function namesRole(url: string | undefined): boolean {
  return url !== undefined && new URL(url).username !== '';
}
