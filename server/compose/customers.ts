/** Customers with all that an erasure of one removes. */
import { createCustomerStore, createCustomers } from '../customers/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { Parts } from './parts.ts';
import { eraseEndUser } from './retention.ts';

export function openCustomers({ db, parts }: { db: Db; parts: Parts }) {
  return createCustomers({
    ...{ store: createCustomerStore(db), limitOf: parts.quotas.limitOf },
    eraseEndUser: (of) => eraseEndUser({ db, parts }, of),
  });
}
