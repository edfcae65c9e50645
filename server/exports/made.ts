/**
 * Exports that are made in the background: files that people ask for and download later. Their bytes are stored like the
 * outputs of jobs, count into the same quota, of which they may have half, and are kept for some days.
 */
import { recordEvent } from '../audit-trail/index.ts';
import { membershipOf, personOf } from '../people/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { HIGHEST_UUID, idToUuid, newUuid, uuidToId } from '../platform/lib/ids.ts';
import { dayIn, monthIn } from '../platform/lib/moment.ts';
import { keyReused, NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import type { Email } from '../platform/mail/index.ts';
import {
  type KeptOutputs,
  type OutputName,
  readWhole,
  type Span,
} from '../platform/outputs/index.ts';
import { type Quotas, quotaExceeded, type UsedQuota } from '../quotas/index.ts';
import { readSettings, zoneOf } from '../workspaces/index.ts';
import {
  deleteRemoved,
  expireMade,
  expireMadeOfEndUser,
  insertMade,
  lockMade,
  type MadeExport,
  selectEndedMade,
  selectMade,
  selectMadeOfRequest,
  selectMadePage,
  selectRemovable,
} from './made-store.ts';

export { countWaitingMade, expireMadeBefore, type MadeExport } from './made-store.ts';

export const MADE_PREFIX = 'mex';

/** Of a workspace, with those that failed. */
const MOST_MADE = 20;
const KEPT_DAYS = 7;
/** Of the quota `stored_outputs`. Jobs keep the rest, whatever members ask for. */
const SHARE = 1 / 2;
const OF_SHARE = {
  about: 'bytes of exports that were made in the background are stored',
  bound: 'half of its quota stored_outputs, which is all that they may have,',
};
const REMOVED_AT_ONCE = 100;

type Wanted = Pick<MadeExport, 'dataset' | 'format' | 'month' | 'endUserId'>;

interface Caller {
  workspace: string;
  /** The user, who gets an email. */
  actor: string;
}

interface MadeExportOptions {
  db: Db;
  outputs: Pick<KeptOutputs, 'read' | 'remove'>;
  quotas: Pick<Quotas, 'usesOf'>;
  /** How long outputs are kept: files are removed with them. */
  keptDays: number;
}

export type MadeExports = ReturnType<typeof createMadeExports>;

export function createMadeExports({ db, outputs, quotas, keptDays }: MadeExportOptions) {
  /** Of all workspaces if none is named. Returns whether more is left. */
  async function removeExpired(
    workspace: string | null = null,
    signal?: AbortSignal,
  ): Promise<boolean> {
    const removable = await selectRemovable(db, { workspace, atMost: REMOVED_AT_ONCE });
    // If one cannot be removed now, the others are.
    const failures: unknown[] = [];
    for (const one of removable) {
      signal?.throwIfAborted();
      try {
        await outputs.remove(one.workspace, [one.id], signal);
        await deleteRemoved(db, one);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return removable.length === REMOVED_AT_ONCE;
  }

  return {
    removeExpired,

    /** `replayed`: the request key has asked for it before. */
    async create(
      { workspace, actor }: Caller,
      requestKey: string,
      wanted: Wanted,
    ): Promise<{ made: MadeExport; replayed: boolean }> {
      const span = monthIn(wanted.month, await zoneOf(db, workspace, {}));
      return db.transaction(async (tx) => {
        const { count, room, tightest } = await lockRoom(tx, quotas, workspace);
        const before = await selectMadeOfRequest(tx, workspace, requestKey);
        if (before) {
          if (isOther(before, wanted) || before.expiresAt <= new Date())
            throw keyReused('belongs to an export with another body, or to one that is deleted');
          return { made: before, replayed: true };
        }
        if (count >= MOST_MADE) {
          const detail = `A workspace can have at most ${MOST_MADE} exports made in the background: delete one first.`;
          throw new Problem('conflict', detail);
        }
        if (room <= 0) throw quotaExceeded(tightest);
        const made = await insertMade(tx, {
          ...{ ...wanted, ...span, workspace, id: newUuid(), requestKey, askedBy: actor },
          keptDays: Math.min(KEPT_DAYS, keptDays),
        });
        await recordEvent(tx, workspace, 'made_export_created', onRecord(made), actor);
        return { made, replayed: false };
      });
    },

    /** Newest first. */
    async list(
      workspace: string,
      { limit, before = HIGHEST_UUID }: { limit: number; before?: string },
    ): Promise<{ made: MadeExport[]; next: string | null }> {
      const rows = await selectMadePage(db, { workspace, before, limit: limit + 1 });
      const made = rows.slice(0, limit);
      return { made, next: rows.length > limit ? made.at(-1)!.id : null };
    },

    async remove({ workspace, actor }: Caller, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const uuid = idToUuid(MADE_PREFIX, id);
        const made = uuid && (await expireMade(tx, workspace, uuid));
        if (!made) throw new Problem('not_found', NOT_FOUND);
        await recordEvent(tx, workspace, 'made_export_deleted', onRecord(made), actor);
      });
      // It is deleted, whatever becomes of its bytes: the chore removes what this does not.
      await removeExpired(workspace).catch(() => {});
    },

    /** After the rows of the end user are gone: whatever is made from then on has none. */
    async removeOfEndUser(workspace: string, endUser: string): Promise<void> {
      await expireMadeOfEndUser(db, workspace, endUser);
      await removeExpired(workspace);
    },

    /** Throws unless it is ready. `day` is the first one of the month. */
    async fileOf(workspace: string, id: string) {
      const uuid = idToUuid(MADE_PREFIX, id);
      const made = uuid === undefined ? undefined : await selectMade(db, workspace, uuid);
      if (made?.state !== 'ready') throw new Problem('not_found', NOT_FOUND);
      const { claim, bytes, month, ...rest } = made;
      const output = outputOf(workspace, { id: made.id, claim: claim! });
      const read = (span: Span) => readWhole(outputs, output, span);
      return { ...rest, day: `${month}-01`, bytes: bytes!, read };
    },
  };
}

/**
 * How many made exports the workspace has, and how many bytes one more may have. Until the end of the transaction, no other
 * takes of that.
 */
export async function lockRoom(
  tx: Queryable,
  quotas: Pick<Quotas, 'usesOf'>,
  workspace: string,
): Promise<{ count: number; room: number; tightest: UsedQuota }> {
  const { count, bytes, freesAt } = await lockMade(tx, workspace);
  const uses = await quotas.usesOf(workspace, tx);
  const all = uses.find(({ quota }) => quota === 'stored_outputs')!;
  const limit = Math.floor(all.limit * SHARE);
  const share = { ...all, limit, used: bytes, freesAt: freesAt ?? undefined, part: OF_SHARE };
  const tightest = leftOf(share) < leftOf(all) ? share : all;
  return { count, room: leftOf(tightest), tightest };
}

function leftOf({ limit, used }: UsedQuota): number {
  return limit - used;
}

/** Each attempt has its own: what another one left does not become a part of it. */
export function outputOf(
  workspace: string,
  { id, claim }: { id: string; claim: string },
): OutputName {
  return { workspace, owner: id, kind: 'export', name: claim };
}

function isOther(made: MadeExport, wanted: Wanted): boolean {
  const members = ['dataset', 'format', 'month', 'endUserId'] as const;
  return members.some((member) => made[member] !== wanted[member]);
}

/** The record outlives the end user: it does not name one. */
function onRecord({ id, dataset, format, month }: MadeExport) {
  return { made_export: id, dataset, format, month };
}

const FAILURES = {
  too_large:
    'The month has more than one file may have. Ask for a single customer, or use the API to export fewer days.',
  no_room:
    'The workspace has no room for it: its files may have half of what it may store, and only what its jobs leave. Delete files that you no longer need, or ask your operator for more.',
  too_slow:
    'Reading it took longer than ten minutes. Ask for a single customer, or use the API to export fewer days.',
  not_made: 'Several attempts failed. Ask for it again later.',
};

/** Undefined if it is gone, or who asked for it is no member any more. */
export async function writeMadeExport(
  db: Queryable,
  id: string,
  publicUrl: string,
): Promise<Email | undefined> {
  const made = await selectEndedMade(db, id);
  if (!made?.askedBy) return undefined;
  const { workspace, askedBy, dataset, format, month, failure, expiresAt } = made;
  const [person, role, { name, timeZone }] = await Promise.all([
    personOf(db, askedBy),
    membershipOf(db, askedBy, workspace),
    readSettings(db, workspace),
  ]);
  if (!person || !role) return undefined;
  const what = `the ${dataset} of ${month} as ${format}`;
  const page = `${publicUrl}/dashboard/${uuidToId('wsp', workspace)}/exports`;
  const [subject, said] =
    failure === null
      ? ['your export is ready', `You can download ${what} until ${dayIn(expiresAt, timeZone)}:`]
      : ['your export was not made', `There is no file of ${what}. ${FAILURES[failure]}`];
  return {
    to: person.email,
    subject: `${name}: ${subject}`,
    text: [`Hello ${person.name},`, said, page].join('\n\n'),
  };
}
