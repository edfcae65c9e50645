/**
 * How to reach the database that the configuration names: for statements, for a session, and as the owner of its
 * tables.
 */
import type { Config } from '../platform/config/index.ts';
import { createPasswordCommand, type DatabaseAddress } from '../platform/db/address.ts';

export interface Addresses {
  address: DatabaseAddress;
  direct: DatabaseAddress;
  owner: DatabaseAddress | undefined;
}

/** Undefined if the service runs its own PostgreSQL. */
export function addressesOf(config: Config['database']): Addresses | undefined {
  const { url, listenUrl, ownerUrl, now, isPooled } = config;
  if (url === undefined) return undefined;
  const access = accessOf(config);
  const at = (
    address: string,
    addressNow: (() => string | undefined) | undefined,
  ): DatabaseAddress => ({
    url: address,
    ...access,
    ...(addressNow && { urlNow: () => addressNow() ?? address }),
  });
  const direct = listenUrl === undefined ? at(url, now.url) : at(listenUrl, now.listenUrl);
  return {
    address: { ...at(url, now.url), isPooled },
    direct,
    owner: ownerUrl === undefined ? undefined : at(ownerUrl, now.ownerUrl),
  };
}

function accessOf({ passwords: { command, environment }, now }: Config['database']) {
  if (command === undefined) {
    // Each connection reads the file again: it may have changed during the first attempt.
    return now.url || now.listenUrl || now.ownerUrl ? { renew: () => {} } : {};
  }
  const passwords = createPasswordCommand({ command, environment });
  return { passwordOf: passwords.of, renew: passwords.renew };
}
