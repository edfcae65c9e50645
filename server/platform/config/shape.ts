/** The values of the environment as modules get them: each gets only its slice. */
import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import { type Environment, findSecret, followSecret } from './environment.ts';
import { VARIABLES, type Variable } from './variables.ts';

/**
 * With the drain, what follows it and a margin, it is shorter than the shortest time before a kill: Docker's ten
 * seconds.
 */
const LAME_DUCK_MS = 2_000;

/** The share of the container's memory above which the process refuses requests. */
const MEMORY_SHARE = 0.9;

export type Values = {
  [Name in keyof typeof VARIABLES]: z.output<(typeof VARIABLES)[Name]['schema']>;
};
export type Config = ReturnType<typeof shape>;

export function shape(v: Values, environment: Environment) {
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
      downloads: {
        atOnce: v.MAX_DOWNLOADS,
        perWorkspace: v.MAX_DOWNLOADS_PER_WORKSPACE,
        bytesInMemory: v.DOWNLOAD_BYTES_IN_MEMORY,
        stallMs: v.DOWNLOAD_STALL_MS,
      },
    },
    shedding: sheddingOf(v),
    database: databaseOf(v, environment),
    providers: {
      modelsFile: v.MODELS_FILE,
      /** Whether keys in their usual variables are enough to sell the models of a provider. */
      sellsListed: v.LISTED_MODELS ?? v.NODE_ENV !== 'production',
      toolsFile: v.TOOLS_FILE,
      /** Keys of the servers in these files, which name the variables that contain them. */
      secret: (name: string) => secretOf(name, environment),
      /** The current value, read for each request. */
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
    /** In billionths of a US dollar: every provider we know bills in dollars. */
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
    quotas: quotasOf(v),
    storagePrice: v.STORAGE_PRICE_PER_GB_DAY,
    booksTimeZone: v.BOOKS_TIME_ZONE,
    observability: {
      retentionDays: v.SPAN_RETENTION_DAYS,
      clickHouseUrl: v.CLICKHOUSE_URL,
    },
    ...privacyOf(v, environment),
    creditBy: v.CREDIT_BY ?? (v.NODE_ENV === 'production' ? 'operator' : 'admin'),
    payments: paymentsOf(v),
    sessions: { idleMs: v.SESSION_IDLE_MS, limitMs: v.SESSION_LIMIT_MS },
    oidc: oidcOf(v),
    terms: v.TERMS_URL,
    /** Undefined if people only join by invitation. */
    signUp: v.SIGN_UP === 'open' ? { captcha: captchaOf(v) } : undefined,
    welcome: v.WELCOME_CREDIT
      ? { credit: v.WELCOME_CREDIT, days: v.WELCOME_CREDIT_DAYS }
      : undefined,
    /** Absent if the deployment sends no mail. */
    mail: v.SMTP_URL && v.MAIL_FROM ? { url: v.SMTP_URL, from: v.MAIL_FROM } : undefined,
  };
}

/** Pretended payments give credit, so there are none in production. */
function paymentsOf(v: Values) {
  const isSandbox = v.NODE_ENV !== 'production' && v.SANDBOX !== false;
  return {
    stripe:
      v.STRIPE_SECRET_KEY && v.STRIPE_WEBHOOK_SECRET
        ? {
            secretKey: v.STRIPE_SECRET_KEY,
            webhookSecret: v.STRIPE_WEBHOOK_SECRET,
            baseUrl: new URL(v.STRIPE_BASE_URL),
          }
        : undefined,
    /** The folder of the sandbox; undefined if there is none. */
    sandbox: isSandbox ? join(v.DATA_DIR, 'sandbox-payments') : undefined,
    minimum: v.PAYMENT_MINIMUM,
    maximum: v.PAYMENT_MAXIMUM,
    isTaxed: v.PAYMENT_TAX === 'automatic',
    suspendAt: v.SUSPEND_AT_CHARGEBACKS,
    debtStopsRuns: v.RUNS_IN_DEBT === 'refused',
  };
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

function databaseOf(v: Values, environment: Environment) {
  const now = (name: 'DATABASE_URL' | 'DATABASE_LISTEN_URL' | 'MIGRATION_DATABASE_URL') =>
    isInFile(name, environment) ? followSecret(name, environment, 0) : undefined;
  return {
    url: v.DATABASE_URL,
    hasSynchronousStandby: v.DATABASE_SYNCHRONOUS_STANDBY,
    listenUrl: v.DATABASE_LISTEN_URL,
    ownerUrl: v.MIGRATION_DATABASE_URL,
    /** As their files contain them now, read for each connection; undefined if no file has them. */
    now: {
      url: now('DATABASE_URL'),
      listenUrl: now('DATABASE_LISTEN_URL'),
      ownerUrl: now('MIGRATION_DATABASE_URL'),
    },
    isPooled: (v.DATABASE_POOLER ?? (v.DATABASE_LISTEN_URL ? 'transaction' : 'none')) !== 'none',
    passwords: {
      command: v.DATABASE_PASSWORD_COMMAND,
      /** The settings of the command. */
      environment: withoutSecrets(environment),
    },
    dataDir: v.DATA_DIR,
    uid: v.POSTGRES_UID,
    pool: v.DATABASE_POOL,
    readTimeoutMs: v.DATABASE_READ_TIMEOUT_MS,
  };
}

function isInFile(name: string, environment: Environment): boolean {
  return findSecret(name, environment).source === 'file';
}

function secretOf(name: string, environment: Environment): string | undefined {
  const found = findSecret(name, environment);
  return 'text' in found ? found.text : undefined;
}

/** For programs of third parties. */
function withoutSecrets(environment: Environment): Environment {
  const isSecret = (name: string) => (VARIABLES as Record<string, Variable>)[name]?.secret === true;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isSecret(name)));
}

function openRouterOf(v: Values, environment: Environment) {
  const now = followSecret('OPENROUTER_API_KEY', environment);
  return {
    apiKeys: listOf(v.OPENROUTER_API_KEY),
    /** The current values, read for each request. */
    apiKeysNow: () => listOf(now()),
    baseUrl: v.OPENROUTER_BASE_URL,
  };
}

/** The items of a comma-separated list. */
function listOf(text = ''): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** How a supervisor observes and stops the process. */
function operationOf(v: Values) {
  return {
    probes: { host: v.PROBE_HOST, port: v.PROBE_PORT },
    stop: {
      lameDuckMs: v.LAME_DUCK_MS ?? (v.NODE_ENV === 'production' ? LAME_DUCK_MS : 0),
      drainMs: v.DRAIN_MS,
    },
  };
}

/** What can run short in a process so that it refuses requests. */
function sheddingOf(v: Values) {
  return {
    eventLoopDelayMs: v.SHED_EVENT_LOOP_DELAY_MS,
    poolWaitMs: v.SHED_POOL_WAIT_MS,
    memoryBytes: v.SHED_MEMORY_BYTES ?? givenMemory(v.PROCESSES),
  };
}

/** The memory that the container has for each process, with a margin; undefined without a limit. */
function givenMemory(processes: number): number | undefined {
  const given = process.constrainedMemory();
  if (given === 0 || given >= totalmem()) return undefined;
  return Math.floor((MEMORY_SHARE * given) / processes);
}

/** What the process records in service spans. */
function telemetryOf(v: Values) {
  const endpoint = v.OTEL_SDK_DISABLED ? undefined : v.OTEL_EXPORTER_OTLP_ENDPOINT;
  return {
    accessLog: v.ACCESS_LOG ?? v.NODE_ENV === 'production',
    /** Undefined if the process records no service spans. */
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
    /** What jobs may have of this machine; absent amounts are measured. */
    capacity: {
      jobs: v.COMPUTE_MAX_JOBS,
      cpuMillis: v.COMPUTE_CPU_MILLIS,
      memoryMb: v.COMPUTE_MEMORY_MB,
    },
    maxInputBytes: v.COMPUTE_MAX_INPUT_BYTES,
    /** Absent if it depends on the number of workspaces. */
    minIsolation: v.COMPUTE_MIN_ISOLATION ?? weakest,
  };
}

/** How long the service keeps content, and what it tells providers about people. */
function privacyOf(v: Values, environment: Environment) {
  return {
    content: { mostDays: v.CONTENT_RETENTION_DAYS },
    encryption: {
      keys: v.CONTENT_KEYS,
      /** The keys that their file contains now. */
      keysNow: followSecret('CONTENT_KEYS', environment),
      isOn: v.CONTENT_ENCRYPTION ?? v.CONTENT_KEYS !== undefined,
    },
    pseudonyms: {
      key: v.PSEUDONYM_KEY,
      /** The default, if nothing names another one. */
      ownFile: join(resolve(v.DATA_DIR), 'pseudonym.key'),
    },
  };
}

/** What one workspace may store, send in a day and have in use at once. */
function quotasOf(v: Values) {
  return {
    defaults: {
      stored_outputs: v.MAX_STORED_OUTPUT_BYTES,
      stored_content: v.MAX_STORED_CONTENT_BYTES,
      stored_spans: v.MAX_STORED_SPAN_BYTES,
      spans: v.MAX_SPANS_PER_DAY,
      span_bytes: v.MAX_SPAN_BYTES_PER_DAY,
      received_bytes: v.MAX_RECEIVED_BYTES_PER_DAY,
      downloaded_bytes: v.MAX_DOWNLOADED_BYTES_PER_DAY,
      compute_cpu: v.MAX_COMPUTE_CPU_MILLIS,
      compute_memory: v.MAX_COMPUTE_MEMORY_MB,
      customers: v.MAX_CUSTOMERS,
    },
    keptDays: {
      stored_outputs: v.OUTPUT_RETENTION_DAYS,
      stored_content: v.CONTENT_RETENTION_DAYS,
      stored_spans: v.SPAN_RETENTION_DAYS,
    },
  };
}

/** What the service sends to addresses of customers. */
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

/** Of a configuration without faults. */
function captchaOf(v: Values) {
  const [verifyUrl, secret, siteKey] = CAPTCHA.map((variable) => v[variable]);
  if (!verifyUrl || !secret || !siteKey) return undefined;
  const known = WIDGETS[new URL(verifyUrl).hostname];
  const scriptUrl = v.CAPTCHA_SCRIPT_URL ?? known?.script ?? '';
  /** From where its page may load what the widget needs. */
  const sources =
    v.CAPTCHA_SCRIPT_URL === undefined
      ? (known?.sources ?? [])
      : [new URL(v.CAPTCHA_SCRIPT_URL).origin];
  return { verifyUrl, secret, siteKey, scriptUrl, sources };
}

export const CAPTCHA = ['CAPTCHA_VERIFY_URL', 'CAPTCHA_SECRET', 'CAPTCHA_SITE_KEY'] as const;

const RECAPTCHA = {
  script: 'https://www.google.com/recaptcha/api.js?render=explicit',
  sources: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
};

/** The scripts of the widgets, by the host that checks their answers. */
export const WIDGETS: Record<string, { script: string; sources: string[] }> = {
  'challenges.cloudflare.com': {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    sources: ['https://challenges.cloudflare.com'],
  },
  'api.hcaptcha.com': {
    script: 'https://js.hcaptcha.com/1/api.js?render=explicit',
    sources: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
  'www.google.com': RECAPTCHA,
};

/** All or none: having only some of them is a fault between variables. */
function oidcOf(v: Values) {
  const [issuer, clientId, clientSecret, name] = OIDC.map((variable) => v[variable]);
  if (!issuer || !clientId || !clientSecret || !name) return undefined;
  return { issuer, clientId, clientSecret, name };
}

export const OIDC = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const;
