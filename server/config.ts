/**
 * The only reader of the environment: every variable is validated together and every fault is named at
 * once. Modules get only their slice, already typed. `npm run cli -- config` prints this table. The value
 * of a secret is never part of a message or of the table.
 */
import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import { VARIABLES, type Variable } from './config-variables.ts';
import { type Environment, fileVariable, findSecret, followSecret } from './kernel/secret-files.ts';
import { StartError } from './kernel/start-error.ts';

/** With the drain, what comes behind it and a margin, shorter than the shortest patience: the ten seconds of Docker. */
const LAME_DUCK_MS = 2_000;

/** Of the memory of a container, before requests are refused. */
const MEMORY_SHARE = 0.9;

type Values = { [Name in keyof typeof VARIABLES]: z.output<(typeof VARIABLES)[Name]['schema']> };
export type Config = ReturnType<typeof shape>;
/** Who credits wallets in the dashboard: a role and those above it, or nobody but the operator. */
export type CreditBy = Config['creditBy'];

/** Reads and validates the environment; throws a StartError that names every fault. */
export function readConfig(environment: Environment = process.env): Config {
  const parsed = Object.entries(VARIABLES).map(
    ([name, variable]) => [name, parse(name, variable, environment)] as const,
  );
  const faults = parsed.flatMap(([, { at, fault }]) => (fault ? [`${at} ${fault}`] : []));
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
  source: 'environment' | 'file' | 'default';
  about: string;
  fault?: string;
}

/** The table of all variables, for people: with the faults of single variables, and without secrets. */
export function describeConfig(environment: Environment = process.env): ConfigRow[] {
  return Object.entries(VARIABLES).map(([name, variable]: [string, Variable]) => {
    const { value, at, fault, source } = parse(name, variable, environment);
    const shown = fault === undefined ? value : environment[name];
    return {
      name,
      value: shown === undefined ? null : variable.secret ? '(secret)' : textOf(shown),
      source,
      about: variable.about,
      ...(fault === undefined ? {} : { fault: at === name ? fault : `${at} ${fault}` }),
    };
  });
}

/** Lists of names and values as they are written. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, text]) => `${name}=${encodeURIComponent(text)}`)
    .join(',');
}

interface Parsed {
  value?: unknown;
  fault?: string;
  /** The variable that is at fault, where there is one. */
  at: string;
  source: ConfigRow['source'];
}

function parse(name: string, variable: Variable, environment: Environment): Parsed {
  // An empty variable is an unset one: that is what `NAME= npm start` means to people.
  const given = environment[name] || undefined;
  const found = variable.secret ? findSecret(name, environment) : undefined;
  if (found && 'fault' in found) return found;
  const source = found?.source ?? (given === undefined ? 'default' : 'environment');
  const at = source === 'file' ? fileVariable(name) : name;
  const parsed = variable.schema.safeParse(found && 'text' in found ? found.text : given);
  if (parsed.success) return { value: parsed.data, at, source };
  const fault = parsed.error.issues.map((issue) => issue.message).join(', ');
  return { fault: source === 'file' ? `names a file whose text ${fault}` : fault, at, source };
}

function workerOf(v: Values) {
  return {
    claimOnCreate: v.CLAIM_ON_CREATE,
    serveCarriesOut: v.SERVE_CARRIES_OUT,
    leaseMs: v.LEASE_MS,
    sweepIntervalMs: v.SWEEP_INTERVAL_MS,
    refuseCreatesAfterMs: v.REFUSE_CREATES_AFTER_MS,
  };
}

function shape(v: Values, environment: Environment) {
  return {
    production: v.NODE_ENV === 'production',
    logLevel: v.LOG_LEVEL,
    processes: v.PROCESSES,
    ...operationOf(v),
    ...telemetryOf(v),
    http: {
      host: v.HOST,
      port: v.PORT,
      publicUrl: v.PUBLIC_URL,
      keysUrl: v.KEYS_URL,
      trustedProxies: v.TRUSTED_PROXIES,
      ipv6Prefix: v.IPV6_PREFIX,
      rateUrl: v.RATE_LIMIT_URL,
      ratePerMinute: v.RATE_LIMIT_PER_MINUTE,
      rateBytesPerMinute: v.RATE_LIMIT_BYTES_PER_MINUTE,
      bodyBytesInFlight: v.BODY_BYTES_IN_FLIGHT,
    },
    shedding: sheddingOf(v),
    database: databaseOf(v, environment),
    providers: {
      modelsFile: v.MODELS_FILE,
      toolsFile: v.TOOLS_FILE,
      /** Keys of the servers in these files, which name the variables that hold them. */
      secret: (name: string) => secretOf(name, environment),
      /** The same as it is now, for each request. */
      secretNow: (name: string) => followSecret(name, environment),
      openRouter: openRouterOf(v, environment),
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
      cancelLoss: v.CANCEL_LOSS_LIMIT,
      answerBytesInFlight: v.ANSWER_BYTES_IN_FLIGHT,
    },
    /** Counted in 10^-9 US dollars: every provider we know bills in dollars. */
    unit: { currency: 'USD', scale: 9 },
    worker: workerOf(v),
    times: {
      runDeadlineMs: v.RUN_DEADLINE_MS,
      reconcileDeadlineMs: v.RECONCILE_DEADLINE_MS,
      reconcileGraceMs: v.RECONCILE_GRACE_MS,
      priceDeadlineMs: v.PRICE_DEADLINE_MS,
    },
    compute: computeOf(v),
    ...outboxesOf(v),
    observability: {
      maxSpansPerDay: v.MAX_SPANS_PER_DAY,
      retentionDays: v.SPAN_RETENTION_DAYS,
      clickHouseUrl: v.CLICKHOUSE_URL,
    },
    creditBy: v.CREDIT_BY ?? (v.NODE_ENV === 'production' ? 'operator' : 'admin'),
    sessions: { idleMs: v.SESSION_IDLE_MS, limitMs: v.SESSION_LIMIT_MS },
    oidc: oidcOf(v),
  };
}

function databaseOf(v: Values, environment: Environment) {
  const now = (name: 'DATABASE_URL' | 'DATABASE_LISTEN_URL' | 'MIGRATION_DATABASE_URL') =>
    isInFile(name, environment) ? followSecret(name, environment, 0) : undefined;
  return {
    url: v.DATABASE_URL,
    hasSynchronousStandby: v.DATABASE_SYNCHRONOUS_STANDBY,
    listenUrl: v.DATABASE_LISTEN_URL,
    ownerUrl: v.MIGRATION_DATABASE_URL,
    /** As they are in their files now, for each connection; undefined where they are in none. */
    now: {
      url: now('DATABASE_URL'),
      listenUrl: now('DATABASE_LISTEN_URL'),
      ownerUrl: now('MIGRATION_DATABASE_URL'),
    },
    isPooled: (v.DATABASE_POOLER ?? (v.DATABASE_LISTEN_URL ? 'transaction' : 'none')) !== 'none',
    passwords: {
      command: v.DATABASE_PASSWORD_COMMAND,
      /** Of the command. */
      environment: withoutSecrets(environment),
    },
    dataDir: v.DATA_DIR,
    uid: v.POSTGRES_UID,
    pool: v.DATABASE_POOL,
  };
}

function isInFile(name: string, environment: Environment): boolean {
  return findSecret(name, environment).source === 'file';
}

function secretOf(name: string, environment: Environment): string | undefined {
  const found = findSecret(name, environment);
  return 'text' in found ? found.text : undefined;
}

/** For programs that are not ours. */
function withoutSecrets(environment: Environment): Environment {
  const isSecret = (name: string) => (VARIABLES as Record<string, Variable>)[name]?.secret === true;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isSecret(name)));
}

function openRouterOf(v: Values, environment: Environment) {
  const now = followSecret('OPENROUTER_API_KEY', environment);
  return {
    apiKeys: listOf(v.OPENROUTER_API_KEY),
    /** The same as they are now, for each request. */
    apiKeysNow: () => listOf(now()),
    baseUrl: v.OPENROUTER_BASE_URL,
  };
}

/** What stands between commas. */
function listOf(text = ''): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** How a supervisor sees the process and stops it. */
function operationOf(v: Values) {
  return {
    probes: { host: v.PROBE_HOST, port: v.PROBE_PORT },
    stop: {
      lameDuckMs: v.LAME_DUCK_MS ?? (v.NODE_ENV === 'production' ? LAME_DUCK_MS : 0),
      drainMs: v.DRAIN_MS,
    },
  };
}

/** What a process may be short of before it refuses requests. */
function sheddingOf(v: Values) {
  return {
    eventLoopDelayMs: v.SHED_EVENT_LOOP_DELAY_MS,
    poolWaitMs: v.SHED_POOL_WAIT_MS,
    memoryBytes: v.SHED_MEMORY_BYTES ?? givenMemory(v.PROCESSES),
  };
}

/** What the container gives each process, with a margin; undefined where there is no such bound. */
function givenMemory(processes: number): number | undefined {
  const given = process.constrainedMemory();
  if (given === 0 || given >= totalmem()) return undefined;
  return Math.floor((MEMORY_SHARE * given) / processes);
}

/** What is told of the service's own work. */
function telemetryOf(v: Values) {
  const endpoint = v.OTEL_SDK_DISABLED ? undefined : v.OTEL_EXPORTER_OTLP_ENDPOINT;
  return {
    accessLog: v.ACCESS_LOG ?? v.NODE_ENV === 'production',
    /** Undefined where service spans are recorded for nobody. */
    tracing:
      endpoint === undefined
        ? undefined
        : {
            endpoint,
            headers: v.OTEL_EXPORTER_OTLP_HEADERS ?? {},
            serviceName: v.OTEL_SERVICE_NAME,
            resourceAttributes: v.OTEL_RESOURCE_ATTRIBUTES ?? {},
            sampler: { name: v.OTEL_TRACES_SAMPLER, ratio: v.OTEL_TRACES_SAMPLER_ARG },
            capturesContent: v.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT,
          },
  };
}

function computeOf(v: Values) {
  const weakest = v.NODE_ENV === 'production' ? undefined : 'container';
  return {
    file: v.COMPUTE_FILE,
    folder: v.COMPUTE_DIR ?? join(resolve(v.DATA_DIR), 'jobs'),
    maxJobs: v.COMPUTE_MAX_JOBS,
    maxInputBytes: v.COMPUTE_MAX_INPUT_BYTES,
    /** Absent where it depends on how many workspaces there are. */
    minIsolation: v.COMPUTE_MIN_ISOLATION ?? weakest,
  };
}

/** What is sent to addresses of customers. */
function outboxesOf(v: Values) {
  const isDevelopment = v.NODE_ENV !== 'production';
  return {
    webhooks: {
      allowsPrivate: v.WEBHOOK_PRIVATE_NETWORKS ?? isDevelopment,
      disableAfterMs: v.WEBHOOK_DISABLE_AFTER_MS,
    },
    broadcast: {
      allowsPrivate: v.BROADCAST_PRIVATE_NETWORKS ?? isDevelopment,
      giveUpAfterMs: v.BROADCAST_GIVE_UP_AFTER_MS,
      disableAfterMs: v.BROADCAST_DISABLE_AFTER_MS,
    },
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
  if (database.listenUrl !== undefined && database.url === undefined) {
    faults.push('DATABASE_LISTEN_URL needs DATABASE_URL, which is to be the same database');
  }
  if (database.isPooled && database.listenUrl === undefined) {
    faults.push(
      'DATABASE_POOLER=transaction needs DATABASE_LISTEN_URL, a direct connection to the same database: a pooler hands on no notifications, without which nobody would learn of a cancel or an end',
    );
  }
  if (providers.connectTimeoutMs >= worker.leaseMs) {
    faults.push(
      'CONNECT_TIMEOUT_MS must be shorter than LEASE_MS, or a dead worker could still be connecting',
    );
  }
  if (worker.serveCarriesOut && !worker.claimOnCreate) {
    faults.push('SERVE_CARRIES_OUT needs CLAIM_ON_CREATE');
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
