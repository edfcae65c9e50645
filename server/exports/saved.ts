/**
 * Saved exports: what to export, under a name and an id. The period of each moves with the calendar, so a program reads the
 * same file day after day, or month after month, without computing dates.
 */
import { type Actor, recordEvent } from '../audit-trail/index.ts';
import type { Db } from '../platform/db/pool.ts';
import { HIGHEST_UUID, idToUuid, newUuid } from '../platform/lib/ids.ts';
import { dayIn, daysIn, monthIn, type Span } from '../platform/lib/moment.ts';
import { checkName } from '../platform/lib/names.ts';
import { invalidRequest, keyReused, NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import { zoneOf } from '../workspaces/index.ts';
import {
  deleteSaved,
  insertSaved,
  lockSaved,
  type SavedExport,
  type SavedPeriod,
  selectSaved,
  selectSavedOfRequest,
  selectSavedPage,
} from './saved-store.ts';

export {
  deleteSavedExportsOfEndUser,
  SAVED_PERIODS,
  type SavedExport,
  type SavedPeriod,
} from './saved-store.ts';

export const SAVED_PREFIX = 'exp';

/** Of a workspace. */
export const MOST_SAVED = 100;

type Definition = Omit<SavedExport, 'id' | 'createdAt'>;

interface Caller {
  workspace: string;
  actor?: Actor;
}

export type SavedExports = ReturnType<typeof createSavedExports>;

export function createSavedExports(db: Db) {
  async function get(workspace: string, id: string): Promise<SavedExport> {
    const uuid = idToUuid(SAVED_PREFIX, id);
    const saved = uuid && (await selectSaved(db, workspace, uuid));
    if (!saved) throw new Problem('not_found', NOT_FOUND);
    return saved;
  }

  return {
    get,

    /** `replayed`: the request key has saved it before. */
    create(
      { workspace, actor }: Caller,
      requestKey: string,
      wanted: Definition,
    ): Promise<{ saved: SavedExport; replayed: boolean }> {
      const definition = { ...wanted, name: checkName(wanted.name) };
      return db.transaction(async (tx) => {
        const count = await lockSaved(tx, workspace);
        const before = await selectSavedOfRequest(tx, workspace, requestKey);
        if (before) {
          if (isOther(before, definition))
            throw keyReused('belongs to an export that was saved with another body');
          return { saved: before, replayed: true };
        }
        if (count >= MOST_SAVED) {
          const detail = `A workspace can have at most ${MOST_SAVED} saved exports.`;
          throw new Problem('conflict', detail);
        }
        const saved = await insertSaved(tx, {
          ...definition,
          workspace,
          id: newUuid(),
          requestKey,
        });
        await recordEvent(tx, workspace, 'saved_export_created', onRecord(saved), actor);
        return { saved, replayed: false };
      });
    },

    /** Newest first. */
    async list(
      workspace: string,
      page: { limit: number; before?: string; createdAfter?: Date; createdBefore?: Date },
    ): Promise<{ saved: SavedExport[]; next: string | null }> {
      const { limit, before = HIGHEST_UUID, ...times } = page;
      const query = { workspace, before, ...times, limit: limit + 1 };
      const rows = await selectSavedPage(db, query);
      const saved = rows.slice(0, limit);
      return { saved, next: rows.length > limit ? saved.at(-1)!.id : null };
    },

    remove({ workspace, actor }: Caller, id: string): Promise<void> {
      return db.transaction(async (tx) => {
        const uuid = idToUuid(SAVED_PREFIX, id);
        const saved = uuid && (await deleteSaved(tx, workspace, uuid));
        if (!saved) throw new Problem('not_found', NOT_FOUND);
        await recordEvent(tx, workspace, 'saved_export_deleted', onRecord(saved), actor);
      });
    },

    /** What its file contains at this time, by the calendar of the workspace; `day` is the first day of it. */
    async fileOf(workspace: string, id: string, at: Date) {
      checkYear(at);
      const saved = await get(workspace, id);
      const timeZone = await zoneOf(db, workspace, {});
      const { from, to } = spanOf(saved.period, at, timeZone);
      const { dataset, format, endUserId } = saved;
      const span = { from: from.toISOString(), to: to.toISOString() };
      return { dataset, format, endUserId, ...span, day: dayIn(from, timeZone) };
    },
  };
}

/** The years of the months that other operations accept. */
function checkYear(at: Date): void {
  const year = at.getUTCFullYear();
  if (year >= 2000 && year <= 2099) return;
  const detail = 'must be in one of the years 2000 to 2099';
  throw invalidRequest({ parameter: 'at', detail, code: year < 2000 ? 'minimum' : 'maximum' });
}

function spanOf(period: SavedPeriod, at: Date, timeZone: string): Span {
  if (period === 'previous_day') {
    const to = dayOf(at, timeZone);
    return { from: dayOf(new Date(to.getTime() - 1), timeZone), to };
  }
  const present = monthIn(dayIn(at, timeZone).slice(0, 7), timeZone);
  if (period === 'current_month') return present;
  return monthIn(dayIn(new Date(present.from.getTime() - 1), timeZone).slice(0, 7), timeZone);
}

/** The first instant of the day there. */
function dayOf(at: Date, timeZone: string): Date {
  return daysIn({ from: at, to: new Date(at.getTime() + 1) }, timeZone)[0]!;
}

function isOther(saved: SavedExport, wanted: Definition): boolean {
  const members = ['name', 'dataset', 'format', 'period', 'endUserId'] as const;
  return members.some((member) => saved[member] !== wanted[member]);
}

/** The record outlives the end user: it does not name one. */
function onRecord({ id, name, dataset, format, period }: SavedExport) {
  return { export: id, name, dataset, format, period };
}
