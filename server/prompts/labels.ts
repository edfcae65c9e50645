/** Labels: each is on one version of a prompt. Only authorized people may move protected ones. */
import { invariant } from '../platform/lib/errors.ts';
import { invalidRequest, NOT_FOUND, Problem } from '../platform/lib/problem.ts';
import { type Caller, isTagOf, LATEST, PROMPT_NAME, type Version } from './prompt.ts';
import type { PromptStore, PromptsIn } from './version-store.ts';

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
export async function moveLabel(store: PromptStore, caller: Caller, move: Move): Promise<Version> {
  const { workspace } = caller;
  const { name, label, version, isExpected, fromVersion } = move;
  if (!PROMPT_NAME.test(name)) throw new Problem('not_found', NOT_FOUND);
  refuseLatest(label);
  return store.transaction(async (within) => {
    const latest = await within.lock(workspace, name);
    if (latest === undefined) throw new Problem('not_found', NOT_FOUND);
    await refuseProtected(within, caller, [label]);
    const from = await within.version(workspace, name, { label });
    if (isExpected && !(from && isExpected((tag) => isTagOf(tag, from)))) throw moved(label);
    if (fromVersion !== undefined && fromVersion !== (from?.version ?? null)) {
      throw elsewhere(label, from);
    }
    if (version > latest) throw noVersion(version);
    await refuseMoreLabels(within, workspace, name, [label]);
    await within.moveLabels({ workspace, name, version, labels: [label] });
    const details = { prompt: name, label, version, ...(from && { from: from.version }) };
    await within.note(caller, 'prompt_label_moved', details);
    const now = await within.version(workspace, name, { version });
    invariant(now, 'versions stay');
    return now;
  });
}

function refuseLatest(label: string): void {
  if (label !== LATEST) return;
  const detail = 'is always on the newest version, and cannot be moved';
  throw invalidRequest({ parameter: 'label', detail, code: 'unsupported' }, label);
}

/** The labels of a save. */
export function refuseLatestAmong(labels: readonly string[]): void {
  const latest = labels.indexOf(LATEST);
  if (latest < 0) return;
  const pointer = `#/labels/${latest}`;
  const detail = 'is always on the newest version, and cannot be moved';
  throw invalidRequest({ pointer, detail, code: 'unsupported' });
}

/** Refuses labels with which the prompt would have too many. Needs the lock of the prompt. */
export async function refuseMoreLabels(
  store: PromptsIn,
  workspace: string,
  name: string,
  labels: readonly string[],
): Promise<void> {
  if (labels.length === 0) return;
  const all = new Set([...labels, ...(await store.labels(workspace, name))]);
  if (all.size <= MOST_LABELS) return;
  throw new Problem('prompt_limit_reached', `A prompt can have at most ${MOST_LABELS} labels.`);
}

/** For all prompts of the workspace. Returns whether that changed anything. */
export function protectLabel(store: PromptStore, caller: Caller, label: string): Promise<boolean> {
  const { workspace } = caller;
  return store.transaction(async (within) => {
    const isNew = await within.protect(workspace, label);
    if (!isNew) return false;
    if ((await within.protectedLabels(workspace)).length > MOST_PROTECTED) {
      const detail = `A workspace can have at most ${MOST_PROTECTED} protected labels.`;
      throw new Problem('conflict', detail);
    }
    await within.note(caller, 'prompt_label_protected', { label });
    return true;
  });
}

/** Returns whether that changed anything. */
export function unprotectLabel(
  store: PromptStore,
  caller: Caller,
  label: string,
): Promise<boolean> {
  return store.transaction(async (within) => {
    const wasProtected = await within.unprotect(caller.workspace, label);
    if (wasProtected) await within.note(caller, 'prompt_label_unprotected', { label });
    return wasProtected;
  });
}

export async function refuseProtected(
  store: PromptsIn,
  caller: Caller,
  labels: readonly string[],
): Promise<void> {
  if (caller.movesProtected || labels.length === 0) return;
  const known = await store.protectedLabels(caller.workspace);
  const label = labels.find((one) => known.includes(one));
  if (label === undefined) return;
  const detail = `${label} is a protected label: an admin of the workspace moves it, in the dashboard.`;
  throw new Problem('label_protected', detail);
}

function moved(label: string): Problem {
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

function noVersion(version: number): Problem {
  return new Problem('invalid_prompt', `The prompt has no version ${version}.`, {
    errors: [
      { pointer: '#/version', detail: 'is no version of the prompt', code: 'unknown_prompt' },
    ],
  });
}
