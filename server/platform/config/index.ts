/**
 * The only reader of the environment: it validates every variable together and names every fault at once. Modules get
 * only their slice, already typed. `npm run cli -- config` prints this table. No message and no table contains the
 * value of a secret.
 */
import { accessSync, constants, readFileSync } from 'node:fs';
import { StartError } from '../lib/errors.ts';
import {
  type Environment,
  fileVariable,
  findSecret,
  type NearMiss,
  nearMisses,
} from './environment.ts';

import { CAPTCHA, type Config, OIDC, shape, type Values, WIDGETS } from './shape.ts';
import { VARIABLES, type Variable } from './variables.ts';

export type { Config } from './shape.ts';
/** Who credits wallets in the dashboard: a role and those above it, or nobody but the operator. */
export type CreditBy = Config['creditBy'];

const FILES = ['MODELS_FILE', 'TOOLS_FILE', 'COMPUTE_FILE'] as const;

/** What a process serves, besides running a command. */
interface Serving {
  api: boolean;
}

/** Reads and validates the environment; throws a StartError that names every fault. */
export function readConfig(environment: Environment = process.env, serving?: Serving): Config {
  const parsed = Object.entries(VARIABLES).map(
    ([name, variable]) => [name, parse(name, variable, environment)] as const,
  );
  const faults = parsed.flatMap(([, { at, fault }]) => (fault ? [`${at} ${fault}`] : []));
  if (isProduction(environment)) {
    const unset = parsed.flatMap(([name, { source }]) => (source === 'default' ? [name] : []));
    const isUnset = (name: string) => unset.some((one) => [one, fileVariable(one)].includes(name));
    const slips = nearMissesIn(environment).filter(({ isSlip, meant }) => isSlip && isUnset(meant));
    faults.push(...slips.map(sentenceOf));
  }
  if (parsed.every(({ 1: { fault } }) => fault === undefined)) {
    const values = Object.fromEntries(parsed.map(([name, { value }]) => [name, value])) as Values;
    const config = shape(values, environment);
    faults.push(...faultsBetween(config, values));
    if (serving) faults.push(...faultsOfServing(config, values, serving));
    if (faults.length === 0) return config;
  }
  throw new StartError(`The configuration is not valid: ${faults.join('; ')}.`);
}

/** A sentence for each name that is nearly that of a variable. In production, readConfig refuses single slips. */
export function misspelled(environment: Environment = process.env): string[] {
  return nearMissesIn(environment).map(sentenceOf);
}

function sentenceOf({ name, meant }: NearMiss): string {
  return `${name} is not a variable of the service: did you mean ${meant}?`;
}

function nearMissesIn(environment: Environment): NearMiss[] {
  const names = Object.entries(VARIABLES).flatMap(([name, variable]: [string, Variable]) =>
    variable.secret ? [name, fileVariable(name)] : [name],
  );
  const found = nearMisses(environment, names);
  if (found.length === 0) return [];
  // The operator's files name variables that hold keys: those names are right, however near they are.
  const files = FILES.map((name) => textAt(environment[name])).join('\n');
  const named = new Set(files.match(/\w+/g));
  return found.filter(({ name }) => !named.has(name.replace(/_FILE$/, '')) && !named.has(name));
}

function textAt(path: string | undefined): string {
  try {
    return path ? readFileSync(path, 'utf8') : '';
  } catch {
    // Another check says that the file cannot be read.
    return '';
  }
}

/** Available even if the configuration is not valid. */
export function isProduction(environment: Environment = process.env): boolean {
  return environment.NODE_ENV === 'production';
}

/** Whether to show failures with their stacks; available even if the configuration is not valid. */
export function wantsStacks(environment: Environment = process.env): boolean {
  return ['debug', 'trace'].includes(environment.LOG_LEVEL ?? '');
}

interface ConfigRow {
  name: string;
  /** The text in effect; null if there is none. Never shows a secret. */
  value: string | null;
  source: 'environment' | 'file' | 'default';
  about: string;
  fault?: string;
}

/** The table of all variables, for people: with the faults of single variables, without secrets. */
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
  /** The faulty variable, if there is one. */
  at: string;
  source: ConfigRow['source'];
}

function parse(name: string, variable: Variable, environment: Environment): Parsed {
  // An empty variable counts as unset: that is what people mean by `NAME= npm start`.
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
  const { atOnce, perWorkspace } = config.http.downloads;
  if (perWorkspace > 1 && atOnce < 2 * perWorkspace) {
    faults.push(
      'MAX_DOWNLOADS must be at least twice MAX_DOWNLOADS_PER_WORKSPACE, or no workspace could have that many: the last ones are for workspaces that have none',
    );
  }
  faults.push(...faultsOfMail(values), ...faultsOfPayments(values), ...faultsOfSignUp(values));
  if (config.encryption.isOn && config.encryption.keys === undefined) {
    faults.push('CONTENT_ENCRYPTION needs CONTENT_KEYS or CONTENT_KEYS_FILE');
  }
  for (const together of [OIDC, CAPTCHA]) {
    const missing = together.filter((variable) => values[variable] === undefined);
    if (missing.length > 0 && missing.length < together.length) {
      faults.push(`${missing.join(', ')} must be set as well, or none of ${together.join(', ')}`);
    }
  }
  return faults;
}

/** Before a database is made, not after: what the process will open besides it. */
function faultsOfServing({ probes, http }: Config, values: Values, { api }: Serving): string[] {
  const faults: string[] = [];
  if (api && probes.port !== undefined && probes.port !== 0 && probes.port === http.port) {
    faults.push(`PROBE_PORT and PORT are both ${http.port}: probes need a port of their own`);
  }
  for (const name of FILES) {
    const path = values[name];
    if (path === undefined) continue;
    try {
      accessSync(path, constants.R_OK);
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      faults.push(`${name} names ${path}, which cannot be read (${code})`);
    }
  }
  return faults;
}

/** A browser comes back to an address that the sender of a request cannot choose. */
function faultsOfPayments(v: Values): string[] {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, PUBLIC_URL } = v;
  const isPaid = key !== undefined || secret !== undefined;
  return [
    ...(isPaid && key === undefined ? ['STRIPE_WEBHOOK_SECRET needs STRIPE_SECRET_KEY'] : []),
    ...(isPaid && secret === undefined ? ['STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET'] : []),
    ...(isPaid && PUBLIC_URL === undefined
      ? ['STRIPE_SECRET_KEY needs PUBLIC_URL, to which browsers and events come back']
      : []),
    ...(v.PAYMENT_MINIMUM > v.PAYMENT_MAXIMUM
      ? ['PAYMENT_MINIMUM must not be above PAYMENT_MAXIMUM']
      : []),
  ];
}

/** Outside production, links are in the log if no mail is sent. */
function faultsOfSignUp(v: Values): string[] {
  const faults: string[] = [];
  if (v.SIGN_UP === 'open') {
    if (v.TERMS_URL === undefined) faults.push('SIGN_UP=open needs TERMS_URL');
    if (v.SMTP_URL === undefined && v.NODE_ENV === 'production') {
      faults.push('SIGN_UP=open needs SMTP_URL in production: a mail proves whose an address is');
    }
  }
  const { CAPTCHA_VERIFY_URL: verify, CAPTCHA_SCRIPT_URL: script } = v;
  if (verify === undefined && script !== undefined) {
    faults.push('CAPTCHA_SCRIPT_URL needs CAPTCHA_VERIFY_URL');
  }
  if (verify !== undefined && script === undefined && !WIDGETS[new URL(verify).hostname]) {
    faults.push(
      `CAPTCHA_VERIFY_URL needs CAPTCHA_SCRIPT_URL, unless it is at ${Object.keys(WIDGETS).join(', ')}`,
    );
  }
  return faults;
}

/** A link in an email begins with a value that the sender of a request cannot choose, unlike a header. */
function faultsOfMail({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: Values): string[] {
  if (SMTP_URL === undefined && MAIL_FROM === undefined) return [];
  if (SMTP_URL === undefined) return ['MAIL_FROM needs SMTP_URL'];
  return [
    ...(MAIL_FROM === undefined ? ['SMTP_URL needs MAIL_FROM'] : []),
    ...(PUBLIC_URL === undefined
      ? ['SMTP_URL needs PUBLIC_URL, which the links in mails begin with']
      : []),
  ];
}

function namesRole(url: string | undefined): boolean {
  return url !== undefined && new URL(url).username !== '';
}
