/** Destinations of broadcasts over HTTP. Members see them; admins manage them, because they choose where spans go. */

import type { Destination as DestinationView } from '../../openapi/generated/dashboard.ts';
import { callerOf } from '../audit-trail/index.ts';
import { findPeople, type PersonOf } from '../people/index.ts';
import type { Db } from '../platform/db/pool.ts';
import type { DashboardHandlers } from '../platform/http/index.ts';
import type { Paging } from '../platform/lib/cursor.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { DESTINATION_PREFIX, type Destination, type Destinations } from './index.ts';

type DestinationHandlers = Pick<
  DashboardHandlers,
  | 'listDestinations'
  | 'createDestination'
  | 'getDestination'
  | 'updateDestination'
  | 'deleteDestination'
  | 'createDestinationTest'
>;

interface DestinationOptions {
  db: Db;
  destinations: Destinations;
  paging: Paging;
}

export function createDestinationHandlers(options: DestinationOptions): DestinationHandlers {
  const { db, destinations, paging } = options;

  async function views(rows: Destination[]): Promise<DestinationView[]> {
    const makers = rows.map(({ createdBy }) => createdBy);
    const personOf = await findPeople(db, makers);
    return rows.map((row) => toDestination(row, personOf));
  }

  async function view(row: Destination): Promise<DestinationView> {
    const [destination] = await views([row]);
    return destination!;
  }

  return {
    async listDestinations({ principal: { workspace }, query }) {
      const list = { operation: 'listDestinations', workspace };
      const { rows, next } = await destinations.page(workspace, paging.toPage(list, query));
      return { status: 200, body: paging.pageOf(list, await views(rows), next) };
    },

    async createDestination({ principal, body }) {
      return {
        status: 201,
        body: await view(await destinations.create(callerOf(principal), body)),
      };
    },

    async getDestination({ principal: { workspace }, params: { destinationId } }) {
      return { status: 200, body: await view(await destinations.get(workspace, destinationId)) };
    },

    async updateDestination({ principal, params: { destinationId }, body }) {
      const { status, ...others } = body;
      const isDisabled = status === undefined ? {} : { isDisabled: status === 'disabled' };
      const changes = { ...others, ...isDisabled };
      const changed = await destinations.change(callerOf(principal), destinationId, changes);
      return { status: 200, body: await view(changed) };
    },

    async deleteDestination({ principal, params: { destinationId } }) {
      await destinations.remove(callerOf(principal), destinationId);
      return { status: 204 };
    },

    async createDestinationTest({ principal: { workspace }, params: { destinationId } }) {
      return { status: 200, body: await destinations.test(workspace, destinationId) };
    },
  };
}

function toDestination(row: Destination, personOf: PersonOf): DestinationView {
  const { id, name, url, encoding, compression, headerNames, kinds, includeContent } = row;
  const { waiting, delivered, rejected, givenUp, lastStatus, lastError, disabledReason } = row;
  const createdBy = personOf(row.createdBy);
  return {
    id: uuidToId(DESTINATION_PREFIX, id),
    ...{ name, url, encoding, compression, headerNames, kinds, includeContent },
    status: row.disabledAt ? 'disabled' : 'enabled',
    createdAt: row.createdAt.toISOString(),
    ...(createdBy && { createdBy }),
    ...momentOf('lastAttemptAt', row.lastAttemptAt),
    ...momentOf('lastDeliveredAt', row.lastDeliveredAt),
    ...(lastStatus !== null && { lastStatus }),
    ...(lastError !== null && { lastError }),
    ...momentOf('failingSince', row.failingSince),
    ...momentOf('disabledAt', row.disabledAt),
    ...(disabledReason !== null && { disabledReason }),
    waiting,
    ...momentOf('waitingSince', row.waitingSince),
    ...{ delivered, rejected, givenUp },
  };
}

/** A member of an answer that is absent if there is no such time. */
function momentOf<Name extends string>(
  name: Name,
  moment: Date | null,
): { [Member in Name]?: string } {
  return (moment ? { [name]: moment.toISOString() } : {}) as { [Member in Name]?: string };
}
