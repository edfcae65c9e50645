/** Labels: each is on one version of a prompt. Only authorized people may move protected ones. */
import { recordEvent } from '../audit-trail/index.ts';
import type { Db, Queryable } from '../platform/db/pool.ts';
import { invariant } from '../platform/lib/errors.ts';
import { uuidToId } from '../platform/lib/ids.ts';
import { NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import { type Caller, isTagOf, LATEST, PROMPT_NAME, type Version } from './prompt.ts';
import {
  countLabels,
  lockPrompt,
  moveLabels,
  protect,
  selectProtected,
  selectVersion,
  unprotect,
} from './version-store.ts';

const MOST_LABELS = 50;
const MOST_PROTECTED = 50;

export interface Move {
  name: string;
  label: string;
  version: number;
  /** Whether the label is still where the caller read it: one of the sent tags matches. */
  isExpected?: ((takes: (tag: string) => boolean) => boolean) | undefined;
  /** The version that the label must still be on; null if it must be on none. */
  fromVersion?: number | null | undefined;
}

/** The version that the label is on afterwards. */
export async function moveLabel(db: Db, caller: Caller, move: Move): Promise<Version> {
  const { workspace } = caller;
  const { name, label, version, isExpected, fromVersion } = move;
  if (!PROMPT_NAME.test(name)) throw new Problem('not_found', NOT_FOUND);
  refuseLatest(label);
  return db.transaction(async (tx) => {
    const latest = await lockPrompt(tx, workspace, name);
    if (latest === undefined) throw new Problem('not_found', NOT_FOUND);
    await refuseProtected(tx, caller, [label]);
    const from = await selectVersion(tx, workspace, name, { label });
    if (isExpected && !(from && isExpected((tag) => isTagOf(tag, from)))) throw moved(label);
    if (fromVersion !== undefined && fromVersion !== (from?.version ?? null)) {
      throw elsewhere(label, from);
    }
    if (version > latest) throw noVersion(version);
    await setLabels(tx, { workspace, name, version, labels: [label] });
    const details = {
      ...{ prompt: name, label, version },
      ...(from && { from: from.version }),
      ...(caller.apiKey && { key: uuidToId('key', caller.apiKey) }),
    };
    await recordEvent(tx, workspace, 'prompt_label_moved', details, caller.actor);
    const now = await selectVersion(tx, workspace, name, { version });
    invariant(now, 'versions stay');
    return now;
  });
}

export function refuseLatest(label: string): void {
  if (label !== LATEST) return;
  const detail = 'is always on the newest version, and cannot be moved';
  throw new Problem('invalid_request', `${label} ${detail}.`, {
    errors: [{ parameter: 'label', detail, code: 'unsupported' }],
  });
}

/** The labels of a save. */
export async function refuseLabels(
  tx: Queryable,
  caller: Caller,
  labels: readonly string[],
): Promise<void> {
  refuseLatestAmong(labels);
  if (labels.length > 0) await refuseProtected(tx, caller, labels);
}

export function refuseLatestAmong(labels: readonly string[]): void {
  const latest = labels.indexOf(LATEST);
  if (latest < 0) return;
  const pointer = `#/labels/${latest}`;
  const detail = 'is always on the newest version, and cannot be moved';
  throw new Problem('invalid_request', `${pointer} ${detail}.`, {
    errors: [{ pointer, detail, code: 'unsupported' }],
  });
}

/** Needs the lock of the prompt. Returns the previous versions of the labels that were on another version. */
export async function setLabels(
  tx: Queryable,
  move: { workspace: string; name: string; version: number; labels: readonly string[] },
): Promise<Record<string, number>> {
  const from = await moveLabels(tx, { ...move, labels: [...new Set(move.labels)] });
  if ((await countLabels(tx, move.workspace, move.name)) <= MOST_LABELS) return from;
  throw new Problem('prompt_limit_reached', `A prompt has ${MOST_LABELS} labels at the most.`);
}

/** For all prompts of the workspace. Returns whether that changed anything. */
export function protectLabel(
  db: Db,
  { workspace, actor }: Caller,
  label: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isNew = await protect(tx, workspace, label);
    if (!isNew) return false;
    if ((await selectProtected(tx, workspace)).length > MOST_PROTECTED) {
      const detail = `A workspace has ${MOST_PROTECTED} protected labels at the most.`;
      throw new Problem('conflict', detail);
    }
    await recordEvent(tx, workspace, 'prompt_label_protected', { label }, actor);
    return true;
  });
}

/** Returns whether that changed anything. */
export function unprotectLabel(
  db: Db,
  { workspace, actor }: Caller,
  label: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const wasProtected = await unprotect(tx, workspace, label);
    if (wasProtected)
      await recordEvent(tx, workspace, 'prompt_label_unprotected', { label }, actor);
    return wasProtected;
  });
}

async function refuseProtected(
  tx: Queryable,
  caller: Caller,
  labels: readonly string[],
): Promise<void> {
  if (caller.movesProtected) return;
  const known = await selectProtected(tx, caller.workspace);
  const label = labels.find((one) => known.includes(one));
  if (label === undefined) return;
  const detail = `${label} is a protected label: an admin of the workspace moves it, in the dashboard.`;
  throw new Problem('label_protected', detail);
}

export function moved(label: string): Problem {
  const detail = 'is not the tag of the version that the label is on now';
  return new Problem(
    'precondition_failed',
    `The label ${label} is not where it was when it was read.`,
    {
      errors: [{ header: 'If-Match', detail, code: 'precondition_failed' }],
    },
  );
}

function elsewhere(label: string, now: Version | undefined): Problem {
  const current = now ? `version ${now.version}` : 'no version';
  return new Problem('conflict', `Somebody moved ${label} meanwhile: it is on ${current} now.`);
}

export function noVersion(version: number): Problem {
  return new Problem('invalid_prompt', `The prompt has no version ${version}.`, {
    errors: [
      { pointer: '#/version', detail: 'is no version of the prompt', code: 'unknown_prompt' },
    ],
  });
}
