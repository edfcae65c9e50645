/** What the text of a variable may be, and how it is converted. */
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { parseKeys } from '../db/encryption/data-keys.ts';
import { isTimeZone } from '../lib/moment.ts';
import { type Decimal, parseDecimal } from '../lib/money.ts';

export const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

const MOST_PROCESSES = 64;
const PROCESSES = `must be auto or an integer from 1 to ${MOST_PROCESSES}`;

/** Digits only: JavaScript would also accept `1e3`, `0x10` and white space as numbers. */
export function integerFrom(min: number, max: number) {
  const error = `must be an integer from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,16}$/, { error, abort: true })
    .transform(Number)
    .pipe(z.number().min(min, { error }).max(max, { error }));
}

export const integer = (fallback: number, min: number, max: number) =>
  integerFrom(min, max).default(fallback);

export const milliseconds = (fallback: number, min = 1) => integer(fallback, min, 86_400_000);

/** The number of processes: one per processor, or a number. */
export const processes = z
  .string()
  .regex(/^(auto|\d{1,2})$/, { error: PROCESSES, abort: true })
  .transform((text) =>
    text === 'auto' ? Math.min(availableParallelism(), MOST_PROCESSES) : Number(text),
  )
  .pipe(z.number().min(1, { error: PROCESSES }).max(MOST_PROCESSES, { error: PROCESSES }));

/** A decimal in whole units of the currency; zero is none. */
export function price(most: number) {
  const error = `must be a price from 0 to ${most} such as 0.003`;
  return z.string().transform((text, context): Decimal | undefined => {
    const decimal = parseDecimal(text);
    if (decimal === undefined || Number(decimal) > most) {
      context.addIssue({ code: 'custom', message: error });
      return z.NEVER;
    }
    return decimal === '0' ? undefined : decimal;
  });
}

export const timeZone = z
  .string()
  .refine(isTimeZone, { error: 'must be the name of a time zone such as Europe/Berlin' });

/** 32 bytes in hexadecimal, as `openssl rand -hex 32` prints them. */
export const pseudonymKey = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, { error: 'must be 64 hexadecimal digits' });

/** Keys for content, with their ids. */
export const contentKeys = z.string().superRefine((text, context) => {
  try {
    parseKeys(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : '' });
  }
});

export const url = (protocol: RegExp, example: string) =>
  z.url({ protocol, error: `must be a URL such as ${example}` }).transform(withoutTrailingSlash);

export const flag = z.stringbool({
  truthy: ['true', 'on', '1', 'yes'],
  falsy: ['false', 'off', '0', 'no'],
  error: 'must be on or off',
});

export const NETWORKS =
  'must be a list such as loopback,10.0.0.0/8: addresses, networks, loopback, linklocal, uniquelocal';

export function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits = '0', ...rest] = text.split('/');
  const family = isIP(address);
  return (
    family !== 0 &&
    rest.length === 0 &&
    /^\d{1,3}$/.test(bits) &&
    Number(bits) <= (family === 4 ? 32 : 128)
  );
}

/** In the authority, or as libpq also takes them, in a parameter. */
const SEVERAL_HOSTS =
  /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?[^/?#@]*,[^/?#@]*(?:[/?#]|$)|[?&]host(?:addr)?=[^&#]*(?:,|%2C)/i;

export const databaseUrl = z
  .string()
  .refine((text) => !SEVERAL_HOSTS.test(text), {
    error:
      'names several hosts, which is not supported, and neither is target_session_attrs: name one address that leads to the primary, such as that of HAProxy',
    abort: true,
  })
  .pipe(
    z.url({
      protocol: /^postgres(ql)?$/,
      error:
        'must be a URL such as postgres://user:password@host:5432/name, special characters as %XX',
    }),
  );

export const rateStoreUrl = z.url({
  protocol: /^(redis|valkey)s?$/,
  error: 'must be a URL such as redis://user:password@host:6379/0, or rediss:// for TLS',
});

const SMTP_URL =
  'must be a URL such as smtp://user:password@mail.example.com:587, or smtps:// for TLS from the start, special characters as %XX';

/** What a client has to know, and no member that it would ignore. */
export const smtpUrl = z
  .url({ protocol: /^smtps?$/, error: SMTP_URL, abort: true })
  .refine((text) => {
    const { hostname, pathname, search, hash, username, password } = new URL(text);
    const isPlain = /^\/?$/.test(pathname) && search === '' && hash === '';
    const isWhole = (username === '') === (password === '');
    return hostname !== '' && isPlain && isWhole && !/%(?![0-9a-f]{2})/i.test(username + password);
  }, SMTP_URL);

const ADDRESS = '[^\\s<>@",;]{1,64}@[^\\s<>@",;]{1,189}';

/** An address, or a name and an address. */
export const sender = z
  .string()
  .regex(new RegExp(`^(?:[^<>"@,;:\\p{Cc}]{1,100} <${ADDRESS}>|${ADDRESS})$`, 'u'), {
    error: 'must be an address, such as runs@example.com or Model runs <runs@example.com>',
  });

/** Its query parameters are settings of ClickHouse, which the client accepts with this prefix. */
export const clickHouseUrl = url(
  /^https?$/,
  'https://user:password@clickhouse:8443/spans',
).superRefine((text, context) => {
  const { pathname, searchParams, username, password } = new URL(text);
  const refuse = (message: string) => context.addIssue({ code: 'custom', message });
  if (!/^\/[^/]*$/.test(pathname)) refuse('must have no path but the name of a database');
  if (![...searchParams.keys()].every((name) => /^ch_\w+$/.test(name))) {
    refuse('may have settings as parameters only, such as ch_async_insert=1');
  }
  if (/%(?![0-9a-f]{2})/i.test(username + password + pathname)) {
    refuse('must have special characters as %XX');
  }
});

/** A list as in OpenTelemetry: `name=value` separated by commas, special characters as %XX. */
export const namedTexts = z
  .string()
  .transform((text, context) => {
    const pairs = text.split(',').map((pair) => /^\s*([!#$%&'*+.^\w|~-]+)\s*=(.*)$/.exec(pair));
    try {
      return Object.fromEntries(
        pairs.map((pair) => [pair![1]!, decodeURIComponent(pair![2]!.trim())]),
      );
    } catch {
      const message = 'must be a list such as name=value,name=value, special characters as %XX';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
  })
  .optional();

/** A share from 0 to 1. */
export const share = z
  .string()
  .regex(/^(0|1|[01]?\.\d+)$/, { error: 'must be a number from 0 to 1', abort: true })
  .transform(Number)
  .pipe(z.number().max(1, { error: 'must be a number from 0 to 1' }));

function withoutTrailingSlash(text: string): string {
  return text.replace(/\/+$/, '');
}
