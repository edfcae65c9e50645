/**
 * The addresses to which this service may send on behalf of customers. A customer who names an address makes this
 * service connect to it from inside the operator's network: so it connects only to addresses of the public internet,
 * whatever a name resolves to at the moment of the connection, unless the operator allows private ones.
 */
import { type LookupAddress, promises } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent } from 'undici';

const CONNECT_TIMEOUT_MS = 5_000;
/** For the first try; the second has more. */
const NAME_TIMEOUT_MS = 1_500;

/** Why nothing may be sent to the URL; undefined if it may. */
export function faultOfUrl(text: string, allowsPrivate: boolean): string | undefined {
  const url = URL.parse(text);
  if (!url) return 'must be an absolute URL';
  if (url.protocol !== 'https:' && !(allowsPrivate && url.protocol === 'http:')) {
    return allowsPrivate ? 'must begin with https:// or http://' : 'must begin with https://';
  }
  if (url.username !== '' || url.password !== '') return 'must hold no credentials';
  if (url.hash !== '') return 'must have no fragment';
  if (!allowsPrivate && isForbiddenHost(url.hostname)) return FORBIDDEN;
  return undefined;
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
        const allowed = addresses.filter(({ address }) => allowsPrivate || isPublic(address));
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

/** Whether the host of a URL names an address that is not public. A name is checked when it is resolved. */
export function isForbiddenHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(host) && !isPublic(host);
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
