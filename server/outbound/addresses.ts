/**
 * Where this service may send what customers have sent to them. Whoever names an address makes this service connect to it,
 * from inside of the operator's network: so only addresses of the public internet are connected to, whatever a name resolves
 * to at the moment of the connection, unless the operator allows private ones.
 */
import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent } from 'undici';

const CONNECT_TIMEOUT_MS = 5_000;

/** Why nothing may be sent to the URL; undefined where it may. */
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

/** Refuses an address as the connection is made: what a name resolved to before says nothing. */
export function createDestinations(allowsPrivate: boolean): Agent {
  const lookup: LookupFunction = (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0);
      const allowed = addresses.filter(({ address }) => allowsPrivate || isPublic(address));
      const [first] = allowed;
      if (!first) return done(new Error(`the address ${FORBIDDEN}`), '', 0);
      if (options.all) done(null, allowed);
      else done(null, first.address, first.family);
    });
  };
  return new Agent({
    allowH2: false,
    pipelining: 1,
    connect: { timeout: CONNECT_TIMEOUT_MS, lookup },
  });
}

/** Whether the host of a URL names an address that is not public. A name is judged when it is resolved. */
export function isForbiddenHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(host) && !isPublic(host);
}

/** Of IPv6, all that is global is here; what is elsewhere may lead to a network of the operator. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** An IPv4 address within an IPv6 one is judged as itself. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const judged = ipaddr.process(address);
  if (judged instanceof ipaddr.IPv6 && !judged.match(GLOBAL_IPV6)) return false;
  return judged.range() === 'unicast';
}
