/**
 * Sending to addresses of customers: to which ones, how, in which order, and when again. A customer who names an address
 * makes this service connect to it from inside the operator's network: so it connects only to addresses of the public
 * internet, whatever a name resolves to at the moment of the connection, unless the operator allows private ones.
 */
import { type LookupAddress, promises } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import { Agent, request } from 'undici';
import type { Log } from '../telemetry/log.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** For the first try; the second has more. */
const NAME_TIMEOUT_MS = 1_500;

/**
 * Why nothing may be sent to the URL; undefined if it may. A name is resolved, and refused if it leads only to addresses
 * that connections refuse. One that does not resolve within seconds is accepted: it may lead somewhere later.
 */
export async function faultOfUrl(
  text: string,
  allowsPrivate: boolean,
  nameServers?: readonly string[],
): Promise<string | undefined> {
  const url = URL.parse(text);
  if (!url) return 'must be an absolute URL';
  if (url.protocol !== 'https:' && !(allowsPrivate && url.protocol === 'http:')) {
    return allowsPrivate ? 'must begin with https:// or http://' : 'must begin with https://';
  }
  if (url.username !== '' || url.password !== '') return 'must hold no credentials';
  if (url.hash !== '') return 'must have no fragment';
  if (allowsPrivate) return undefined;
  if (isForbiddenHost(url.hostname)) return FORBIDDEN;
  if (ipaddr.isValid(bareHost(url.hostname))) return undefined;
  const addresses = await createPublicNames(nameServers)(url.hostname).catch(() => undefined);
  return addresses && publicOf(addresses).length === 0 ? FORBIDDEN : undefined;
}

const FORBIDDEN = 'must not lead to a private, local or reserved address';

/**
 * Refuses an address while the connection is being made: an earlier resolution of the name proves nothing.
 * `nameServers` default to those of the system.
 */
export function createDestinations(allowsPrivate: boolean, nameServers?: readonly string[]): Agent {
  const resolve = allowsPrivate ? askSystem : createPublicNames(nameServers);
  const lookup: LookupFunction = (hostname, options, done) => {
    resolve(hostname).then(
      (addresses) => {
        const allowed = allowsPrivate ? addresses : publicOf(addresses);
        const [first] = allowed;
        if (!first) return done(new Error(`the address ${FORBIDDEN}`), '', 0);
        if (options.all) done(null, allowed);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    );
  };
  return new Agent({
    allowH2: false,
    pipelining: 1,
    connect: { timeout: CONNECT_TIMEOUT_MS, lookup },
  });
}

/** Files of the system can define private names. */
function askSystem(hostname: string): Promise<LookupAddress[]> {
  return promises.lookup(hostname, { all: true });
}

/**
 * Queries the name servers directly. The system's resolver uses a thread, of which a process has two for names:
 * customers' names, whose servers may never answer, would block the names of the database and the providers.
 */
function createPublicNames(nameServers: readonly string[] | undefined) {
  const resolver = new promises.Resolver({ timeout: NAME_TIMEOUT_MS, tries: 2 });
  if (nameServers) resolver.setServers(nameServers);
  return async (hostname: string): Promise<LookupAddress[]> => {
    const [of4, of6] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    if (of4.status === 'rejected' && of6.status === 'rejected') throw of4.reason;
    return [
      ...(of4.status === 'fulfilled' ? of4.value : []).map((address) => ({ address, family: 4 })),
      ...(of6.status === 'fulfilled' ? of6.value : []).map((address) => ({ address, family: 6 })),
    ];
  };
}

/**
 * Whether the host of a URL is an address that is not public, or a name that the public internet does not have. Any
 * other name is checked when it is resolved.
 */
function isForbiddenHost(hostname: string): boolean {
  const host = bareHost(hostname);
  return ipaddr.isValid(host) ? !isPublic(host) : LOCAL_NAME.test(host);
}

/** Names without a point, and those that RFC 6761, RFC 6762 and ICANN reserve for one machine or network. */
const LOCAL_NAME = /^[^.]+\.?$|\.(?:localhost|local|internal)\.?$/;

/** An IPv6 address has brackets in a URL. */
function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function publicOf(addresses: LookupAddress[]): LookupAddress[] {
  return addresses.filter(({ address }) => isPublic(address));
}

/** All global IPv6 addresses are in this range; others may lead to a network of the operator. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** An IPv4 address inside an IPv6 address is checked as IPv4. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const judged = ipaddr.process(address);
  if (judged instanceof ipaddr.IPv6 && !judged.match(GLOBAL_IPV6)) return false;
  return judged.range() === 'unicast';
}

interface Post {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
  /** Whether connections to private addresses are allowed. */
  allowsPrivate: boolean;
  /** From the beginning to the end of the answer. */
  withinMs: number;
  /** The maximum bytes of the answer that are read; the rest is ignored. */
  readAtMost: number;
  /** Aborts it. */
  signal?: AbortSignal;
  /** The receiver, as an error message names it. */
  receiver: string;
}

export type Posted =
  | { error: string; status?: undefined }
  | { status: number; headers: Record<string, string | string[] | undefined>; answer: Buffer };

/** Sends one body. Does not follow redirects, and reads an answer within bounds. Never throws. */
export async function post(agent: Agent, given: Post): Promise<Posted> {
  const { url, headers, body, allowsPrivate, withinMs, readAtMost, signal } = given;
  try {
    // An address in the URL is used without resolving it.
    const { hostname, protocol } = new URL(url);
    if (!allowsPrivate && isForbiddenHost(hostname)) {
      return { error: 'The address is private, local or reserved.' };
    }
    // It was created while the deployment allowed that.
    if (!allowsPrivate && protocol !== 'https:') {
      return { error: 'The address is without TLS, which is not allowed any more.' };
    }
    const timeIsUp = AbortSignal.timeout(withinMs);
    const answer = await request(url, {
      ...{ dispatcher: agent, method: 'POST', body, headers },
      signal: signal ? AbortSignal.any([timeIsUp, signal]) : timeIsUp,
    });
    return {
      ...{ status: answer.statusCode, headers: answer.headers },
      answer: await beginningOf(answer.body, readAtMost),
    };
  } catch (error) {
    return { error: wordsOf(error, given.receiver) };
  }
}

/** Closes a connection whose answer continues beyond that. */
async function beginningOf(body: AsyncIterable<Buffer>, atMost: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= atMost) break;
  }
  return Buffer.concat(chunks).subarray(0, atMost);
}

function wordsOf(error: unknown, receiver: string): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `${receiver} did not answer in time.`;
  }
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return `${receiver} could not be reached${code}.`;
}

interface SendingOptions<Item extends { workspace: string }> {
  /** The kind of items, as the log names it. */
  what: string;
  /** Claims due items: `atMost` in total; `held` is the number in progress in this process, by workspace. */
  claim(atMost: number, held: ReadonlyMap<string, number>): Promise<Item[]>;
  /** Never rejects. `ending` aborts it. */
  send(item: Item, ending: AbortSignal): Promise<void>;
  /** Done regularly, before a claim. True if more of it is left, which is done before the next claim. */
  chore?: { everyMs: number; run(ending: AbortSignal): Promise<boolean> };
  /** Maximum number of items in progress. */
  atMost: number;
  /** Between two checks for due items. */
  everyMs: number;
  log: Log;
}

export interface Sending {
  /** Resolves when nothing is in progress any more. Aborts what is in progress after this time; it stays due. */
  stop(withinMs: number): Promise<void>;
}

/**
 * Takes due items from an outbox and sends them, until it is stopped. Workspaces share the slots of a process: the
 * claim gets the number of items that each has in progress.
 */
export function startSending<Item extends { workspace: string }>(
  options: SendingOptions<Item>,
): Sending {
  const { what, log, everyMs, chore } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const ending = new AbortController();
  /** With the workspace of each. */
  const underWay = new Map<Promise<void>, string>();
  let choreDueAt = 0;

  async function turn(): Promise<boolean> {
    if (chore && performance.now() >= choreDueAt) {
      choreDueAt = performance.now() + Math.max(chore.everyMs, everyMs);
      try {
        if (await chore.run(ending.signal)) choreDueAt = 0;
      } catch (error) {
        log.warn({ err: error }, `${what}: a chore failed, and is repeated`);
      }
    }
    const atMost = options.atMost - underWay.size;
    if (atMost <= 0) return false;
    const due = await options.claim(atMost, countsOf(underWay.values()));
    for (const item of due) {
      const sending = options.send(item, ending.signal).finally(() => underWay.delete(sending));
      underWay.set(sending, item.workspace);
    }
    return due.length > 0;
  }

  async function loop(): Promise<void> {
    while (!signal.aborted) {
      let found = false;
      try {
        found = await turn();
      } catch (error) {
        log.warn({ err: error }, `${what} wait: the database did not answer`);
      }
      const pause = sleep(everyMs, undefined, { signal }).catch(() => {});
      // The next item may be due as soon as this one has arrived. Items of other workspaces do not wait for it.
      await (found ? Promise.race([...underWay.keys(), pause]) : pause);
    }
  }

  const looping = loop();
  return {
    async stop(withinMs) {
      stopping.abort();
      const timeIsUp = setTimeout(() => ending.abort(), withinMs);
      await looping;
      await Promise.all(underWay.keys());
      clearTimeout(timeIsUp);
    },
  };
}

function countsOf(names: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** How long the service waits before it tries a failed receiver again. */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Before the second attempt and later ones; the last one repeats. */
export const PAUSES_MS: readonly number[] = [
  ...[5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE],
  120 * MINUTE,
];

/** The pause after this many attempts. With jitter: what failed together does not return together. */
export function pauseAfter(attempts: number, pausesMs: readonly number[] = PAUSES_MS): number {
  const pause = pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? MINUTE;
  return Math.round(pause * (0.8 + Math.random() * 0.4));
}
