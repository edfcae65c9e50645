/**
 * The settings of a client, checked before anything is sent: the error of every mistake says what to do. Refuses a
 * secret key in a browser. Independent of what the client is used for.
 */
import type { RetrySettings } from './call-options.ts';
import { kindOf, UsageError } from './errors.ts';
import { createLog, type Log, type Logger, type LogLevel } from './log.ts';
import { createRedact, type Redact } from './redact.ts';
import type { RequestKeyStore } from './request-keys.ts';
import { type Retry, readRetry } from './retry.ts';
import { isBrowser, nameOfRuntime, variable } from './runtime.ts';
import { VERSION } from './version.ts';

export interface ClientOptions extends RetrySettings {
  /**
   * The address of the service, such as `https://runs.example.com`, without `/v1/developer`. Default: the environment
   * variable `MODEL_RUN_BASE_URL`, if set.
   */
  baseUrl?: string | undefined;
  /**
   * A key of the service, `mrk_...`: a secret that belongs on servers only. The mock accepts any word. Default: the
   * environment variable `MODEL_RUN_KEY`.
   */
  apiKey?: string | undefined;
  /** Sends requests instead of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
  /** Headers of every request. */
  headers?: Record<string, string>;
  /** The logger of the client. Default `console`. */
  logger?: Logger;
  /** The log level. Default: the variable `MODEL_RUN_LOG`, or `warn`, which logs nothing while all goes well. */
  logLevel?: LogLevel | undefined;
  /** Where `modelRuns.once` keeps request keys. */
  requestKeys?: RequestKeyStore;
  /** Allows an `mrk_` key in a browser, where anybody who opens the page can read it. */
  dangerouslyAllowBrowser?: boolean;
}

export interface Settings {
  baseUrl: string;
  headers: Headers;
  fetch: (request: Request) => Promise<Response>;
  retry: Retry;
  onRetry: RetrySettings['onRetry'];
  log: Log;
  requestKeys: RequestKeyStore | undefined;
  /** Applied to everything that an error quotes. */
  redact: Redact;
}

export function readSettings(options: ClientOptions): Settings {
  const { fetch, requestKeys, onRetry, logger } = options;
  const baseUrl = readBaseUrl(options.baseUrl ?? variable('MODEL_RUN_BASE_URL'));
  const apiKey = readApiKey(options.apiKey ?? variable('MODEL_RUN_KEY'));
  const inBrowser = isBrowser();
  if (apiKey.startsWith('mrk_') && !options.dangerouslyAllowBrowser && inBrowser) {
    throw new UsageError(
      'An mrk_ key is a secret, and this is a browser: call the service from your server. The mock, ' +
        "or a server of yours that adds it, takes any apiKey, such as 'mock'. " +
        'dangerouslyAllowBrowser: true shows it to everybody.',
    );
  }
  const headers = readHeaders(options.headers);
  headers.set('Authorization', `Bearer ${apiKey}`);
  // A browser sends its own.
  if (!inBrowser && !headers.has('User-Agent')) {
    headers.set('User-Agent', `model-run-client/${VERSION} ${nameOfRuntime()}`.trimEnd());
  }
  return {
    baseUrl,
    headers,
    // Looked up for each request, and never called as a method of ours, which some runtimes refuse.
    fetch: (request) => (fetch ? fetch(request) : globalThis.fetch(request)),
    retry: readRetry(options),
    onRetry,
    log: createLog(logger, options.logLevel ?? variable('MODEL_RUN_LOG')),
    requestKeys,
    redact: createRedact(apiKey),
  };
}

export function readHeaders(input: Record<string, string> | undefined): Headers {
  let headers: Headers;
  try {
    headers = new Headers(input);
  } catch {
    // Without a cause: the runtime's error contains the value.
    throw new UsageError(`headers has a name or value that HTTP can't carry: ${unfitOf(input)}.`);
  }
  if (headers.has('Authorization')) {
    throw new UsageError('headers has Authorization: give the key as apiKey.');
  }
  return headers;
}

/** The name of the first header that can't be sent. */
function unfitOf(input: object | undefined): string | undefined {
  return Object.entries(input ?? {}).find(([name, value]) => {
    try {
      return !new Headers([[name, value]]);
    } catch {
      return true;
    }
  })?.[0];
}

function readBaseUrl(text: string | undefined): string {
  const advice =
    "give the address of the service, such as 'https://runs.example.com', or set MODEL_RUN_BASE_URL.";
  if (typeof text !== 'string' || text === '') {
    throw new UsageError(`baseUrl is ${kindOf(text)}: ${advice}`);
  }
  if (!URL.canParse(text)) throw new UsageError(`baseUrl is no URL: ${advice}`);
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) {
    throw new UsageError(`baseUrl is neither http nor https: ${advice}`);
  }
  if (url.username || url.password) {
    throw new UsageError('baseUrl has a user or password: leave them out.');
  }
  if (/[?#]/.test(text)) {
    throw new UsageError(`baseUrl has a query or fragment: leave it out, ${advice}`);
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (/\/v1(\/developer(\/.*)?)?$/.test(path)) {
    throw new UsageError('baseUrl ends in a path of the API: leave /v1 and the rest out.');
  }
  return url.origin + path;
}

function readApiKey(key: string | undefined): string {
  if (typeof key !== 'string' || key === '') {
    throw new UsageError(
      `apiKey is ${kindOf(key)}: is the variable set that you read it from? Left out, it is MODEL_RUN_KEY.`,
    );
  }
  if (/^bearer\s/i.test(key)) throw new UsageError("Give apiKey without the word 'Bearer'.");
  if (/\s/.test(key)) {
    throw new UsageError('apiKey has a space or a line break: trim what you read.');
  }
  if (!/^[!-~]+$/.test(key)) {
    throw new UsageError('apiKey has characters that no key has: copy it again.');
  }
  return key;
}
