/** The audit trail over HTTP: who did what, when, with public ids in place of the stored ones. */

import type { AuditEvent } from '../../../openapi/generated/dashboard.ts';
import { type Event, listEvents } from '../../audit-trail/index.ts';
import type { Db } from '../../db/pool.ts';
import type { DashboardHandlers } from '../../http/index.ts';
import { type IdPrefix, isUuid, runIdOf, uuidToId } from '../../kernel/ids.ts';
import { MAX_AMOUNT } from '../../kernel/money.ts';
import { DESTINATION_PREFIX } from '../../observability/index.ts';
import { findPeople, type PersonOf } from '../../users/index.ts';
import { ENDPOINT_PREFIX, MESSAGE_PREFIX } from '../../webhooks/index.ts';
import type { Paging } from '../paging.ts';

export function createAuditTrailHandlers({
  db,
  paging,
}: {
  db: Db;
  paging: Paging;
}): Pick<DashboardHandlers, 'listAuditEvents'> {
  return {
    async listAuditEvents({ principal: { workspace }, query }) {
      const list = { operation: 'listAuditEvents', workspace };
      const { limit, before = MAX_AMOUNT } = paging.toNumberedPage(list, query);
      const rows = await listEvents(db, { workspace, before, limit: limit + 1 });
      const page = rows.slice(0, limit);
      const personOf = await findPeople(
        db,
        page.map(({ actor }) => actor),
      );
      const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null;
      return {
        status: 200,
        body: paging.pageOf(
          list,
          page.map((row) => toEvent(row, personOf)),
          next,
        ),
      };
    },
  };
}

function toEvent(row: Event, personOf: PersonOf): AuditEvent {
  const actor = personOf(row.actor);
  return {
    id: String(row.id),
    kind: row.kind,
    at: row.createdAt.toISOString(),
    ...(actor && { actor }),
    detail: toDetail({
      ...row.detail,
      ...(row.run !== null && { runId: runIdOf(row.runKind, row.run) }),
    }),
  };
}

/** Stored ids are UUIDs under short names; whatever else is shown as it is, but for what is null. */
function toDetail(stored: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(stored)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => {
        const id = IDS[name];
        return id && typeof value === 'string' && isUuid(value)
          ? [id.name, uuidToId(id.prefix, value)]
          : [name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), value];
      }),
  );
}

const IDS: Record<string, { name: string; prefix: IdPrefix } | undefined> = {
  key: { name: 'keyId', prefix: 'key' },
  to: { name: 'rotatedTo', prefix: 'key' },
  user: { name: 'userId', prefix: 'user' },
  endpoint: { name: 'endpointId', prefix: ENDPOINT_PREFIX },
  destination: { name: 'destinationId', prefix: DESTINATION_PREFIX },
  message: { name: 'messageId', prefix: MESSAGE_PREFIX },
  invitation: { name: 'invitationId', prefix: 'inv' },
};
