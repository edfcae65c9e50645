/** The audit trail over HTTP: who did what, when, with public ids instead of the stored ones. */

import type { AuditEvent } from '../../openapi/generated/dashboard.ts';
import { DESTINATION_PREFIX, listDestinations } from '../broadcast/index.ts';
import { selectEndUsers } from '../customers/index.ts';
import { MADE_PREFIX, SAVED_PREFIX } from '../exports/index.ts';
import { selectKeyNames } from '../keys/index.ts';
import { runIdOf } from '../kinds.ts';
import { findPeople, listJoined, type PersonOf } from '../people/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { csvLines } from '../platform/http/downloads.ts';
import type { DashboardHandlers, DashboardInput } from '../platform/http/index.ts';
import type { Paging } from '../platform/lib/cursor.ts';
import { type IdPrefix, idToUuid, isUuid, uuidToId } from '../platform/lib/ids.ts';
import { toDate } from '../platform/lib/moment.ts';
import { MAX_AMOUNT } from '../platform/lib/money.ts';
import { SCORE_PREFIX } from '../scores/index.ts';
import { ENDPOINT_PREFIX, listEndpoints, MESSAGE_PREFIX } from '../webhooks/index.ts';
import { type Event, type EventFilter, listEvents } from './index.ts';

interface AuditTrailOptions {
  /** Connections for searches among many rows: callers of the API never wait for these. */
  reads: Db;
  paging: Paging;
}

type Query = DashboardInput<'getAuditFile'>['query'];

export function createAuditTrailHandlers({
  reads,
  paging,
}: AuditTrailOptions): Pick<DashboardHandlers, 'listAuditEvents' | 'getAuditFile'> {
  async function read(
    workspace: string,
    query: Query,
    { before = MAX_AMOUNT, limit }: { before?: number | undefined; limit: number },
  ) {
    const filter = toFilter(query);
    if (!filter) return { events: [], next: null };
    const members = await listJoined(reads, workspace);
    const rows = await listEvents(reads, { workspace, members, filter, before, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const idsOf = (name: string) => page.flatMap(({ detail }) => uuidIn(detail, name) ?? []);
    const actors = page.map(({ actor }) => actor);
    const names = {
      personOf: await findPeople(reads, [...actors, ...idsOf('user')]),
      endUsers: await selectEndUsers(reads, workspace, idsOf('customer')),
      subjects: await selectSubjects(reads, workspace, idsOf),
    };
    const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null;
    return { events: page.map((row) => toEvent(row, names)), next };
  }

  return {
    async listAuditEvents({ principal: { workspace }, query: { limit, cursor, ...filters } }) {
      const list = { operation: 'listAuditEvents', workspace, filters };
      const page = paging.toNumberedPage(list, { limit, cursor });
      const { events, next } = await read(workspace, filters, page);
      return { status: 200, body: paging.pageOf(list, events, next) };
    },

    getAuditFile({ principal: { workspace }, query }) {
      const file = csvLines<number>(COLUMNS, async (before) => {
        const { events, next } = await read(workspace, query, { before, limit: FILE_PAGE });
        return { rows: events.map(cellsOf), next };
      });
      const name = `audit-trail-${new Date().toISOString().slice(0, 10)}.csv`;
      const headers = { 'Content-Disposition': `attachment; filename="${name}"` };
      return { status: 200, headers, file };
    },
  };
}

const FILE_PAGE = 1_000;
const COLUMNS = ['id', 'at', 'kind', 'actor_id', 'actor', 'detail', 'subject'];

function cellsOf({ id, at, kind, actor, detail, subject }: AuditEvent) {
  return [id, at, kind, actor?.id, actor?.name, JSON.stringify(detail), subject];
}

/** Undefined if nothing can match: a malformed id does not exist. */
function toFilter({
  kind,
  by,
  actorId,
  createdFrom,
  createdBefore,
}: Query): EventFilter | undefined {
  const actor = actorId === undefined ? undefined : idToUuid('user', actorId);
  if (actorId !== undefined && actor === undefined) return undefined;
  return {
    ...(kind !== undefined && { kind }),
    ...(by !== undefined && { by }),
    ...(actor !== undefined && { actor }),
    ...(createdFrom !== undefined && { from: toDate('createdFrom', createdFrom) }),
    ...(createdBefore !== undefined && { to: toDate('createdBefore', createdBefore) }),
  };
}

/**
 * What people name, by the member of the detail that has its id. Keys are read by their ids; the lists of the others are
 * short.
 */
const SUBJECTS = {
  key: selectKeyNames,
  destination: listDestinations,
  endpoint: async (db: Queryable, workspace: string) =>
    (await listEndpoints(db, workspace)).map(({ id, description, url }) => ({
      id,
      name: description === '' ? url : description,
    })),
};

/** Names by id. */
async function selectSubjects(
  db: Queryable,
  workspace: string,
  idsOf: (member: string) => string[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const [member, list] of Object.entries(SUBJECTS)) {
    const ids = idsOf(member);
    if (ids.length === 0) continue;
    for (const { id, name } of await list(db, workspace, ids)) names.set(id, name);
  }
  return names;
}

function uuidIn(detail: Event['detail'], member: string): string | undefined {
  const value = detail[member];
  return typeof value === 'string' && isUuid(value) ? value : undefined;
}

interface Names {
  personOf: PersonOf;
  endUsers: ReadonlyMap<string, string>;
  subjects: ReadonlyMap<string, string>;
}

/** Names a customer as its runs do, until it is erased. */
function toEvent(row: Event, { personOf, endUsers, subjects }: Names): AuditEvent {
  const actor = personOf(row.actor);
  const person = personOf(uuidIn(row.detail, 'user') ?? null);
  const [named] = Object.keys(SUBJECTS).flatMap(
    (member) => subjects.get(`${row.detail[member]}`) ?? [],
  );
  const subject = named ?? (person?.id === actor?.id ? undefined : person?.name);
  const endUserId = endUsers.get(`${row.detail.customer}`);
  return {
    id: String(row.id),
    kind: row.kind,
    at: row.createdAt.toISOString(),
    ...(actor && { actor }),
    ...(subject !== undefined && { subject }),
    detail: toDetail({
      ...row.detail,
      ...(endUserId !== undefined && { customer: null, endUserId }),
      ...(row.run !== null && { runId: runIdOf(row.runKind, row.run) }),
    }),
  };
}

/** Stored ids are UUIDs under short names; every other member is shown unchanged, except null. */
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
  by_key: { name: 'byKeyId', prefix: 'key' },
  user: { name: 'userId', prefix: 'user' },
  endpoint: { name: 'endpointId', prefix: ENDPOINT_PREFIX },
  destination: { name: 'destinationId', prefix: DESTINATION_PREFIX },
  export: { name: 'savedExportId', prefix: SAVED_PREFIX },
  made_export: { name: 'madeExportId', prefix: MADE_PREFIX },
  score: { name: 'scoreId', prefix: SCORE_PREFIX },
  message: { name: 'messageId', prefix: MESSAGE_PREFIX },
  invitation: { name: 'invitationId', prefix: 'inv' },
};
