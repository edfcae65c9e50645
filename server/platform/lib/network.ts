/**
 * Which addresses count as one for limits by address. An IPv4 address is its own network; the holder of one IPv6
 * address has a whole network.
 */
import { ipKeyGenerator } from 'express-rate-limit';

/** The prefix length that most providers give to one customer. */
export const IPV6_PREFIX = 64;

/** The network of an address; empty if no address is known. */
export type NetworkOf = (address: string | undefined) => string;

export function createNetworkOf(ipv6Prefix = IPV6_PREFIX): NetworkOf {
  return (address) => (address === undefined ? '' : ipKeyGenerator(address, ipv6Prefix));
}
