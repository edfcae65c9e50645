/** The audit trail over HTTP: who did what, when, with public ids in place of the stored ones. */
import type { AuditEvent } from '../../../openapi/generated/dashboard.ts';
import type { Db } from '../../db/pool.ts';
import type { DashboardHandlers } from '../../http/index.ts';
import { type IdPrefix, uuidToId } from '../../kernel/ids.ts';
import { MAX_AMOUNT } from '../../kernel/money.ts';
import type { Paging } from '../paging.ts';
import { findPeople, type PersonOf } from '../people/names.ts';
import { type EventRow, selectEvents } from './store.ts';

export function createAuditHandlers({
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
      const rows = await selectEvents(db, { workspace, before, limit: limit + 1 });
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

function toEvent(row: EventRow, personOf: PersonOf): AuditEvent {
  const actor = personOf(row.actor);
  return {
    id: String(row.id),
    kind: row.kind,
    at: row.createdAt.toISOString(),
    ...(actor && { actor }),
    detail: toDetail({ ...row.detail, ...(row.run !== null && { run: row.run }) }),
  };
}

/** Stored ids are UUIDs under short names; whatever else is told as it is, but for what is null. */
function toDetail(stored: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(stored)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => {
        const id = IDS[name];
        return id && typeof value === 'string' && UUID.test(value)
          ? [id.name, uuidToId(id.prefix, value)]
          : [name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), value];
      }),
  );
}

const IDS: Record<string, { name: string; prefix: IdPrefix } | undefined> = {
  key: { name: 'keyId', prefix: 'key' },
  to: { name: 'rotatedTo', prefix: 'key' },
  run: { name: 'runId', prefix: 'run' },
  user: { name: 'userId', prefix: 'user' },
  invitation: { name: 'invitationId', prefix: 'inv' },
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
